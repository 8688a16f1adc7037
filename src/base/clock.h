// The seam to time. Code that needs the date or a monotonic time is given a
// Clock; the system's is one, the manual one stands still until it is told to
// move, for tests and for whoever replays.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace modebox {

/// Thread-safe.
class Clock {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  virtual ~Clock() = default;
  /// Milliseconds since the Unix epoch, whole ones.
  virtual double wall_ms() const = 0;
  /// Never goes back; only differences mean something.
  virtual TimePoint now() const = 0;

  /// The machine's clock, for the life of the process.
  static Clock& system();
};

/// Moves only when told to.
class ManualClock : public Clock {
 public:
  explicit ManualClock(double wall_ms = 0) : start_ms_(wall_ms) {}

  double wall_ms() const override;
  TimePoint now() const override;
  void advance(std::chrono::nanoseconds time) { elapsed_ns_ += time.count(); }

 private:
  const double start_ms_;
  std::atomic<std::int64_t> elapsed_ns_{0};
};

}  // namespace modebox
