#include "src/mcp/pending_runs.h"

#include <array>
#include <utility>

#include "src/base/hex.h"
#include "src/base/random.h"

namespace modebox::mcp {
namespace {

std::string new_id() {
  std::array<std::byte, 6> bytes;
  RandomSource::system().fill(bytes);
  return "run-" + to_hex(bytes);
}

/// What a script can make large.
std::size_t size_of(const PendingRun& run) { return run.continuation.size() + run.source.size(); }

}  // namespace

std::string PendingRuns::add(PendingRun run) {
  std::string id = new_id();
  const std::lock_guard lock(mutex_);
  bytes_ += size_of(run);
  runs_.emplace(id, std::move(run));
  by_age_.push_back(id);
  while (by_age_.size() > 1 && (bytes_ > max_bytes_ || by_age_.size() > max_count_)) drop_oldest();
  return id;
}

void PendingRuns::drop_oldest() {
  const auto oldest = runs_.find(by_age_.front());
  bytes_ -= size_of(oldest->second);
  runs_.erase(oldest);
  by_age_.pop_front();
}

std::optional<PendingRun> PendingRuns::find(const std::string& id,
                                            const std::string& session_scope) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(id);
  if (found == runs_.end() || found->second.session_scope != session_scope) return std::nullopt;
  return found->second;
}

}  // namespace modebox::mcp
