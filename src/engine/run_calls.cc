// What a run's guest asks of its host during an entry, and the host functions
// that are called for it. The guest's messages are hostile; nothing here may
// throw into the sandbox.
#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "src/engine/run.h"
#include "src/tools/tool_schemas.h"

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

/// Why the call can not be made: arguments that can not be read, do not fit the tool's schema,
/// which may fill them in, or that its check refuses.
std::optional<ToolError> refusal_of(const Tool& tool, Result<std::vector<Value>>& arguments,
                                    schema::Budget& budget) {
  if (!arguments) return ToolError{arguments.error().message, "TypeError"};
  std::optional<ToolError> misfit = check_arguments(tool, *arguments, budget);
  return misfit ? std::move(misfit) : tool.refusal(*arguments);
}

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
  if (slice_is_over() || (slice_ && message.size() > surroundings_.slices.most_output)) {
    return stop_with(StopReason::slice_over);
  }
  const Result<GuestMessage> parsed = read_guest_message(message);
  if (!parsed) {
    fail(ErrorKind::internal, parsed.error().message);
    return stop_with(StopReason::internal);
  }
  return std::visit(
      Overloaded{
          [this](const CallMessage& call) { return take_call(call); },
          [this](const LogMessage& log) {
            if (is_too_much_for_slice(log.text.size())) return stop_with(StopReason::slice_over);
            Lock lock(mutex_);
            ledger_.add_log(log.level, log.text, wall_ms());
            return CallAnswer{};
          },
          [this](const RandomMessage& random) {
            if (slice_) return stop_with(StopReason::slice_over);
            reply_.resize(random.bytes);
            surroundings_.random->fill(reply_);
            return CallAnswer{reply_};
          },
          [this](const CancelMessage& cancel) { return take_cancel(cancel); },
          [](const OutOfMemoryMessage&) { return stop_with(StopReason::out_of_memory); },
          [this](const BrokenMessage& broken) {
            fail(ErrorKind::internal, "The sandbox broke down: " + std::string(broken.text));
            return stop_with(StopReason::internal);
          },
      },
      *parsed);
}

/// On the run's clock.
double Run::wall_ms() const {
  if (options_.virtual_clock) return *options_.virtual_clock + virtual_elapsed_ms_;
  return surroundings_.clock->wall_ms();
}

sandbox::PollAnswer Run::poll(sandbox::PollKind kind) noexcept {
  if (slice_is_over()) return {0, StopReason::slice_over};
  switch (kind) {
    case sandbox::PollKind::interpreter:
      ++fuel_used_;
      if (options_.limits.fuel && fuel_used_ > static_cast<std::uint64_t>(*options_.limits.fuel)) {
        return {0, StopReason::out_of_fuel};
      }
      return {};
    case sandbox::PollKind::wall_clock:
      return {wall_ms()};
    case sandbox::PollKind::monotonic:
      return {elapsed_ms()};
  }
  return {};
}

CallAnswer Run::take_call(const CallMessage& message) {
  // A synchronous one has its effect at once; nothing undoes that.
  if ((slice_ && message.synchronous) || is_too_much_for_slice(message.arguments.size())) {
    return stop_with(StopReason::slice_over);
  }
  const auto max_calls = static_cast<std::uint64_t>(options_.limits.max_host_calls);
  {
    Lock lock(mutex_);
    if (ledger_.calls() - calls_before_run_ >= max_calls)
      return stop_with(StopReason::host_call_limit);
    if (message.tool >= tools_->size() || message.id != ledger_.calls() + 1 ||
        message.synchronous != (*tools_)[message.tool].is_synchronous()) {
      return stop_with(StopReason::internal);
    }
    ledger_.add_call((*tools_)[message.tool].name());
  }
  if (message.synchronous) return call_synchronously(message);

  // Calls that are open cost host memory: together they may take as much as the
  // script itself.
  Lock lock(mutex_);
  if (kept_bytes_ + message.arguments.size() >
      static_cast<std::size_t>(options_.limits.memory_limit)) {
    if (slice_) return stop_with(StopReason::slice_over);
    ledger_.call_refused(message.id);
    answer(lock, message.id, true,
           encode_answer(message.id,
                         ToolError{"Too many host calls wait with too many bytes of arguments.",
                                   "RangeError", "RUN_TOO_LARGE"},
                         options_.limits.max_host_function_output));
    return {};
  }
  kept_bytes_ += message.arguments.size();
  queued_.push_back({message.id, message.tool,
                     Bytes(message.arguments.begin(), message.arguments.end()), std::nullopt});
  return {};
}

/// What it means is done when the entry has ended: it may be undone.
CallAnswer Run::take_cancel(const CancelMessage& message) {
  const Lock lock(mutex_);
  // Each call once at most.
  if (cancelled_.size() >= ledger_.calls()) return stop_with(StopReason::internal);
  cancelled_.push_back(message.id);
  return {};
}

/// False if the run is over.
bool Run::drop_cancelled_calls() {
  if (cancelled_.empty()) return true;
  std::vector<Cancel> to_tell;
  bool fine = true;
  for (const std::uint64_t id : std::exchange(cancelled_, {})) {
    fine = fine && drop_cancelled_call(id, to_tell);
  }
  // Their listeners run here.
  for (const Cancel& cancel : to_tell) cancel.cancel();
  if (!fine) fail(ErrorKind::internal, "The sandbox gave up a call that can not be given up.");
  return fine;
}

/// Wherever the call is, it is no more: its answer, if it has come or comes, is dropped. False if
/// it is not of a tool whose calls can be given up.
bool Run::drop_cancelled_call(std::uint64_t id, std::vector<Cancel>& to_tell) {
  const auto is_call = [id](const auto& call) { return call.id == id; };
  Lock lock(mutex_);
  std::erase_if(answers_, [id](const Bytes& answer) { return answered_call(answer) == id; });
  std::optional<std::uint64_t> tool;
  std::size_t bytes = 0;
  if (const auto queued = std::find_if(queued_.begin(), queued_.end(), is_call);
      queued != queued_.end()) {
    tool = queued->tool;
    bytes = queued->arguments.size();
    queued_.erase(queued);
  } else if (const auto pending = std::find_if(pending_.begin(), pending_.end(), is_call);
             pending != pending_.end()) {
    tool = pending->tool;
    bytes = pending->arguments.size();
    pending_.erase(pending);
  } else {
    for (const auto& [call, cancel] : own_cancels_) {
      if (call == id) to_tell.push_back(cancel);
    }
    const std::optional<PendingCall> running = take_running(lock, id);
    if (!running) return true;
    tool = running->tool;
    bytes = running->arguments.size();
    --in_flight_;
    // That no answer came in time is something read, too.
    if (policies_[*tool].source) has_read_source_ = true;
  }
  kept_bytes_ -= bytes;
  ledger_.call_cancelled(id);
  return (*tools_)[*tool].is_web_fetch();
}

CallAnswer Run::call_synchronously(const CallMessage& message) {
  const Tool& tool = (*tools_)[message.tool];
  Result<std::vector<Value>> arguments = read_arguments(message.arguments);
  {
    Lock lock(mutex_);
    ledger_.call_started(message.id);
    cpu_.leave();
  }
  schema::Budget checking;
  std::optional<ToolError> refusal = refusal_of(tool, arguments, checking);
  const bool was_refused = refusal.has_value();
  const ToolResult result =
      refusal ? ToolResult(*std::move(refusal))
              : checked_result(
                    tool, call_tool(tool, make_call(tool, message.id, std::move(*arguments), {})));
  if (over()) return stop_with(StopReason::aborted);
  reply_ = encode_reply(result, options_.limits.max_host_function_output);
  Lock lock(mutex_);
  if (policies_[message.tool].source) has_read_source_ = true;
  if (was_refused) ledger_.call_refused(message.id);
  ledger_.call_ended(message.id, !std::holds_alternative<Value>(result));
  cpu_.enter();
  return CallAnswer{reply_};
}

/// Starts the calls that wait, as many as may be in flight. True if there was
/// one.
bool Run::dispatch_calls() {
  bool any = false;
  while (!queued_.empty()) {
    if (is_for_worker(queued_.front())) {
      leave_thread();
      break;
    }
    {
      Lock lock(mutex_);
      if (phase_ == Phase::over || stop_reason_ != StopReason::none) break;
      if (in_flight_ >= options_.limits.max_in_flight_host_calls) break;
      ++in_flight_;
      ledger_.call_started(queued_.front().id);
    }
    QueuedCall call = std::move(queued_.front());
    queued_.pop_front();
    if (!dispatch(call)) {
      queued_.push_front(std::move(call));
      const Lock lock(mutex_);
      --in_flight_;
      leave_thread();
      break;
    }
    any = true;
    if (is_the_parents()) break;
  }
  return any;
}

/// Whether a lent thread may be held too long by it.
bool Run::is_for_worker(const QueuedCall& call) const {
  return lent_ != nullptr && (!(*tools_)[call.tool].is_async() ||
                              call.arguments.size() > surroundings_.slices.most_output);
}

/// False, and nothing has happened, if its arguments take too long to check on a lent thread.
bool Run::dispatch(QueuedCall& call) {
  const Tool& tool = (*tools_)[call.tool];
  const std::uint64_t id = call.id;
  Result<std::vector<Value>> arguments = read_arguments(call.arguments);
  // Before anybody is asked: no person sees a call that can not be made.
  schema::Budget checking(lent_ != nullptr ? surroundings_.slices.most_checking
                                           : schema::Budget::whole);
  std::optional<ToolError> refusal = refusal_of(tool, arguments, checking);
  if (lent_ != nullptr && checking.is_spent()) return false;
  std::optional<HostCall> host_call;
  std::optional<InterruptionReason> reason;
  if (!refusal) {
    host_call.emplace(make_call(tool, id, std::move(*arguments), call.resume));
    reason = reason_to_ask(call, *host_call);
  }
  {
    Lock lock(mutex_);
    running_.push_back({id, call.tool, std::move(call.arguments), {}, {}, {}});
    if (reason) {
      interrupt(lock, id, *reason, std::nullopt);
      return true;
    }
    if (refusal) ledger_.call_refused(id);
  }
  if (refusal) {
    settle(id, *std::move(refusal));
    return true;
  }
  if (!tool.is_async()) {
    settle(id, checked_result(tool, call_tool(tool, *host_call)));
    return true;
  }
  tell_of_call(tool);
  const std::weak_ptr<Run> weak = weak_from_this();
  tool.start(*std::move(host_call), Reply([weak, id, &tool](ToolResult result) {
    // The run holds the tool.
    if (const auto run = weak.lock()) run->settle(id, checked_result(tool, std::move(result)));
  }));
  return true;
}

void Run::tell_of_call(const Tool& tool) const {
  if (!options_.on_call) return;
  try {
    options_.on_call(tool.name());
  } catch (...) {  // NOLINT(bugprone-empty-catch): it is for showing only
  }
}

/// Why a person has to be asked before this call; nothing if nobody has to.
std::optional<InterruptionReason> Run::reason_to_ask(const QueuedCall& call,
                                                     const HostCall& host_call) {
  const ToolPolicy& policy = policies_[call.tool];
  if (call.resume) return std::nullopt;
  if (policy.approval == Approval::Kind::always ||
      (policy.approval == Approval::Kind::when &&
       (*tools_)[call.tool].approval().is_needed_for(host_call))) {
    return InterruptionReason::approval;
  }
  const Lock lock(mutex_);
  if (policy.sink && has_read_source_) return InterruptionReason::data_flow;
  return std::nullopt;
}

HostCall Run::make_call(const Tool& tool, std::uint64_t id, std::vector<Value> arguments,
                        std::optional<Resume> resume) {
  Lock lock(mutex_);
  if (tool.is_web_fetch()) {
    const Cancel cancel;
    own_cancels_.emplace_back(id, cancel);
    return HostCall{tool.name(), std::move(arguments), id, cancel, std::move(resume), attachments_};
  }
  if (!call_cancel_) call_cancel_.emplace();
  return HostCall{tool.name(),   std::move(arguments), id,
                  *call_cancel_, std::move(resume),    attachments_};
}

/// A function of the host may take long: while it runs, a stop need not wait
/// for it.
ToolResult Run::call_tool(const Tool& tool, const HostCall& call) {
  tell_of_call(tool);
  {
    Lock lock(mutex_);
    in_host_function_ = true;
  }
  ToolResult result = tool.call(call);
  Lock lock(mutex_);
  in_host_function_ = false;
  return result;
}

/// What a tool answered, on whichever thread.
void Run::settle(std::uint64_t id, const ToolResult& result) {
  const std::int64_t most = options_.limits.max_host_function_output;
  Bytes encoded;
  try {
    const Interrupt* asks = std::get_if<Interrupt>(&result);
    encoded = encode_answer(id, asks != nullptr ? ToolResult(asks->payload) : result, most);
    if (asks != nullptr && answer_is_value(encoded)) {
      Lock lock(mutex_);
      if (phase_ == Phase::over || !is_running(lock, id)) return;
      interrupt(lock, id, InterruptionReason::interrupt, asks->payload);
      return go_on(lock);
    }
  } catch (const std::bad_alloc&) {
    encoded = encode_answer(id, ToolError{"The host has no memory left for the answer."}, most);
  }
  Lock lock(mutex_);
  // A call that the script gave up is not there any more.
  if (phase_ == Phase::over || !is_running(lock, id)) return;
  // First what may fail for lack of memory: the answer must not be lost after that.
  answer(lock, id, !std::holds_alternative<Value>(result), std::move(encoded));
  const PendingCall call = *take_running(lock, id);
  --in_flight_;
  kept_bytes_ -= call.arguments.size();
  if (policies_[call.tool].source) has_read_source_ = true;
  go_on(lock);
}

void Run::answer(Lock&, std::uint64_t id, bool failed, Bytes encoded) {
  answers_.push_back(std::move(encoded));
  ledger_.call_ended(id, failed);
  woken_ = true;
}

/// A call in flight becomes one that waits for a person, and frees its place.
void Run::interrupt(Lock& lock, std::uint64_t id, InterruptionReason reason,
                    std::optional<Value> payload) {
  PendingCall call = *take_running(lock, id);
  call.reason = reason;
  call.payload = std::move(payload);
  call.interruption_id = surroundings_.continuations->new_interruption_id();
  pending_.push_back(std::move(call));
  --in_flight_;
  ledger_.call_interrupted(id);
  woken_ = true;
}

bool Run::is_running(Lock&, std::uint64_t id) const {
  return std::any_of(running_.begin(), running_.end(),
                     [id](const PendingCall& call) { return call.id == id; });
}

std::optional<PendingCall> Run::take_running(Lock&, std::uint64_t id) {
  const auto found = std::find_if(running_.begin(), running_.end(),
                                  [id](const PendingCall& call) { return call.id == id; });
  if (found == running_.end()) return std::nullopt;
  PendingCall call = std::move(*found);
  running_.erase(found);
  std::erase_if(own_cancels_, [id](const auto& own) { return own.first == id; });
  return call;
}

}  // namespace modebox::engine
