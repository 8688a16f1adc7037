#include "src/engine/wait_list.h"

#include <utility>

namespace modebox::engine {

void WaitList::add(Waiter waiter) {
  std::lock_guard lock(mutex_);
  waiters_.push_back(std::move(waiter));
}

void WaitList::wake_one() {
  std::unique_lock lock(mutex_);
  while (!waiters_.empty()) {
    Waiter waiter = std::move(waiters_.front());
    waiters_.pop_front();
    lock.unlock();
    if (waiter()) return;
    lock.lock();
  }
}

}  // namespace modebox::engine
