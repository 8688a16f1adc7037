#include "src/engine/messages.h"

#include <utility>

#include "modebox/text.h"
#include "src/value/cbor_encode.h"
#include "src/value/cbor_reader.h"
#include "src/value/cbor_writer.h"

namespace modebox::engine {
namespace {

using value::CborReader;
using value::CborWriter;

// Kinds of message, the first element of each (docs/boundary.md).
namespace to_guest {
constexpr std::uint64_t start = 0;
constexpr std::uint64_t answers = 1;
constexpr std::uint64_t resume = 2;
constexpr std::uint64_t again = 3;
constexpr std::uint64_t tidy = 4;
}  // namespace to_guest
namespace from_guest {
constexpr std::uint64_t call = 0;
constexpr std::uint64_t synchronous_call = 1;
constexpr std::uint64_t log = 2;
constexpr std::uint64_t random = 3;
constexpr std::uint64_t out_of_memory = 4;
constexpr std::uint64_t broken = 5;
constexpr std::uint64_t cancel = 6;
}  // namespace from_guest
namespace entry {
constexpr std::uint64_t waiting = 0;
constexpr std::uint64_t completed = 1;
constexpr std::uint64_t failed = 2;
}  // namespace entry
namespace settled {
constexpr std::uint64_t value = 0;
constexpr std::uint64_t error = 1;
}  // namespace settled

namespace tool_kind {
constexpr std::uint64_t asynchronous = 0;
constexpr std::uint64_t synchronous = 1;
constexpr std::uint64_t fetch = 2;
}  // namespace tool_kind

constexpr std::size_t max_random_bytes = 65536;

/// Any bytes: a host's exception may say anything.
void write_string(CborWriter& writer, std::string_view bytes) {
  if (find_invalid_wtf8(bytes) == std::string_view::npos) {
    writer.string(bytes);
  } else {
    writer.text(bytes);
  }
}

/// As much of an error as can be said in few bytes.
void write_error(CborWriter& writer, const ToolError& error) {
  writer.uint(settled::error);
  write_string(writer, error.name);
  write_string(writer, error.message);
  if (error.code.empty()) {
    writer.null();
  } else {
    write_string(writer, error.code);
  }
}

/// An answer's or a reply's array. `id` is left out for a reply.
Bytes encode_settled(std::optional<std::uint64_t> id, const ToolResult& result,
                     std::int64_t max_bytes) {
  const std::size_t lead = id ? 1 : 0;
  const auto begin = [&](CborWriter& writer, std::size_t items) {
    writer.array(lead + items);
    if (id) writer.uint(*id);
  };
  value::EncodeLimits limits;
  limits.max_bytes = static_cast<std::size_t>(max_bytes);
  Bytes out;
  CborWriter writer(out);
  const auto fail = [&](const ToolError& error) {
    out.clear();
    begin(writer, 5);
    write_error(writer, error);
    writer.undefined();
  };
  if (const ToolError* error = std::get_if<ToolError>(&result)) {
    begin(writer, 5);
    write_error(writer, *error);
    const bool whole = value::encode_to(out, error->data, limits).ok();
    if (whole && out.size() <= static_cast<std::size_t>(max_bytes)) return out;
    // The data may be what is too large.
    fail({error->message, error->name, error->code});
    if (out.size() <= static_cast<std::size_t>(max_bytes)) return out;
    fail(
        {"The host function failed with an error that is too large "
         "(limits.maxHostFunctionOutputBytes).",
         "RangeError", "RUN_TOO_LARGE"});
    return out;
  }
  if (std::holds_alternative<Interrupt>(result)) {
    return encode_settled(id, ToolError{"A synchronous host function can not interrupt."},
                          max_bytes);
  }
  begin(writer, 2);
  writer.uint(settled::value);
  const Status encoded = value::encode_to(out, std::get<Value>(result), limits);
  if (encoded) return out;
  fail({"The host function's answer can not enter the sandbox: " + encoded.error().message +
            " (limits.maxHostFunctionOutputBytes is " + std::to_string(max_bytes) + ").",
        "RangeError", "RUN_TOO_LARGE"});
  return out;
}

std::uint64_t kind_of_tool(const Tool& tool) {
  if (tool.is_web_fetch()) return tool_kind::fetch;
  return tool.is_synchronous() ? tool_kind::synchronous : tool_kind::asynchronous;
}

/// Those that the guest keeps itself.
void write_limits(CborWriter& writer, const Limits& limits) {
  writer.uint(static_cast<std::uint64_t>(limits.max_result));
  writer.uint(static_cast<std::uint64_t>(limits.max_host_function_arguments));
  writer.uint(static_cast<std::uint64_t>(limits.max_stack_size));
  writer.uint(static_cast<std::uint64_t>(limits.memory_limit));
}

void write_answers(CborWriter& writer, std::span<const Bytes> answers) {
  writer.array(answers.size());
  for (const Bytes& answer : answers) writer.raw(answer);
}

Error malformed(const CborReader& reader) {
  return Error{"The sandbox sent a malformed message: " + reader.error().message + "."};
}

RunError read_run_error(CborReader& reader, std::size_t items) {
  RunError error;
  const std::string_view kind = reader.text();
  if (const std::optional<ErrorKind> known = kind_of(kind)) {
    error.kind = *known;
  } else {
    reader.fail("there is no such kind of error");
  }
  error.name = reader.text();
  error.message = reader.text();
  error.stack = reader.text();
  error.code = code_of(error.kind);
  if (!reader.take_null()) {
    const std::string_view code = reader.text();
    if (error.kind == ErrorKind::uncaught && !code.starts_with("RUN_")) error.code = code;
  }
  error.line = static_cast<std::int64_t>(reader.uint() & 0x7FFFFFFF);
  error.column = static_cast<std::int64_t>(reader.uint() & 0x7FFFFFFF);
  if (items == 9) error.thrown = reader.value();
  return error;
}

}  // namespace

Bytes start_message(std::string_view source, const RunOptions& options,
                    const std::vector<Tool>& tools, std::uint64_t seed) {
  Bytes out;
  out.reserve(source.size() + 64 * tools.size() + 128);
  CborWriter writer(out);
  writer.array(11);
  writer.uint(to_guest::start);
  writer.text(source);
  writer.text(options.source_name);
  writer.array(tools.size());
  for (const Tool& tool : tools) {
    writer.array(2);
    writer.text(tool.name());
    writer.uint(kind_of_tool(tool));
  }
  write_limits(writer, options.limits);
  writer.uint(seed);
  writer.boolean(options.seed.has_value());
  writer.boolean(options.call_function_result);
  return out;
}

Bytes encode_answer(std::uint64_t call_id, const ToolResult& result, std::int64_t max_bytes) {
  return encode_settled(call_id, result, max_bytes);
}

std::uint64_t answered_call(ByteView answer) {
  CborReader reader(answer);
  reader.array();
  return reader.uint();
}

bool answer_is_value(ByteView answer) {
  CborReader reader(answer);
  reader.array();
  reader.uint();
  return reader.uint() == settled::value && reader.ok();
}

Bytes encode_reply(const ToolResult& result, std::int64_t max_bytes) {
  return encode_settled(std::nullopt, result, max_bytes);
}

Bytes answers_message(std::span<const Bytes> answers) {
  Bytes out;
  CborWriter writer(out);
  writer.array(2);
  writer.uint(to_guest::answers);
  write_answers(writer, answers);
  return out;
}

Bytes resume_message(const Limits& limits, std::span<const Bytes> answers) {
  Bytes out;
  CborWriter writer(out);
  writer.array(6);
  writer.uint(to_guest::resume);
  write_limits(writer, limits);
  write_answers(writer, answers);
  return out;
}

Bytes tidy_message() {
  Bytes out;
  CborWriter writer(out);
  writer.array(1);
  writer.uint(to_guest::tidy);
  return out;
}

Bytes again_message(std::string_view source, const RunOptions& options) {
  Bytes out;
  out.reserve(source.size() + 128);
  CborWriter writer(out);
  writer.array(8);
  writer.uint(to_guest::again);
  writer.text(source);
  writer.text(options.source_name);
  write_limits(writer, options.limits);
  writer.boolean(options.call_function_result);
  return out;
}

Result<GuestMessage> read_guest_message(ByteView message) {
  CborReader reader(message);
  const std::size_t items = reader.array();
  const std::uint64_t kind = reader.uint();
  const auto expect_items = [&](std::size_t expected) {
    if (items != expected) reader.fail("wrong number of items");
  };
  GuestMessage result;
  switch (kind) {
    case from_guest::call:
    case from_guest::synchronous_call: {
      expect_items(4);
      CallMessage call;
      call.synchronous = kind == from_guest::synchronous_call;
      call.id = reader.uint();
      call.tool = reader.uint();
      if (reader.peek() != CborReader::Type::array) reader.fail("expected the arguments");
      call.arguments = reader.raw();
      result = call;
      break;
    }
    case from_guest::log: {
      expect_items(3);
      LogMessage log;
      log.level = reader.text();
      log.text = reader.text();
      result = log;
      break;
    }
    case from_guest::random: {
      expect_items(2);
      const std::uint64_t bytes = reader.uint();
      if (bytes == 0 || bytes > max_random_bytes) reader.fail("wrong number of random bytes");
      result = RandomMessage{static_cast<std::size_t>(bytes)};
      break;
    }
    case from_guest::cancel:
      expect_items(2);
      result = CancelMessage{reader.uint()};
      break;
    case from_guest::out_of_memory:
      expect_items(1);
      result = OutOfMemoryMessage{};
      break;
    case from_guest::broken:
      expect_items(2);
      result = BrokenMessage{reader.text()};
      break;
    default:
      reader.fail("there is no such kind of message");
  }
  reader.finish();
  if (!reader.ok()) return malformed(reader);
  return result;
}

Result<std::vector<Value>> read_arguments(ByteView arguments) {
  CborReader reader(arguments);
  Value array = reader.value(value::DecodeLimits::for_message(arguments.size()));
  reader.finish();
  if (reader.takes_too_much_memory()) {
    return Error{"The arguments of a host call take too much memory in the host."};
  }
  if (!reader.ok()) return malformed(reader);
  std::vector<Value> values;
  values.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array[i]);
  return values;
}

Result<EntryOutcome> read_entry_outcome(ByteView message) {
  CborReader reader(message);
  const std::size_t items = reader.array();
  EntryOutcome outcome = Waiting{};
  switch (reader.uint()) {
    case entry::waiting:
      if (items != 2) reader.fail("wrong number of items");
      if (!reader.take_null()) std::get<Waiting>(outcome).due = reader.number();
      break;
    case entry::completed:
      if (items != 2) reader.fail("wrong number of items");
      outcome = Completed{reader.value(value::DecodeLimits::for_message(message.size()))};
      break;
    case entry::failed:
      if (items != 8 && items != 9) reader.fail("wrong number of items");
      outcome = Failed{read_run_error(reader, items)};
      break;
    default:
      reader.fail("there is no such kind of outcome");
  }
  reader.finish();
  if (reader.takes_too_much_memory()) {
    return EntryOutcome(Failed{
        run_error(ErrorKind::too_large, "The value at the end takes too much memory in the host: " +
                                            reader.error().message + ".")});
  }
  if (!reader.ok()) return malformed(reader);
  return outcome;
}

}  // namespace modebox::engine
