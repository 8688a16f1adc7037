// Runs that wait for the tool `approve`, by short ids that a model can repeat.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"

namespace modebox::mcp {

/// What is needed to go on with a run that was paused. A value type.
struct PendingRun {
  std::string continuation;
  /// Empty for none.
  std::string session;
  std::string source;
};

/// Texts by ids, kept beyond the process. Ids are letters, digits and hyphens. Thread-safe.
class PendingStore {
 public:
  virtual ~PendingStore() = default;
  virtual Status save(const std::string& id, std::string_view text) = 0;
  /// Nothing if it is not there (any more).
  virtual std::optional<std::string> load(const std::string& id) = 0;
};

/// Thread-safe; the oldest go when there are too many. Who may go on with one, its continuation
/// says (its audience).
class PendingRuns {
 public:
  /// Without a store they are gone with the process.
  explicit PendingRuns(std::shared_ptr<PendingStore> store = nullptr,
                       std::size_t max_bytes = std::size_t{256} << 20,
                       std::size_t max_count = 1'000)
      : store_(std::move(store)), max_bytes_(max_bytes), max_count_(max_count) {}

  /// Its id.
  std::string add(PendingRun run);
  /// The run of that id; it stays.
  std::optional<PendingRun> find(const std::string& id) const;

 private:
  void drop_oldest();

  const std::shared_ptr<PendingStore> store_;
  const std::size_t max_bytes_;
  const std::size_t max_count_;
  mutable std::mutex mutex_;
  std::map<std::string, PendingRun> runs_;
  std::deque<std::string> by_age_;
  std::size_t bytes_ = 0;
};

}  // namespace modebox::mcp
