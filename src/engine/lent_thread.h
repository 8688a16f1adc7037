// Time that threads of the host lend to runs. A hand-over to a worker costs more than
// a short script, so the thread that brings a run its input may try the next entry
// itself: for a moment, and with all its runs together only for a share of its time.
#pragma once

#include <chrono>
#include <cstddef>

namespace modebox::engine {

/// What one slice, and all slices of a thread, may take. What does not fit goes to a
/// worker, at once or after the entry was undone.
struct SliceRules {
  using Microseconds = std::chrono::microseconds;

  /// Of one entry, as its polls see it; a signal ends it at twice that.
  Microseconds budget{300};
  /// After so long no further slice is begun before the thread was given back.
  Microseconds stay{500};
  /// A thread lends at most `bucket` at once; it fills up again in `refill`.
  Microseconds bucket{1'000};
  Microseconds refill{5'000};
  /// With less than this left in the bucket no slice is begun.
  Microseconds least{60};
  /// Pages that are copied aside before an entry, and bytes of guest memory: operations
  /// on whole blocks of it can not be interrupted.
  std::size_t most_changed_pages = 256;
  std::size_t most_memory = std::size_t{12} << 20;
  /// By which the memory may grow in a slice: each page that is new takes its time.
  std::size_t most_growth = 1 << 20;
  /// Bytes that are given to the guest, and that are taken from it and decoded.
  std::size_t most_input = 256 << 10;
  std::size_t most_output = 32 << 10;
  /// Steps of checking the arguments of a call against its tool's schema.
  std::size_t most_checking = 4'000;
  /// For tests: each entry is undone at its so manyth request to the host; 0: at none.
  unsigned undo_at = 0;
};

/// The calling thread, lent for as long as this lives. Not at all if it is lent
/// already, further out on its stack, or has nothing left in its bucket.
class LentThread {
 public:
  using Clock = std::chrono::steady_clock;

  explicit LentThread(const SliceRules& rules);
  LentThread(const LentThread&) = delete;
  LentThread& operator=(const LentThread&) = delete;
  /// Takes the time that has passed out of the bucket.
  ~LentThread();

  /// Whether it is lent. Else this object means nothing.
  bool taken() const { return taken_; }
  /// What a slice that begins now may take; zero if there is too little left.
  SliceRules::Microseconds time_for_slice() const;

 private:
  const SliceRules& rules_;
  bool taken_ = false;
  Clock::time_point began_;
};

}  // namespace modebox::engine
