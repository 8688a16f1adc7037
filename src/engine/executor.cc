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
  for (std::thread& thread : threads_) thread.join();
}

void Executor::post(std::function<void()> task) {
  {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (tasks_.size() > idle_ && threads_.size() < workers_) (void)start_thread();
  }
  posted_.notify_one();
}

Status Executor::start() {
  std::lock_guard lock(mutex_);
  return threads_.empty() ? start_thread() : done();
}

Status Executor::start_thread() {
  const sandbox::SignalsBlocked blocked;
  try {
    threads_.emplace_back([this] { work(); });
    return done();
  } catch (const std::system_error& error) {
    return Error{std::string("A worker thread could not be started: ") + error.what() + "."};
  }
}

void Executor::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    posted_.wait(lock, [this] { return closing_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
  }
}

}  // namespace modebox::engine
