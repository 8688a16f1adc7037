// What a run leaves besides its outcome: console output and the list of its
// host calls, both bounded, whatever the script does.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/outcome.h"
#include "src/engine/run_state.h"

namespace modebox::engine {

/// Not thread-safe; the run guards it.
class Ledger {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  /// Goes on where `before` stands.
  Ledger(std::int64_t max_console_bytes, const Progress& before = {})
      : max_console_bytes_(max_console_bytes),
        calls_before_(before.calls),
        console_bytes_(before.console_bytes),
        console_cut_(before.console_cut) {}

  /// Keeps a line of console output, as far as the limit allows; what does not
  /// fit is cut at a character, and a last line says so.
  void add_log(std::string_view level, std::string_view text, double time);

  /// Notes a call the script made; calls are numbered from 1.
  void add_call(std::string_view name);
  /// Notes an earlier call that is still open. Before all others, in their order.
  void add_earlier_call(std::uint64_t id, std::string_view name);
  /// How many calls the script has made, earlier ones included.
  std::uint64_t calls() const { return calls_before_ + calls_.size() - earlier_.size(); }
  std::int64_t console_bytes() const { return console_bytes_; }
  bool console_cut() const { return console_cut_; }
  void call_started(std::uint64_t id);
  /// The duration is that since it started. One that was refused stays so.
  void call_ended(std::uint64_t id, bool failed);
  /// It is not made.
  void call_refused(std::uint64_t id);
  /// The script gave it up.
  void call_cancelled(std::uint64_t id);
  /// It waits for a person.
  void call_interrupted(std::uint64_t id);

  /// How much there is, to come back to.
  struct Mark {
    std::size_t logs;
    std::size_t calls;
    std::int64_t console_bytes;
    bool console_cut;
  };
  Mark mark() const { return {logs_.size(), calls_.size(), console_bytes_, console_cut_}; }
  /// Forgets the lines and calls since then; none of the calls may have started.
  void rewind(const Mark& mark);

  /// Moves everything out; call it once, at the end of the run.
  std::vector<LogEntry> take_logs() { return std::move(logs_); }
  std::vector<CallRecord> take_calls();

 private:
  struct Entry {
    CallRecord record;
    TimePoint started;
  };

  Entry& entry(std::uint64_t id);

  const std::int64_t max_console_bytes_;
  const std::uint64_t calls_before_;
  std::int64_t console_bytes_;
  bool console_cut_;
  std::vector<LogEntry> logs_;
  std::vector<std::uint64_t> earlier_;  // ids of the first entries of calls_
  std::vector<Entry> calls_;
};

}  // namespace modebox::engine
