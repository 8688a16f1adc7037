// Runs that wait for a free sandbox, first come first served.
#pragma once

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

}  // namespace modebox::engine
