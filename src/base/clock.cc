#include "src/base/clock.h"

#include <cmath>

namespace modebox {
namespace {

class SystemClock : public Clock {
 public:
  double wall_ms() const override {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<double>(std::chrono::floor<std::chrono::milliseconds>(since_epoch).count());
  }
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace

Clock& Clock::system() {
  static SystemClock clock;
  return clock;
}

double ManualClock::wall_ms() const {
  return std::floor(start_ms_ + static_cast<double>(elapsed_ns_.load()) / 1e6);
}

Clock::TimePoint ManualClock::now() const {
  return TimePoint(std::chrono::duration_cast<TimePoint::duration>(
      std::chrono::nanoseconds(elapsed_ns_.load())));
}

}  // namespace modebox
