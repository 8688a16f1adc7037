// One thread that does all the work of one connection: tasks from any thread, timers, and
// descriptors that become ready. What runs on it needs no locks.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/config/descriptor.h"

namespace modebox::bridge {

/// The thread begins with the first task, and lasts until finish().
class Loop : public std::enable_shared_from_this<Loop> {
 public:
  using Task = std::function<void()>;
  /// 0 is none.
  using Timer = std::uint64_t;
  /// Gets the events of poll(2).
  using Ready = std::function<void(short events)>;

  static std::shared_ptr<Loop> create();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // From any thread.

  /// Tasks run in order. False, and nothing happens, after finish(), or if the system has no
  /// thread to give.
  bool post(Task task);
  /// Runs `last` after the tasks that are there, and ends the thread; waits for that, unless called
  /// on it. Tasks that are posted meanwhile are dropped. In a child of fork() it only lets go.
  void finish(Task last);

  // On the loop's own thread.

  Timer after(std::chrono::milliseconds time, Task task);
  /// Of one that is over, or none: does nothing.
  void cancel(Timer timer);
  /// Replaces what was watched of that descriptor. It is watched until unwatch(), to be called
  /// before it is closed.
  void watch(int descriptor, short events, Ready ready);
  void unwatch(int descriptor);

 private:
  using Clock = std::chrono::steady_clock;
  struct Watch {
    std::uint64_t id = 0;
    short events = 0;
    std::shared_ptr<Ready> ready;
  };

  Loop();
  void run();
  void run_tasks();
  void run_timers();
  void wait();
  int time_to_wait() const;

  config::Descriptor wake_;
  const pid_t owner_;

  std::mutex mutex_;
  std::vector<Task> tasks_;
  bool sleeps_ = false;
  bool finishing_ = false;
  std::thread thread_;

  // Of the loop's thread.
  bool ended_ = false;
  std::uint64_t last_id_ = 0;
  std::map<std::pair<Clock::time_point, Timer>, Task> timers_;
  std::unordered_map<Timer, Clock::time_point> times_;
  std::map<int, Watch> watches_;
};

}  // namespace modebox::bridge
