// CPU time that a run spends executing its script: the time of its thread
// during entries, less that of the host functions called in between.
#pragma once

#include <pthread.h>
#include <time.h>

#include <chrono>

namespace modebox::engine {

/// Not thread-safe; the run guards it. `used_now` may be asked by another
/// thread under that guard.
class CpuMeter {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  /// From here on this thread's time counts.
  void start();
  /// From here on it does not.
  void stop();
  bool running() const { return running_; }

  /// Time counted up to the last stop.
  Nanoseconds used() const { return used_; }
  /// Time counted so far, also while it runs, from any thread.
  Nanoseconds used_now() const;

 private:
  bool running_ = false;
  clockid_t clock_ = 0;
  Nanoseconds started_{0};
  Nanoseconds used_{0};
};

}  // namespace modebox::engine
