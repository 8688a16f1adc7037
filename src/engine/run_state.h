// What a run is besides its guest's memory: the part of a frozen run that the host
// keeps, and its form in a continuation (docs/continuation-format.md, State).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "modebox/approval.h"
#include "modebox/limits.h"
#include "modebox/result.h"
#include "src/engine/messages.h"

namespace modebox::engine {

/// A call that waits for a person.
struct PendingCall {
  std::uint64_t id = 0;
  std::uint64_t tool = 0;
  /// The one encoded array that was shown, and that will be executed.
  Bytes arguments;
  InterruptionReason reason = InterruptionReason::approval;
  std::string interruption_id;  // 32 hexadecimal digits
  /// What the tool interrupted with; nothing where a policy asks.
  std::optional<Value> payload;
};

/// How far a run has come: counters that go on after a pause.
struct Progress {
  /// Numbers of host calls given so far, and those before this run of a session.
  std::uint64_t calls = 0;
  std::uint64_t calls_before_run = 0;
  std::uint64_t fuel = 0;
  std::int64_t console_bytes = 0;
  bool console_cut = false;
  /// Data of a source has reached the script.
  bool has_read_source = false;
  /// When the next timer is due, on the run's clock in milliseconds.
  std::optional<double> due;
  /// The run's clock: when it stood at zero (milliseconds since the epoch, real
  /// clock) and where it stands.
  double began_wall_ms = 0;
  double elapsed_ms = 0;
};

struct RunState {
  std::string source_name;
  Limits limits;
  std::uint64_t seed = 0;
  bool seeded = false;
  std::optional<double> virtual_clock;
  Progress progress;
  /// Name of each tool, in the order in which the guest numbers them.
  std::vector<std::string> tools;
  std::vector<PendingCall> pending;
  /// What attachments saved, by name.
  std::map<std::string, Bytes> attachments;
};

/// What a session keeps between its runs: the guest's memory, frozen, and the rest.
/// No memory: no run has ended yet.
struct SessionState {
  Bytes memory;
  RunState run;
};

/// What binds a continuation, and names it in a store.
struct Binding {
  /// 32 hexadecimal digits, drawn anew for each continuation.
  std::string token_id;
  double created_ms = 0;
  double expires_ms = 0;
  std::string image_hash;
  std::string tool_set_hash;
  std::string store_id;
  std::string audience;
};

struct SealedState {
  Binding binding;
  RunState run;
};

Bytes encode_state(const Binding& binding, const RunState& run);
/// Fails on anything that encode_state would not write. What is wrong is not told
/// apart: the bytes were authentic, so they are those of another version.
Result<SealedState> decode_state(ByteView bytes);

}  // namespace modebox::engine
