// What the tests of the engine share: waiting for runs that were started, and
// tools that are answered by the test itself.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "modebox/engine.h"
#include "modebox/toolbox.h"

namespace modebox::tests {

/// Adds the tool; a rule that it breaks is a bug of the test.
void add(Toolbox& tools, Tool tool);

/// One line that tells what became of a run, for comparing.
std::string ending(const RunResult& result);

/// Waits until a number of things happened. Thread-safe.
class Countdown {
 public:
  explicit Countdown(int count) : left_(count) {}
  void count_down();
  /// False if they had not all happened in time.
  bool wait(std::chrono::seconds most = std::chrono::seconds(120));

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int left_;
};

/// Keeps the replies of a tool `park` until the test answers them. Thread-safe.
class Parking {
 public:
  Tool tool();
  std::size_t waiting();
  /// Waits until so many calls are parked; false if that takes too long.
  bool wait_for(std::size_t count, std::chrono::seconds most = std::chrono::seconds(120));
  /// Answers all that wait now with what the script gave.
  void answer_all();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::pair<Value, Reply>> parked_;
};

}  // namespace modebox::tests
