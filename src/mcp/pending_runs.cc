#include "src/mcp/pending_runs.h"

#include <array>
#include <utility>

#include "modebox/json.h"
#include "src/base/hex.h"
#include "src/base/random.h"

namespace modebox::mcp {
namespace {

constexpr std::string_view id_prefix = "run-";
constexpr std::size_t id_bytes = 8;

std::string new_id() {
  std::array<std::byte, id_bytes> bytes;
  RandomSource::system().fill(bytes);
  return std::string(id_prefix) + to_hex(bytes);
}

/// What a model says becomes part of a file's name.
bool is_id(std::string_view text) {
  return text.starts_with(id_prefix) && is_hex(text.substr(id_prefix.size()), id_bytes);
}

/// What a script can make large.
std::size_t size_of(const PendingRun& run) { return run.continuation.size() + run.source.size(); }

std::optional<PendingRun> read(const std::string& text) {
  const Result<Value> object = from_json(text);
  if (!object || !object->is_object()) return std::nullopt;
  PendingRun run;
  for (const auto& [name, place] : {std::pair("continuation", &run.continuation),
                                    {"session", &run.session},
                                    {"source", &run.source}}) {
    const Value& value = (*object)[name];
    if (!value.is_string()) return std::nullopt;
    *place = std::string(value.as_string());
  }
  return run;
}

}  // namespace

std::string PendingRuns::add(PendingRun run) {
  std::string id = new_id();
  if (store_ != nullptr) {
    const Result<std::string> text = to_json(Value::object(
        {{"continuation", run.continuation}, {"session", run.session}, {"source", run.source}}));
    // Where that fails, the run is remembered here still.
    if (text) (void)store_->save(id, *text);
  }
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

std::optional<PendingRun> PendingRuns::find(const std::string& id) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = runs_.find(id);
    if (found != runs_.end()) return found->second;
  }
  if (store_ == nullptr || !is_id(id)) return std::nullopt;
  const std::optional<std::string> text = store_->load(id);
  return text ? read(*text) : std::nullopt;
}

}  // namespace modebox::mcp
