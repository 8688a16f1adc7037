// One thread per process that calls functions at given times: deadlines of runs,
// their timers, and the later steps of stopping a run. Arming and disarming are cheap
// enough for runs of microseconds: the thread is only woken for a time earlier than
// the one it sleeps until, and may wake once for nothing.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "modebox/result.h"

namespace modebox::sandbox {

/// Thread-safe. Never destroyed; a child made by fork gets a new one.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;
  struct Alarm;

  /// Keeps an alarm armed; destruction disarms it. Does not wait for a callback
  /// that runs at that moment, so callbacks must not rely on the holder's life.
  class Handle {
   public:
    Handle() = default;
    Handle(Handle&&) noexcept = default;
    Handle& operator=(Handle&& other) noexcept;
    ~Handle();

   private:
    friend class Watchdog;
    Handle(Watchdog& watchdog, std::shared_ptr<Alarm> alarm)
        : watchdog_(&watchdog), alarm_(std::move(alarm)) {}

    Watchdog* watchdog_ = nullptr;
    std::shared_ptr<Alarm> alarm_;
  };

  static Watchdog& process();

  /// Calls `function` once, soon after `when`, on the watchdog's thread. It has to
  /// be short. It may arm and disarm.
  [[nodiscard]] Handle arm(Clock::time_point when, std::function<void()> function);

  /// The same for an alarm that the caller owns, made with make_alarm and never
  /// destroyed while armed; an alarm that is armed moves. Allocates nothing new
  /// in the usual case.
  static std::shared_ptr<Alarm> make_alarm(std::function<void()> function);
  void arm(const std::shared_ptr<Alarm>& alarm, Clock::time_point when);

  /// Makes sure that the thread runs; the system may refuse one.
  Status start();

 private:
  void disarm(Alarm& alarm);
  void insert(std::shared_ptr<Alarm> alarm, Clock::time_point when);
  void remove(Alarm& alarm);
  void place(std::size_t index, std::shared_ptr<Alarm> alarm);
  void sift_up(std::size_t index);
  void sift_down(std::size_t index);
  void run();
  Status start_locked();

  std::mutex mutex_;
  std::condition_variable earlier_;
  std::vector<std::shared_ptr<Alarm>> heap_;  // earliest first
  Clock::time_point sleeping_until_ = Clock::time_point::max();
  bool started_ = false;
};

}  // namespace modebox::sandbox
