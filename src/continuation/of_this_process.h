// What a process must not share with those that it forks, such as a connection.
// Internal to this folder.
#pragma once

#include <unistd.h>

#include <atomic>

namespace modebox::continuation {

/// A T of each process' own, made on first use. After fork() the child leaves its
/// parent's alone, whatever state that was in: it is neither used nor destroyed.
/// Thread-safe.
template <typename T>
class OfThisProcess {
 public:
  OfThisProcess() = default;
  OfThisProcess(const OfThisProcess&) = delete;
  OfThisProcess& operator=(const OfThisProcess&) = delete;
  ~OfThisProcess() {
    const Holder* holder = holder_;
    if (holder != nullptr && holder->process == getpid()) delete holder;
  }

  T& get() {
    const pid_t process = getpid();
    Holder* holder = holder_;
    if (holder != nullptr && holder->process == process) return holder->content;
    auto* own = new Holder{process, holder, {}};
    if (holder_.compare_exchange_strong(holder, own)) return own->content;
    delete own;  // another thread was faster
    return holder->content;
  }

 private:
  struct Holder {
    pid_t process;
    const Holder* of_parent;
    T content;
  };

  std::atomic<Holder*> holder_ = nullptr;
};

}  // namespace modebox::continuation
