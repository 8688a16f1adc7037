// The messages between a run and its guest (docs/boundary.md). What the guest
// sends is hostile: everything is checked here, once, and a message that breaks
// the format is an Error, which ends that run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "modebox/engine.h"
#include "modebox/outcome.h"
#include "modebox/result.h"
#include "modebox/tool.h"

namespace modebox::engine {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

/// The message that starts a run. `seed` is the user's or a drawn one.
Bytes start_message(std::string_view source, const RunOptions& options,
                    const std::vector<Tool>& tools, std::uint64_t seed);

/// One answer as it stands in an answers message. An answer over `max_bytes`,
/// or one that can not be encoded, becomes an error of that call.
Bytes encode_answer(std::uint64_t call_id, const ToolResult& result, std::int64_t max_bytes);

/// The call that an encoded answer is for.
std::uint64_t answered_call(ByteView answer);
/// Whether that answer brings a value, and not an error.
bool answer_is_value(ByteView answer);

/// The reply to a synchronous call, with the same rules.
Bytes encode_reply(const ToolResult& result, std::int64_t max_bytes);

/// Joins answers into the message of one entry; none is allowed (time moved).
Bytes answers_message(std::span<const Bytes> answers);
/// The same for the first entry of a run that was frozen: with the limits that
/// count from now on.
Bytes resume_message(const Limits& limits, std::span<const Bytes> answers);
/// Asks the guest to let go of what it does not need, before it is frozen.
Bytes tidy_message();
/// Starts a later run of a session.
Bytes again_message(std::string_view source, const RunOptions& options);

/// A call the script made. `arguments` is one encoded array, a view into the
/// message.
struct CallMessage {
  bool synchronous = false;
  std::uint64_t id = 0;
  std::uint64_t tool = 0;
  ByteView arguments;
};
struct LogMessage {
  std::string_view level;
  std::string_view text;
};
struct RandomMessage {
  std::size_t bytes = 0;
};
/// The script gives up a call.
struct CancelMessage {
  std::uint64_t id = 0;
};
struct OutOfMemoryMessage {};
struct BrokenMessage {
  std::string_view text;
};
using GuestMessage = std::variant<CallMessage, LogMessage, RandomMessage, CancelMessage,
                                  OutOfMemoryMessage, BrokenMessage>;

/// Reads what the guest sent during an entry. Views point into `message`.
Result<GuestMessage> read_guest_message(ByteView message);

/// The arguments of a call, decoded.
Result<std::vector<Value>> read_arguments(ByteView arguments);

/// The guest can not go on before an answer comes or time `due` (milliseconds
/// since the run began) is reached.
struct Waiting {
  std::optional<double> due;
};
using EntryOutcome = std::variant<Waiting, Completed, Failed>;

/// Reads how an entry ended.
Result<EntryOutcome> read_entry_outcome(ByteView message);

}  // namespace modebox::engine
