#include "src/bridge/loop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace modebox::bridge {
namespace {

constexpr std::chrono::hours longest_timer{24 * 365};

}  // namespace

std::shared_ptr<Loop> Loop::create() { return std::shared_ptr<Loop>(new Loop); }

Loop::Loop() : wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), owner_(getpid()) {}

Loop::~Loop() {
  // Only one that was never finished, or finished on its own thread, has it still.
  if (thread_.joinable()) thread_.detach();
}

bool Loop::post(Task task) {
  const std::lock_guard lock(mutex_);
  if (finishing_ || !wake_.is_open()) return false;
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([self = shared_from_this()] { self->run(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  tasks_.push_back(std::move(task));
  if (sleeps_) ::eventfd_write(wake_.number(), 1);
  return true;
}

void Loop::finish(Task last) {
  std::thread thread;
  {
    const std::lock_guard lock(mutex_);
    if (finishing_) return;
    finishing_ = true;
    if (!thread_.joinable()) return;
    tasks_.push_back([this, last = std::move(last)] {
      last();
      ended_ = true;
    });
    if (sleeps_) ::eventfd_write(wake_.number(), 1);
    thread = std::move(thread_);
  }
  if (thread.get_id() == std::this_thread::get_id() || getpid() != owner_) {
    thread.detach();
  } else {
    thread.join();
  }
}

Loop::Timer Loop::after(std::chrono::milliseconds time, Task task) {
  // Times of the operator may be as long as a number can be.
  const auto at = Clock::now() + std::min<std::chrono::milliseconds>(time, longest_timer);
  const Timer timer = ++last_id_;
  timers_.emplace(std::pair(at, timer), std::move(task));
  times_.emplace(timer, at);
  return timer;
}

void Loop::cancel(Timer timer) {
  const auto found = times_.find(timer);
  if (found == times_.end()) return;
  timers_.erase({found->second, timer});
  times_.erase(found);
}

void Loop::watch(int descriptor, short events, Ready ready) {
  watches_[descriptor] = {++last_id_, events, std::make_shared<Ready>(std::move(ready))};
}

void Loop::unwatch(int descriptor) { watches_.erase(descriptor); }

void Loop::run() {
  while (!ended_) {
    run_tasks();
    if (ended_) break;
    run_timers();
    wait();
  }
  // They hold what holds this loop.
  timers_.clear();
  times_.clear();
  watches_.clear();
}

void Loop::run_tasks() {
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(tasks_);
  }
  for (Task& task : tasks) {
    Task once = std::move(task);
    once();
  }
}

void Loop::run_timers() {
  while (!timers_.empty() && timers_.begin()->first.first <= Clock::now()) {
    auto first = timers_.extract(timers_.begin());
    times_.erase(first.key().second);
    first.mapped()();
  }
}

int Loop::time_to_wait() const {
  if (timers_.empty()) return -1;
  // Rounded up, or the last millisecond would be spent in a busy loop.
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(timers_.begin()->first.first - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

void Loop::wait() {
  std::vector<pollfd> entries{{wake_.number(), POLLIN, 0}};
  std::vector<std::uint64_t> ids{0};
  for (const auto& [descriptor, watch] : watches_) {
    entries.push_back({descriptor, watch.events, 0});
    ids.push_back(watch.id);
  }
  int time = time_to_wait();
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) {
      sleeps_ = true;
    } else {
      time = 0;
    }
  }
  const int count = ::poll(entries.data(), entries.size(), time);
  {
    const std::lock_guard lock(mutex_);
    sleeps_ = false;
  }
  if (count <= 0) return;
  if (entries[0].revents != 0) {
    eventfd_t ignored = 0;
    ::eventfd_read(wake_.number(), &ignored);
  }
  for (std::size_t i = 1; i < entries.size(); ++i) {
    if (entries[i].revents == 0) continue;
    // What ran before this one may have changed what is watched.
    const auto found = watches_.find(entries[i].fd);
    if (found == watches_.end() || found->second.id != ids[i]) continue;
    const std::shared_ptr<Ready> ready = found->second.ready;
    (*ready)(entries[i].revents);
  }
}

}  // namespace modebox::bridge
