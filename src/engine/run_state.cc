#include "src/engine/run_state.h"

#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include "src/base/hex.h"
#include "src/value/cbor_encode.h"
#include "src/value/cbor_reader.h"
#include "src/value/cbor_writer.h"

namespace modebox::engine {
namespace {

using value::CborReader;
using value::CborWriter;

constexpr std::uint64_t format = 1;

// ---- Writing

void write_optional(CborWriter& out, const std::optional<double>& number) {
  if (number) {
    out.number(*number);
  } else {
    out.null();
  }
}

void write_count(CborWriter& out, std::int64_t count) {
  out.uint(static_cast<std::uint64_t>(count));
}

/// Digits that are known to be hexadecimal, as bytes.
void write_hex(CborWriter& out, std::string_view digits) { out.bytes(from_hex(digits)); }

void write_binding(CborWriter& out, const Binding& binding) {
  out.array(7);
  write_hex(out, binding.token_id);
  out.number(binding.created_ms);
  out.number(binding.expires_ms);
  write_hex(out, binding.image_hash);
  write_hex(out, binding.tool_set_hash);
  write_hex(out, binding.store_id);
  out.string(binding.audience);
}

/// All limits, in the order in which they are numbered in a token. One that is off is 0,
/// which no limit can be.
constexpr std::size_t limit_count = 13;
std::array<std::int64_t, limit_count> to_numbers(const Limits& limits) {
  return {limits.timeout.count(),
          limits.cpu_timeout ? limits.cpu_timeout->count() : 0,
          limits.fuel.value_or(0),
          limits.memory_limit,
          limits.max_stack_size,
          limits.max_source,
          limits.max_result,
          limits.max_console_output,
          limits.max_host_function_arguments,
          limits.max_host_function_output,
          limits.max_host_calls,
          limits.max_in_flight_host_calls,
          limits.max_continuation};
}

Limits from_numbers(const std::array<std::int64_t, limit_count>& numbers) {
  using std::chrono::milliseconds;
  Limits limits;
  limits.timeout = milliseconds(numbers[0]);
  if (numbers[1] != 0) limits.cpu_timeout = milliseconds(numbers[1]);
  if (numbers[2] != 0) limits.fuel = numbers[2];
  std::int64_t* const rest[] = {&limits.memory_limit,
                                &limits.max_stack_size,
                                &limits.max_source,
                                &limits.max_result,
                                &limits.max_console_output,
                                &limits.max_host_function_arguments,
                                &limits.max_host_function_output,
                                &limits.max_host_calls,
                                &limits.max_in_flight_host_calls,
                                &limits.max_continuation};
  for (std::size_t i = 0; i < std::size(rest); ++i) *rest[i] = numbers[3 + i];
  return limits;
}

/// Only those that are not the default.
void write_limits(CborWriter& out, const Limits& limits) {
  const auto usual = to_numbers(Limits());
  const auto numbers = to_numbers(limits);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < limit_count; ++i) changed += numbers[i] != usual[i] ? 1 : 0;
  out.map(changed);
  for (std::size_t i = 0; i < limit_count; ++i) {
    if (numbers[i] == usual[i]) continue;
    out.uint(i);
    write_count(out, numbers[i]);
  }
}

void write_progress(CborWriter& out, const Progress& progress) {
  out.array(9);
  out.uint(progress.calls);
  out.uint(progress.calls_before_run);
  out.uint(progress.fuel);
  write_count(out, progress.console_bytes);
  out.boolean(progress.console_cut);
  out.boolean(progress.has_read_source);
  write_optional(out, progress.due);
  out.number(progress.began_wall_ms);
  out.number(progress.elapsed_ms);
}

void write_pending(CborWriter& out, std::vector<std::byte>& bytes, const PendingCall& call) {
  out.array(call.payload ? 6 : 5);
  out.uint(call.id);
  out.uint(call.tool);
  out.uint(static_cast<std::uint64_t>(call.reason));
  write_hex(out, call.interruption_id);
  out.bytes(call.arguments);
  // A payload that is too deep was refused where it came from.
  if (call.payload && !value::encode_to(bytes, *call.payload)) out.undefined();
}

// ---- Reading

std::optional<double> read_optional(CborReader& in) {
  if (in.take_null()) return std::nullopt;
  return in.number();
}

void expect(CborReader& in, std::size_t items) {
  if (in.array() != items) in.fail("wrong number of items");
}

std::string read_hex(CborReader& in) { return to_hex(in.bytes()); }

double read_time(CborReader& in) {
  const double time = in.number();
  if (!(std::abs(time) <= 8.64e15)) in.fail("a time that does not exist");
  return time;
}

Binding read_binding(CborReader& in) {
  Binding binding;
  expect(in, 7);
  binding.token_id = read_hex(in);
  binding.created_ms = read_time(in);
  binding.expires_ms = read_time(in);
  binding.image_hash = read_hex(in);
  binding.tool_set_hash = read_hex(in);
  binding.store_id = read_hex(in);
  binding.audience = in.text();
  return binding;
}

std::int64_t read_count(CborReader& in) {
  const std::uint64_t count = in.uint();
  if (count > static_cast<std::uint64_t>(INT64_MAX)) in.fail("a count that is too large");
  return static_cast<std::int64_t>(count);
}

Limits read_limits(CborReader& in) {
  auto numbers = to_numbers(Limits());
  for (std::size_t left = in.map(); left > 0 && in.ok(); --left) {
    const std::uint64_t which = in.uint();
    const std::int64_t number = read_count(in);
    if (which < limit_count) {
      numbers[which] = number;
    } else {
      in.fail("a limit that does not exist");
    }
  }
  const Limits limits = from_numbers(numbers);
  if (in.ok() && !check(limits)) in.fail("limits that do not exist");
  return limits;
}

Progress read_progress(CborReader& in) {
  Progress progress;
  expect(in, 9);
  progress.calls = in.uint();
  progress.calls_before_run = in.uint();
  progress.fuel = in.uint();
  progress.console_bytes = read_count(in);
  progress.console_cut = in.boolean();
  progress.has_read_source = in.boolean();
  progress.due = read_optional(in);
  progress.began_wall_ms = read_time(in);
  progress.elapsed_ms = read_time(in);
  return progress;
}

PendingCall read_pending(CborReader& in, const RunState& run) {
  PendingCall call;
  const std::size_t items = in.array();
  if (items != 5 && items != 6) in.fail("wrong number of items");
  call.id = in.uint();
  call.tool = in.uint();
  const std::uint64_t reason = in.uint();
  call.interruption_id = read_hex(in);
  const ByteView arguments = in.bytes();
  call.arguments.assign(arguments.begin(), arguments.end());
  if (items == 6) call.payload = in.value(value::DecodeLimits::for_message(arguments.size()));
  if (reason > static_cast<std::uint64_t>(InterruptionReason::interrupt) || call.id == 0 ||
      call.id > run.progress.calls || call.tool >= run.tools.size()) {
    in.fail("a call that does not exist");
  }
  call.reason = static_cast<InterruptionReason>(reason);
  return call;
}

RunState read_run(CborReader& in) {
  RunState run;
  run.source_name = in.text();
  run.limits = read_limits(in);
  run.seed = in.uint();
  run.seeded = in.boolean();
  run.virtual_clock = read_optional(in);
  run.progress = read_progress(in);
  for (std::size_t left = in.array(); left > 0 && in.ok(); --left)
    run.tools.emplace_back(in.text());
  for (std::size_t left = in.array(); left > 0 && in.ok(); --left) {
    run.pending.push_back(read_pending(in, run));
  }
  for (std::size_t left = in.map(); left > 0 && in.ok(); --left) {
    std::string name(in.text());
    const ByteView bytes = in.bytes();
    run.attachments.emplace(std::move(name), Bytes(bytes.begin(), bytes.end()));
  }
  return run;
}

}  // namespace

Bytes encode_state(const Binding& binding, const RunState& run) {
  Bytes bytes;
  CborWriter out(bytes);
  out.array(11);
  out.uint(format);
  write_binding(out, binding);
  out.string(run.source_name);
  write_limits(out, run.limits);
  out.uint(run.seed);
  out.boolean(run.seeded);
  write_optional(out, run.virtual_clock);
  write_progress(out, run.progress);
  out.array(run.tools.size());
  for (const std::string& tool : run.tools) out.text(tool);
  out.array(run.pending.size());
  for (const PendingCall& call : run.pending) write_pending(out, bytes, call);
  out.map(run.attachments.size());
  for (const auto& [name, saved] : run.attachments) {
    out.text(name);
    out.bytes(saved);
  }
  return bytes;
}

Result<SealedState> decode_state(ByteView bytes) {
  CborReader in(bytes);
  expect(in, 11);
  if (in.uint() != format) in.fail("another version");
  SealedState state;
  state.binding = read_binding(in);
  state.run = read_run(in);
  in.finish();
  if (!in.ok()) return Error{"The continuation was made by another version of modebox."};
  return state;
}

}  // namespace modebox::engine
