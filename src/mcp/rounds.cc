#include "src/mcp/rounds.h"

#include <utility>

#include "modebox/json.h"

namespace modebox::mcp {
namespace {

std::size_t size_of(const Value& value) {
  const Result<std::string> text = to_json(value, {.lenient = true});
  return text ? text->size() : 0;
}

/// Roughly, in bytes.
std::size_t size_of(const ToolAnswer& answer) {
  constexpr std::size_t least = 256;
  if (const auto* input = std::get_if<InputRequired>(&answer)) {
    return least + input->state.size() + size_of(input->requests);
  }
  const auto* result = std::get_if<Value>(&answer);
  return least + (result != nullptr ? size_of(*result) : 0);
}

}  // namespace

Rounds::Rounds(std::size_t max_bytes, std::size_t max_count)
    : max_bytes_(max_bytes), max_count_(max_count) {}

Rounds::Join Rounds::join(const std::string& key, Waiter waiter) {
  std::optional<ToolAnswer> answer;
  {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = rounds_.try_emplace(key);
    if (is_new) return Join::first;
    if (!place->second.answer) {
      place->second.waiters.push_back(std::move(waiter));
      return Join::joined;
    }
    answer = place->second.answer;
  }
  waiter(*answer);
  return Join::answered;
}

void Rounds::record(const std::string& key, const ToolAnswer& answer) {
  std::vector<Waiter> waiters;
  {
    const std::lock_guard lock(mutex_);
    Round& round = rounds_[key];
    waiters.swap(round.waiters);
    round.answer = answer;
    round.bytes = size_of(answer) + key.size();
    round.number = ++last_number_;
    by_age_.emplace(round.number, key);
    bytes_ += round.bytes;
    while (by_age_.size() > 1 && (bytes_ > max_bytes_ || by_age_.size() > max_count_))
      drop_oldest();
  }
  for (const Waiter& waiter : waiters) waiter(answer);
}

void Rounds::forget(const std::string& key, const ToolAnswer& answer) {
  std::vector<Waiter> waiters;
  {
    const std::lock_guard lock(mutex_);
    const auto found = rounds_.find(key);
    if (found == rounds_.end()) return;
    waiters.swap(found->second.waiters);
    rounds_.erase(found);
  }
  for (const Waiter& waiter : waiters) waiter(answer);
}

void Rounds::drop_oldest() {
  const auto oldest = by_age_.begin();
  const auto found = rounds_.find(oldest->second);
  bytes_ -= found->second.bytes;
  rounds_.erase(found);
  by_age_.erase(oldest);
}

}  // namespace modebox::mcp
