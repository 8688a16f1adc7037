// CPU time that a run spends executing its script, host functions excluded.
//
// Reading a thread's CPU clock is a system call, too dear for every entry. So
// it is read once where a thread takes the run up and once where it leaves it,
// and entries are timed by the wall clock, which costs almost nothing. Both are
// upper bounds of what is wanted; the smaller one is taken.
#pragma once

#include <time.h>

#include <chrono>

namespace modebox::engine {

/// Not thread-safe; the run guards it. `used` may be asked by another thread
/// under that guard, while the thread that took the run up still lives.
class CpuMeter {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  /// This thread takes the run up, and leaves it.
  void begin_step();
  void end_step();
  /// The script executes from here, and no more from here.
  void enter();
  void leave();
  bool in_step() const { return in_step_; }

  /// Time counted so far.
  Nanoseconds used() const;

 private:
  using Steady = std::chrono::steady_clock;

  bool in_step_ = false;
  bool entered_ = false;
  clockid_t clock_ = 0;
  Nanoseconds step_began_{0};
  Nanoseconds entries_{0};
  Steady::time_point entry_began_;
  Nanoseconds earlier_steps_{0};
};

}  // namespace modebox::engine
