// What became of a script: its outcome, and what a run leaves besides it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "modebox/approval.h"
#include "modebox/value.h"

namespace modebox {

/// Why a run failed. The text of each is the enumerator's in TitleCase, as
/// `to_string` gives it (`OutOfMemory`).
enum class ErrorKind {
  syntax,
  /// The script holds TypeScript that can not be run.
  typescript,
  uncaught,
  unhandled_rejection,
  timeout,
  cpu_timeout,
  out_of_fuel,
  out_of_memory,
  aborted,
  stalled,
  detached_call,
  host_call_limit,
  too_large,
  not_serializable,
  /// A continuation was refused; the code says which way
  /// (`RUN_CONTINUATION_EXPIRED`).
  continuation,
  config,
  internal,
};

/// The kind's name on every surface: `Syntax`, `CpuTimeout`, ...
std::string_view to_string(ErrorKind kind);
/// The kind's stable code: `RUN_SYNTAX`, `RUN_CPU_TIMEOUT`, ...
std::string_view code_of(ErrorKind kind);
/// The kind of that name, nothing if there is none.
std::optional<ErrorKind> kind_of(std::string_view name);

/// What ended a run that failed.
struct RunError {
  ErrorKind kind = ErrorKind::internal;
  /// Stable code: the kind's own, or for Uncaught the thrown error's string
  /// `code` unless that begins with RUN_.
  std::string code;
  /// One sentence for a person; for Uncaught, the thrown error's message.
  std::string message;
  /// The thrown error's `name` (`TypeError`), empty where nothing was thrown.
  std::string name;
  /// Stack in the text that was passed in (`at f (script.ts:5:11)`), or empty.
  std::string stack;
  /// Where in the source, from 1, columns in UTF-16 code units; 0 if unknown.
  std::int64_t line = 0;
  std::int64_t column = 0;
  /// What was thrown, if a value was and it can be copied out.
  std::optional<Value> thrown;
};

/// An error of that kind, with the kind's code, in which nothing was thrown.
RunError run_error(ErrorKind kind, std::string message);
/// The same with a code of its own.
RunError run_error(ErrorKind kind, std::string message, std::string code);

/// The script ended; `value` is its completion value or what it returned.
struct Completed {
  Value value;
};
/// The run waits for a person, frozen and sealed.
struct Interrupted {
  /// The continuation token: encrypted, usable once, and all that is left of the
  /// run. Store it, and give it to Engine::resume, in this or another process.
  std::string continuation;
  /// What it waits for, in the order the script made the calls.
  std::vector<Interruption> interruptions;
};
/// The script did not end well.
struct Failed {
  RunError error;
};
using Outcome = std::variant<Completed, Interrupted, Failed>;

/// One line of console output.
struct LogEntry {
  /// `log`, `info`, `warn`, `error` or `debug`.
  std::string level;
  std::string text;
  /// Milliseconds since the Unix epoch, on the run's clock.
  double time = 0;
};

struct RunStats {
  std::chrono::nanoseconds wall_time{0};
  std::chrono::nanoseconds cpu_time{0};
  std::uint64_t host_calls = 0;
  /// Bytes of guest memory that the sandbox holds of its own at the end: what
  /// the run touched, and what an earlier run in the same sandbox left ready.
  std::uint64_t peak_memory = 0;
  /// The same in pages of 4 KiB.
  std::uint64_t dirty_pages = 0;
  /// Bytes of the continuation token, 0 where there is none.
  std::uint64_t token_size = 0;
  /// Polls of the interpreter, the unit of Limits::fuel.
  std::uint64_t fuel = 0;
};

/// How far a host call came. A caller can tell from it what need not be done
/// again after a failure. `cancelled`: the script gave it up; how far it had come is not known.
/// `refused`: it was not made, as its arguments did not fit or a person declined it.
enum class CallState { queued, running, completed, failed, interrupted, cancelled, refused };
std::string_view to_string(CallState state);

struct CallRecord {
  std::string name;
  CallState state = CallState::queued;
  std::chrono::nanoseconds duration{0};
};

struct [[nodiscard]] RunResult {
  Outcome outcome;
  std::vector<LogEntry> logs;
  RunStats stats;
  /// Every host call, in the order the script made them; after a resume those
  /// that waited at the pause, and those since then. The same goes for the logs.
  std::vector<CallRecord> calls;

  /// The completed value, or null when the run failed.
  const Value* value() const;
  /// What the run waits for, or null when it does not.
  const Interrupted* interrupted() const;
  /// The error, or null when the run did not fail.
  const RunError* error() const;
};

}  // namespace modebox
