// Exchange rates from somewhere slow: a stand-in for a service on the network.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "modebox/tool.h"

namespace billing {

/// Answers each question some milliseconds after it was put, on a thread of its
/// own. Thread-safe. Questions that are open when it is destroyed fail.
class RateDesk {
 public:
  using Pair = std::pair<std::string, std::string>;

  explicit RateDesk(std::map<Pair, double> rates);
  RateDesk(const RateDesk&) = delete;
  RateDesk& operator=(const RateDesk&) = delete;
  ~RateDesk();

  /// Returns at once. The answer is the rate, or an error with the code
  /// E_NO_RATE for a pair that is not quoted.
  void ask(Pair pair, modebox::Reply reply);

 private:
  struct Question {
    std::chrono::steady_clock::time_point due;
    Pair pair;
    modebox::Reply reply;
  };
  void answer_questions();
  modebox::ToolResult rate(const Pair& pair) const;

  const std::map<Pair, double> rates_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Question> questions_;
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace billing
