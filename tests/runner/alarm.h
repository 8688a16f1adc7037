// One thread that calls functions later: what asynchronous test tools answer
// from.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace modebox::tests {

/// Functions that are still due when it is destroyed are dropped uncalled.
class Alarm {
 public:
  using Time = std::chrono::steady_clock::time_point;

  Alarm();
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  void after(std::chrono::milliseconds delay, std::function<void()> function);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Time, std::function<void()>> due_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace modebox::tests
