#include "src/engine/ledger.h"

#include <algorithm>
#include <utility>

namespace modebox::engine {
namespace {

/// A line costs memory even when it is empty, so the empty ones end too.
constexpr std::int64_t bytes_per_line = 16;

std::string_view cut_at_character(std::string_view text, std::size_t size) {
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

}  // namespace

void Ledger::add_log(std::string_view level, std::string_view text, double time) {
  if (console_cut_) return;
  const std::int64_t left = max_console_bytes_ - console_bytes_ - bytes_per_line;
  const auto size = static_cast<std::int64_t>(text.size());
  if (size <= left) {
    console_bytes_ += size + bytes_per_line;
    logs_.push_back({std::string(level), std::string(text), time});
    return;
  }
  console_cut_ = true;
  if (left > 0) {
    const std::string_view kept = cut_at_character(text, static_cast<std::size_t>(left));
    logs_.push_back({std::string(level), std::string(kept), time});
  }
  logs_.push_back({"warn",
                   "[console output cut: it is over " + std::to_string(max_console_bytes_) +
                       " bytes (limits.maxConsoleOutputBytes)]",
                   time});
}

void Ledger::add_call(std::string_view name) {
  calls_.push_back({CallRecord{std::string(name), CallState::queued, {}}, {}});
}

void Ledger::add_earlier_call(std::uint64_t id, std::string_view name) {
  earlier_.push_back(id);
  calls_.push_back({CallRecord{std::string(name), CallState::interrupted, {}}, {}});
}

Ledger::Entry& Ledger::entry(std::uint64_t id) {
  if (id > calls_before_) return calls_[earlier_.size() + (id - calls_before_ - 1)];
  const auto place = std::find(earlier_.begin(), earlier_.end(), id) - earlier_.begin();
  return calls_[static_cast<std::size_t>(place)];
}

void Ledger::call_started(std::uint64_t id) {
  Entry& call = entry(id);
  call.record.state = CallState::running;
  call.started = std::chrono::steady_clock::now();
}

void Ledger::call_ended(std::uint64_t id, bool failed) {
  Entry& call = entry(id);
  if (call.record.state == CallState::refused) return;
  call.record.state = failed ? CallState::failed : CallState::completed;
  call.record.duration = std::chrono::steady_clock::now() - call.started;
}

void Ledger::call_refused(std::uint64_t id) { entry(id).record.state = CallState::refused; }

void Ledger::call_cancelled(std::uint64_t id) {
  Entry& call = entry(id);
  if (call.record.state == CallState::running) {
    call.record.duration = std::chrono::steady_clock::now() - call.started;
  }
  call.record.state = CallState::cancelled;
}

void Ledger::call_interrupted(std::uint64_t id) {
  Entry& call = entry(id);
  call.record.state = CallState::interrupted;
  call.record.duration = std::chrono::steady_clock::now() - call.started;
}

void Ledger::rewind(const Mark& mark) {
  logs_.resize(mark.logs);
  calls_.resize(mark.calls);
  console_bytes_ = mark.console_bytes;
  console_cut_ = mark.console_cut;
}

std::vector<CallRecord> Ledger::take_calls() {
  std::vector<CallRecord> records;
  records.reserve(calls_.size());
  for (Entry& entry : calls_) {
    if (entry.record.state == CallState::running) {
      entry.record.duration = std::chrono::steady_clock::now() - entry.started;
    }
    records.push_back(std::move(entry.record));
  }
  calls_.clear();
  return records;
}

}  // namespace modebox::engine
