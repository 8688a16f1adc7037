// What a run's guest asks of its host during an entry, and the host functions
// that are called for it. The guest's messages are hostile; nothing here may
// throw into the sandbox.
#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "src/engine/run.h"

namespace modebox::engine {
namespace {

using sandbox::CallAnswer;
using sandbox::StopReason;

CallAnswer stop_with(StopReason reason) { return CallAnswer{{}, reason}; }

template <typename... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace

CallAnswer Run::call(ByteView message) noexcept {
  try {
    return take_message(message);
  } catch (const std::bad_alloc&) {
    // The step that entered the guest says so.
    host_is_out_of_memory_ = true;
    return stop_with(StopReason::internal);
  }
}

CallAnswer Run::take_message(ByteView message) {
  const Result<GuestMessage> parsed = read_guest_message(message);
  if (!parsed) {
    fail(ErrorKind::internal, parsed.error().message);
    return stop_with(StopReason::internal);
  }
  return std::visit(
      Overloaded{
          [this](const CallMessage& call) { return take_call(call); },
          [this](const LogMessage& log) {
            Lock lock(mutex_);
            ledger_.add_log(log.level, log.text, poll(sandbox::PollKind::wall_clock).value);
            return CallAnswer{};
          },
          [this](const RandomMessage& random) {
            reply_.resize(random.bytes);
            surroundings_.random->fill(reply_);
            return CallAnswer{reply_};
          },
          [](const OutOfMemoryMessage&) { return stop_with(StopReason::out_of_memory); },
          [this](const BrokenMessage& broken) {
            fail(ErrorKind::internal, "The sandbox broke down: " + std::string(broken.text));
            return stop_with(StopReason::internal);
          },
      },
      *parsed);
}

sandbox::PollAnswer Run::poll(sandbox::PollKind kind) noexcept {
  switch (kind) {
    case sandbox::PollKind::interpreter:
      ++fuel_used_;
      if (options_.limits.fuel && fuel_used_ > static_cast<std::uint64_t>(*options_.limits.fuel)) {
        return {0, StopReason::out_of_fuel};
      }
      return {};
    case sandbox::PollKind::wall_clock:
      if (options_.virtual_clock) return {*options_.virtual_clock + virtual_elapsed_ms_};
      return {surroundings_.clock->wall_ms()};
    case sandbox::PollKind::monotonic:
      return {elapsed_ms()};
  }
  return {};
}

CallAnswer Run::take_call(const CallMessage& message) {
  const auto max_calls = static_cast<std::uint64_t>(options_.limits.max_host_calls);
  {
    Lock lock(mutex_);
    if (ledger_.calls() >= max_calls) return stop_with(StopReason::host_call_limit);
    if (message.tool >= tools_->size() || message.id != ledger_.calls() + 1 ||
        message.synchronous != (*tools_)[message.tool].is_synchronous()) {
      return stop_with(StopReason::internal);
    }
    ledger_.add_call((*tools_)[message.tool].name());
  }
  if (message.synchronous) return call_synchronously(message);

  // Calls that wait cost host memory: together they may take as much as the
  // script itself.
  if (queued_bytes_ + message.arguments.size() >
      static_cast<std::size_t>(options_.limits.memory_limit)) {
    {
      Lock lock(mutex_);
      ++in_flight_;
      ledger_.call_started(message.id);
    }
    settle(message.id, ToolError{"Too many host calls wait with too many bytes of arguments.",
                                 "RangeError", "RUN_TOO_LARGE"});
    return {};
  }
  queued_bytes_ += message.arguments.size();
  queued_.push_back(
      {message.id, message.tool, Bytes(message.arguments.begin(), message.arguments.end())});
  return {};
}

CallAnswer Run::call_synchronously(const CallMessage& message) {
  const Tool& tool = (*tools_)[message.tool];
  Result<std::vector<Value>> arguments = read_arguments(message.arguments);
  {
    Lock lock(mutex_);
    ledger_.call_started(message.id);
    cpu_.leave();
  }
  const ToolResult result =
      arguments ? call_tool(tool, make_call(tool, message.id, std::move(*arguments)))
                : ToolResult(ToolError{arguments.error().message, "TypeError"});
  if (over()) return stop_with(StopReason::aborted);
  reply_ = encode_reply(result, options_.limits.max_host_function_output);
  Lock lock(mutex_);
  ledger_.call_ended(message.id, std::holds_alternative<ToolError>(result));
  cpu_.enter();
  return CallAnswer{reply_};
}

/// Starts the calls that wait, as many as may be in flight. True if there was
/// one.
bool Run::dispatch_calls() {
  bool any = false;
  while (!queued_.empty()) {
    {
      Lock lock(mutex_);
      if (phase_ == Phase::over || stop_reason_ != StopReason::none) break;
      if (in_flight_ >= options_.limits.max_in_flight_host_calls) break;
      ++in_flight_;
      ledger_.call_started(queued_.front().id);
    }
    QueuedCall call = std::move(queued_.front());
    queued_.pop_front();
    queued_bytes_ -= call.arguments.size();
    dispatch(std::move(call));
    any = true;
  }
  return any;
}

void Run::dispatch(QueuedCall call) {
  const Tool& tool = (*tools_)[call.tool];
  Result<std::vector<Value>> arguments = read_arguments(call.arguments);
  if (!arguments) {
    settle(call.id, ToolError{arguments.error().message, "TypeError"});
    return;
  }
  HostCall host_call = make_call(tool, call.id, std::move(*arguments));
  if (!tool.is_async()) {
    settle(call.id, call_tool(tool, host_call));
    return;
  }
  const std::weak_ptr<Run> weak = weak_from_this();
  tool.start(std::move(host_call), Reply([weak, id = call.id](ToolResult result) {
               if (const auto run = weak.lock()) run->settle(id, result);
             }));
}

HostCall Run::make_call(const Tool& tool, std::uint64_t id, std::vector<Value> arguments) {
  Lock lock(mutex_);
  if (!call_cancel_) call_cancel_.emplace();
  return HostCall{tool.name(), std::move(arguments), id, *call_cancel_};
}

/// A function of the host may take long: while it runs, a stop need not wait
/// for it.
ToolResult Run::call_tool(const Tool& tool, const HostCall& call) {
  {
    Lock lock(mutex_);
    in_host_function_ = true;
  }
  ToolResult result = tool.call(call);
  Lock lock(mutex_);
  in_host_function_ = false;
  return result;
}

void Run::settle(std::uint64_t id, const ToolResult& result) {
  Bytes answer;
  try {
    answer = encode_answer(id, result, options_.limits.max_host_function_output);
  } catch (const std::bad_alloc&) {
    answer = encode_answer(id, ToolError{"The host has no memory left for the answer."},
                           options_.limits.max_host_function_output);
  }
  Lock lock(mutex_);
  if (phase_ == Phase::over) return;
  --in_flight_;
  ledger_.call_ended(id, std::holds_alternative<ToolError>(result));
  answers_.push_back(std::move(answer));
  make_ready(lock);
}

}  // namespace modebox::engine
