// What came of each pause that was answered: a client that makes the same call again, because it
// lost the answer, gets that and nothing runs twice.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/mcp/server.h"

namespace modebox::mcp {

/// Thread-safe. Keys are those of rounds: a continuation and who may use it.
class Rounds {
 public:
  using Waiter = std::function<void(const ToolAnswer& answer)>;
  enum class Join {
    /// The caller goes on with the run, and calls `record` or `forget`.
    first,
    /// Somebody is at it; the waiter will be called.
    joined,
    /// The waiter was called.
    answered,
  };

  /// Keeps at most so many bytes of answers, and the latest `max_count`.
  explicit Rounds(std::size_t max_bytes = std::size_t{64} << 20, std::size_t max_count = 10'000);

  Join join(const std::string& key, Waiter waiter);
  void record(const std::string& key, const ToolAnswer& answer);
  /// The round was not used up after all: whoever comes next is the first. Those that joined get
  /// the answer all the same.
  void forget(const std::string& key, const ToolAnswer& answer);

 private:
  struct Round {
    std::optional<ToolAnswer> answer;
    std::vector<Waiter> waiters;
    std::size_t bytes = 0;
    std::uint64_t number = 0;
  };

  void drop_oldest();

  const std::size_t max_bytes_;
  const std::size_t max_count_;
  std::mutex mutex_;
  std::map<std::string, Round> rounds_;
  std::map<std::uint64_t, std::string> by_age_;
  std::size_t bytes_ = 0;
  std::uint64_t last_number_ = 0;
};

}  // namespace modebox::mcp
