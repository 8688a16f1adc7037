// Faults of guest code and the stop signal arrive as signals of a process that is
// not ours alone. Ours are only those that interrupt this thread in guest code; all
// others go to the handler that was there, as if we were not.
#pragma once

#include <cstdint>

namespace modebox::sandbox {

/// Makes sure that our handlers are the installed ones; those that are displaced
/// by ours are called for what is not ours. `all`: not only the one for faults.
/// Returns null, or a sentence about what stands in the way; allocates nothing.
const char* claim_signals(bool all);

/// The real-time signal that interrupts a thread; 0 before the first claim.
int stop_signal();

/// Sends it to a thread of this process; false if the system refuses.
bool send_stop_signal(int thread) noexcept;

/// What the signals need of a thread during an entry: fault and stop signals
/// unblocked, an alternate stack that is big enough. Puts the thread back on
/// destruction. Cheap enough for every entry (2 to 3 system calls).
class ThreadReady {
 public:
  /// `recent`: this thread was made ready a moment ago for the same run.
  explicit ThreadReady(bool recent);
  ~ThreadReady();
  ThreadReady(const ThreadReady&) = delete;
  ThreadReady& operator=(const ThreadReady&) = delete;

  /// What is in the way, as a sentence; null if nothing is. (Nothing is allocated:
  /// an entry from within a signal handler has to be refused without that.)
  const char* problem() const { return problem_; }
  /// The signal mask during the entry.
  std::uint64_t mask() const { return mask_; }

 private:
  const char* prepare(bool recent);
  const char* provide_stack();

  std::uint64_t mask_ = 0;
  std::uint64_t blocked_before_ = 0;  // ours that we unblocked
  void* stack_before_ = nullptr;      // the host's, if ours replaces it for now
  std::uint64_t stack_before_size_ = 0;
  const char* problem_;
};

}  // namespace modebox::sandbox
