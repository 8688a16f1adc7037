// A binary heap of alarms under a mutex, and the thread that serves it.
#include "src/sandbox/watchdog.h"

#include <pthread.h>

#include <atomic>
#include <cstring>
#include <string>
#include <utility>

#include "src/sandbox/per_process.h"
#include "src/sandbox/signals_blocked.h"

namespace modebox::sandbox {
namespace {
constexpr auto unarmed = static_cast<std::size_t>(-1);
}  // namespace

struct Watchdog::Alarm {
  std::function<void()> function;
  Clock::time_point when;
  std::size_t index = unarmed;
};

Watchdog::Handle& Watchdog::Handle::operator=(Handle&& other) noexcept {
  Handle old(std::move(*this));
  watchdog_ = std::exchange(other.watchdog_, nullptr);
  alarm_ = std::move(other.alarm_);
  return *this;
}

Watchdog::Handle::~Handle() {
  // A handle of the parent's watchdog is of no use to a child; its mutex may
  // have been held at the fork.
  if (alarm_ && watchdog_ == &process()) watchdog_->disarm(*alarm_);
}

Watchdog& Watchdog::process() {
  static PerProcess<Watchdog> watchdog([] { return new Watchdog; });
  return watchdog.get();
}

std::shared_ptr<Watchdog::Alarm> Watchdog::make_alarm(std::function<void()> function) {
  return std::make_shared<Alarm>(Alarm{std::move(function), {}, unarmed});
}

Watchdog::Handle Watchdog::arm(Clock::time_point when, std::function<void()> function) {
  std::shared_ptr<Alarm> alarm = make_alarm(std::move(function));
  arm(alarm, when);
  return Handle(*this, std::move(alarm));
}

void Watchdog::arm(const std::shared_ptr<Alarm>& alarm, Clock::time_point when) {
  bool wake = false;
  {
    std::lock_guard lock(mutex_);
    (void)start_locked();  // Pool::acquire reports it when that fails
    if (alarm->index != unarmed) remove(*alarm);
    insert(alarm, when);
    wake = when < sleeping_until_;
    if (wake) sleeping_until_ = when;
  }
  if (wake) earlier_.notify_one();
}

void Watchdog::disarm(Alarm& alarm) {
  std::lock_guard lock(mutex_);
  if (alarm.index != unarmed) remove(alarm);
}

Status Watchdog::start() {
  std::lock_guard lock(mutex_);
  return start_locked();
}

Status Watchdog::start_locked() {
  if (started_) return done();
  const SignalsBlocked blocked;
  pthread_t thread;
  const int error = pthread_create(
      &thread, nullptr,
      [](void* self) -> void* {
        static_cast<Watchdog*>(self)->run();
        return nullptr;
      },
      this);
  if (error != 0) {
    return Error{std::string("The thread that watches over time limits could not be started: ") +
                 std::strerror(error) + "."};
  }
  pthread_detach(thread);
  started_ = true;
  return done();
}

void Watchdog::run() {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), "modebox-watch");
#endif
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!heap_.empty() && heap_[0]->when <= Clock::now()) {
      std::shared_ptr<Alarm> due = heap_[0];
      remove(*due);
      sleeping_until_ = Clock::time_point::min();  // awake: nobody needs to wake us
      lock.unlock();
      due->function();
      due.reset();
      lock.lock();
      continue;
    }
    if (heap_.empty()) {
      sleeping_until_ = Clock::time_point::max();
      earlier_.wait(lock);
    } else {
      const Clock::time_point until = sleeping_until_ = heap_[0]->when;
      earlier_.wait_until(lock, until);
    }
  }
}

void Watchdog::insert(std::shared_ptr<Alarm> alarm, Clock::time_point when) {
  alarm->when = when;
  heap_.push_back(nullptr);
  place(heap_.size() - 1, std::move(alarm));
  sift_up(heap_.size() - 1);
}

void Watchdog::remove(Alarm& alarm) {
  const std::size_t index = std::exchange(alarm.index, unarmed);
  std::shared_ptr<Alarm> last = std::move(heap_.back());
  heap_.pop_back();
  if (index == heap_.size()) return;
  place(index, std::move(last));
  sift_up(index);
  sift_down(index);
}

void Watchdog::place(std::size_t index, std::shared_ptr<Alarm> alarm) {
  alarm->index = index;
  heap_[index] = std::move(alarm);
}

void Watchdog::sift_up(std::size_t index) {
  while (index > 0) {
    const std::size_t parent = (index - 1) / 2;
    if (heap_[parent]->when <= heap_[index]->when) return;
    std::shared_ptr<Alarm> later = std::move(heap_[parent]);
    place(parent, std::move(heap_[index]));
    place(index, std::move(later));
    index = parent;
  }
}

void Watchdog::sift_down(std::size_t index) {
  for (;;) {
    std::size_t child = 2 * index + 1;
    if (child >= heap_.size()) return;
    if (child + 1 < heap_.size() && heap_[child + 1]->when < heap_[child]->when) ++child;
    if (heap_[index]->when <= heap_[child]->when) return;
    std::shared_ptr<Alarm> earlier = std::move(heap_[child]);
    place(child, std::move(heap_[index]));
    place(index, std::move(earlier));
    index = child;
  }
}

}  // namespace modebox::sandbox
