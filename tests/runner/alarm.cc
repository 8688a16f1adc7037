#include "tests/runner/alarm.h"

#include <utility>

namespace modebox::tests {

Alarm::Alarm() : thread_([this] { serve(); }) {}

Alarm::~Alarm() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Alarm::after(std::chrono::milliseconds delay, std::function<void()> function) {
  {
    const std::lock_guard lock(mutex_);
    due_.emplace(std::chrono::steady_clock::now() + delay, std::move(function));
  }
  changed_.notify_one();
}

void Alarm::serve() {
  std::unique_lock lock(mutex_);
  while (!closing_) {
    if (due_.empty()) {
      changed_.wait(lock);
    } else if (const Time first = due_.begin()->first; first > std::chrono::steady_clock::now()) {
      changed_.wait_until(lock, first);
    } else {
      const std::function<void()> function = std::move(due_.begin()->second);
      due_.erase(due_.begin());
      lock.unlock();
      function();
      lock.lock();
    }
  }
}

}  // namespace modebox::tests
