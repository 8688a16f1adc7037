// The lock is held only to look at and change the list, never while a function
// runs: a function may stop a run, and that takes locks of its own.
#include "modebox/cancel.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace modebox {

struct Cancel::State {
  std::mutex mutex;
  std::condition_variable settled;
  bool cancelled = false;
  std::uint64_t next_id = 1;
  std::map<std::uint64_t, std::function<void()>> functions;
  /// The registration whose function runs now, 0 for none, and its thread.
  std::uint64_t running = 0;
  std::thread::id runner;
};

Cancel::Cancel() : state_(std::make_shared<State>()) {}

void Cancel::cancel() const {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  if (state.cancelled) return;
  state.cancelled = true;
  while (!state.functions.empty()) {
    auto node = state.functions.extract(state.functions.begin());
    state.running = node.key();
    state.runner = std::this_thread::get_id();
    lock.unlock();
    try {
      node.mapped()();
    } catch (...) {  // the others still have to hear of it
    }
    lock.lock();
    state.running = 0;
    state.settled.notify_all();
  }
}

bool Cancel::cancelled() const {
  std::lock_guard lock(state_->mutex);
  return state_->cancelled;
}

Cancel::Registration Cancel::on_cancel(std::function<void()> function) const {
  {
    std::lock_guard lock(state_->mutex);
    if (!state_->cancelled) {
      const std::uint64_t id = state_->next_id++;
      state_->functions.emplace(id, std::move(function));
      return Registration(state_, id);
    }
  }
  function();
  return {};
}

Cancel::Registration::Registration(std::shared_ptr<State> state, std::uint64_t id)
    : state_(std::move(state)), id_(id) {}

Cancel::Registration::Registration(Registration&& other) noexcept
    : state_(std::move(other.state_)), id_(other.id_) {
  other.state_.reset();
}

Cancel::Registration& Cancel::Registration::operator=(Registration&& other) noexcept {
  if (this != &other) {
    drop();
    state_ = std::move(other.state_);
    id_ = other.id_;
    other.state_.reset();
  }
  return *this;
}

Cancel::Registration::~Registration() { drop(); }

void Cancel::Registration::drop() {
  if (state_ == nullptr) return;
  std::unique_lock lock(state_->mutex);
  state_->functions.erase(id_);
  // A function that drops its own registration must not wait for itself.
  if (state_->runner != std::this_thread::get_id()) {
    state_->settled.wait(lock, [this] { return state_->running != id_; });
  }
  lock.unlock();
  state_.reset();
}

}  // namespace modebox
