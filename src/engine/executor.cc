#include "src/engine/executor.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "src/sandbox/signals_blocked.h"

namespace modebox::engine {

Executor::Executor(unsigned workers)
    : workers_(workers != 0 ? workers : std::max(1U, std::thread::hardware_concurrency())) {}

Executor::~Executor() {
  {
    std::lock_guard lock(mutex_);
    closing_ = true;
  }
  posted_.notify_all();
  urgent_posted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  if (urgent_thread_.joinable()) urgent_thread_.join();
}

void Executor::post(std::function<void()> task) {
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (tasks_.size() > idle_ && threads_.size() < workers_) {
      (void)start_worker();
    }
  }
  posted_.notify_one();
}

void Executor::post_urgent(std::function<void()> task) {
  {
    std::lock_guard lock(mutex_);
    urgent_.push_back(std::move(task));
    if (idle_ == 0 && !urgent_thread_.joinable()) {
      (void)started([this] { urgent_thread_ = std::thread([this] { work_urgently(); }); });
    }
  }
  posted_.notify_one();
  urgent_posted_.notify_one();
}

Status Executor::start() {
  std::lock_guard lock(mutex_);
  return threads_.empty() ? start_worker() : done();
}

Status Executor::start_worker() {
  return started([this] { threads_.emplace_back([this] { work(); }); });
}

Status Executor::started(const std::function<void()>& start_thread) {
  const sandbox::SignalsBlocked blocked;
  try {
    start_thread();
    return done();
  } catch (const std::system_error& error) {
    return Error{std::string("A worker thread could not be started: ") + error.what() + "."};
  }
}

void Executor::work() {
  Lock lock(mutex_);
  for (;;) {
    ++idle_;
    posted_.wait(lock, [this] { return closing_ || !urgent_.empty() || !tasks_.empty(); });
    --idle_;
    std::deque<std::function<void()>>& tasks = urgent_.empty() ? tasks_ : urgent_;
    if (tasks.empty()) return;
    run_first(tasks, lock);
  }
}

void Executor::work_urgently() {
  Lock lock(mutex_);
  for (;;) {
    urgent_posted_.wait(lock, [this] { return closing_ || !urgent_.empty(); });
    if (urgent_.empty()) return;
    run_first(urgent_, lock);
  }
}

void Executor::run_first(std::deque<std::function<void()>>& tasks, Lock& lock) {
  std::function<void()> task = std::move(tasks.front());
  tasks.pop_front();
  lock.unlock();
  task();
  task = nullptr;
  lock.lock();
}

}  // namespace modebox::engine
