// A thread for each call that waits. A resource.
#pragma once

#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace modebox::conformance {

/// Thread-safe.
class Threads {
 public:
  ~Threads() { join(); }

  void start(std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    threads_.emplace_back(std::move(function));
  }
  void join() {
    std::vector<std::thread> threads;
    {
      const std::lock_guard lock(mutex_);
      threads.swap(threads_);
    }
    for (std::thread& thread : threads) thread.join();
  }

 private:
  std::mutex mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace modebox::conformance
