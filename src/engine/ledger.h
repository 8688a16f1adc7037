// What a run leaves besides its outcome: console output and the list of its
// host calls, both bounded, whatever the script does.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/outcome.h"

namespace modebox::engine {

/// Not thread-safe; the run guards it.
class Ledger {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  explicit Ledger(std::int64_t max_console_bytes) : max_console_bytes_(max_console_bytes) {}

  /// Keeps a line of console output, as far as the limit allows; what does not
  /// fit is cut at a character, and a last line says so.
  void add_log(std::string_view level, std::string_view text, double time);

  /// Notes a call the script made; calls are numbered from 1.
  void add_call(std::string_view name);
  std::uint64_t calls() const { return calls_.size(); }
  void call_started(std::uint64_t id);
  /// The duration is that since it started.
  void call_ended(std::uint64_t id, bool failed);

  /// Moves everything out; call it once, at the end of the run.
  std::vector<LogEntry> take_logs() { return std::move(logs_); }
  std::vector<CallRecord> take_calls();

 private:
  struct Entry {
    CallRecord record;
    TimePoint started;
  };

  const std::int64_t max_console_bytes_;
  std::int64_t console_bytes_ = 0;
  bool console_cut_ = false;
  std::vector<LogEntry> logs_;
  std::vector<Entry> calls_;
};

}  // namespace modebox::engine
