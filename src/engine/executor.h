// Worker threads and their queue of tasks.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "modebox/result.h"

namespace modebox::engine {

/// Runs tasks in the order they were posted, on a fixed number of threads that
/// start with the first task. Thread-safe. Destroying it runs what was posted
/// and joins; it may not be destroyed by one of its own tasks.
class Executor {
 public:
  /// 0 workers means one per core.
  explicit Executor(unsigned workers);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  ~Executor();

  /// Starts the first thread unless there is one. Without any, tasks only wait.
  Status start();
  void post(std::function<void()> task);
  /// For tasks that are short and may not wait: they go first, and where tasks
  /// hold all workers, one further thread is there for them.
  void post_urgent(std::function<void()> task);

 private:
  using Lock = std::unique_lock<std::mutex>;

  Status start_worker();
  Status started(const std::function<void()>& start_thread);
  void work();
  void work_urgently();
  void run_first(std::deque<std::function<void()>>& tasks, Lock& lock);

  const unsigned workers_;
  std::mutex mutex_;
  std::condition_variable posted_;
  std::condition_variable urgent_posted_;
  std::deque<std::function<void()>> tasks_;
  std::deque<std::function<void()>> urgent_;
  std::vector<std::thread> threads_;
  std::thread urgent_thread_;
  unsigned idle_ = 0;
  bool closing_ = false;
};

}  // namespace modebox::engine
