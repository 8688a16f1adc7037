// Runs that wait for the tool `approve`, by short ids that a model can repeat.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "modebox/approval.h"
#include "modebox/outcome.h"

namespace modebox::mcp {

/// What a run left before it paused, which its next part does not tell again. A value type.
struct Before {
  std::vector<LogEntry> logs;
  std::vector<CallRecord> calls;
  /// Results that asked, for this call of `execute`.
  int rounds = 0;
};

/// A value type.
struct PendingRun {
  std::string continuation;
  std::string audience;
  std::string session_scope;
  /// Empty for none.
  std::string session;
  std::string source;
  std::vector<Interruption> interruptions;
};

/// Thread-safe; the oldest go when there are too many.
class PendingRuns {
 public:
  explicit PendingRuns(std::size_t max_bytes = std::size_t{256} << 20,
                       std::size_t max_count = 1'000)
      : max_bytes_(max_bytes), max_count_(max_count) {}

  /// Its id.
  std::string add(PendingRun run);
  /// The run of that id, if it is of that scope; it stays.
  std::optional<PendingRun> find(const std::string& id, const std::string& session_scope) const;

 private:
  void drop_oldest();

  const std::size_t max_bytes_;
  const std::size_t max_count_;
  mutable std::mutex mutex_;
  std::map<std::string, PendingRun> runs_;
  std::deque<std::string> by_age_;
  std::size_t bytes_ = 0;
};

}  // namespace modebox::mcp
