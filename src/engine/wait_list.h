// Runs that wait for a free sandbox, first come first served.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>

namespace modebox::engine {

/// Thread-safe. A waiter that is woken tries again and, if it fails, adds
/// itself anew. To lose no wake-up, a waiter adds itself and then tries once
/// more before it sleeps.
class WaitList {
 public:
  /// Wakes somebody; false if the waiter is gone, then the next one is woken.
  using Waiter = std::function<bool()>;

  void add(Waiter waiter);
  void wake_one();

 private:
  std::mutex mutex_;
  std::deque<Waiter> waiters_;
};

/// How many sandboxes one engine may hold at a time. Thread-safe.
class Quota {
 public:
  /// 0 means without end.
  explicit Quota(unsigned most) : most_(most) {}

  bool take() {
    unsigned used = used_.load();
    do {
      if (most_ != 0 && used >= most_) return false;
    } while (!used_.compare_exchange_weak(used, used + 1));
    return true;
  }
  void give_back() { --used_; }
  /// Those who wait for one to be given back.
  WaitList& waiting() { return waiting_; }

 private:
  const unsigned most_;
  std::atomic<unsigned> used_{0};
  WaitList waiting_;
};

}  // namespace modebox::engine
