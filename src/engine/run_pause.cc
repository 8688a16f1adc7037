// How a run stops being in this process and starts again in another: freezing and
// sealing it when only people are waited for, going on from an opened
// continuation, and, within one process, giving the sandbox back during a long
// wait.
#include <algorithm>
#include <utility>

#include "src/engine/run.h"

namespace modebox::engine {
namespace {

const Resolution* find_resolution(const std::vector<Resolution>& resolutions,
                                  const std::string& id) {
  const auto found = std::find_if(resolutions.begin(), resolutions.end(),
                                  [&](const Resolution& r) { return r.interruption_id == id; });
  return found == resolutions.end() ? nullptr : &*found;
}

bool denies(const Resolution& resolution, const PendingCall& call) {
  return resolution.kind == Resolution::Kind::deny ||
         (resolution.kind == Resolution::Kind::value &&
          call.reason != InterruptionReason::interrupt && resolution.value == Value(false));
}

ToolError denial(const Resolution& resolution, const std::string& tool) {
  return {resolution.reason.empty() ? "The call of " + tool + " was denied." : resolution.reason,
          "Error", "E_DENIED"};
}

}  // namespace

// ---- Pausing

/// Nothing is on its way, and the guest can not move by itself. Timers do not
/// count: they are frozen with the run, and fire after it went on.
bool Run::only_people_are_waited_for() {
  const Lock lock(mutex_);
  return !pending_.empty() && in_flight_ == 0 && answers_.empty() && queued_.empty();
}

void Run::pause() {
  std::vector<PendingCall> pending;
  {
    const Lock lock(mutex_);
    pending = pending_;
  }
  std::sort(pending.begin(), pending.end(),
            [](const PendingCall& a, const PendingCall& b) { return a.id < b.id; });
  Result<std::string> token = seal(pending);
  if (!token) return fail(token.error());
  if (token->size() > static_cast<std::size_t>(options_.limits.max_continuation)) {
    return fail(ErrorKind::too_large, "The continuation has " + std::to_string(token->size()) +
                                          " bytes, more than " +
                                          std::to_string(options_.limits.max_continuation) +
                                          " (limits.maxContinuationBytes).");
  }
  Interrupted interrupted;
  interrupted.continuation = *std::move(token);
  const std::vector<std::string> tools = tool_names();
  for (const PendingCall& call : pending) {
    interrupted.interruptions.push_back(interruption_of(call, tools));
  }
  // A stop that came meanwhile counts.
  if (goes_on()) finish(std::move(interrupted));
}

Result<std::string> Run::seal(const std::vector<PendingCall>& pending) {
  Result<Bytes> memory = freeze();
  if (!memory) return std::move(memory).error();
  RunState run = state(pending);
  std::set<std::string> names;
  if (attachments_ != nullptr) {
    for (const auto& [name, attachment] : *attachments_) {
      Result<Bytes> saved = attachment->save();
      if (!saved) return std::move(saved).error();
      run.attachments.emplace(name, *std::move(saved));
      names.insert(name);
    }
  }
  const auto kind =
      session_ == nullptr ? continuation::TokenKind::run : continuation::TokenKind::session_run;
  return surroundings_.continuations->seal(kind, run, tool_set_hash(*tools_, policies_, names),
                                           options_.audience, *std::move(memory));
}

/// The guest's memory, from the sandbox or from where it was laid.
Result<Bytes> Run::freeze() {
  if (frozen_) return *std::exchange(frozen_, std::nullopt);
  const sandbox::EntryResult entry = lease_->slot().enter(tidy_message(), *this);
  if (entry.end != sandbox::EntryEnd::returned) return Error{"The sandbox could not be frozen."};
  return lease_->slot().freeze();
}

std::vector<std::string> Run::tool_names() const {
  std::vector<std::string> names;
  names.reserve(tools_->size());
  for (const Tool& tool : *tools_) names.push_back(tool.name());
  return names;
}

RunState Run::state(const std::vector<PendingCall>& pending) {
  RunState run;
  run.source_name = options_.source_name;
  run.limits = options_.limits;
  run.seed = seed_;
  run.seeded = options_.seed.has_value();
  run.virtual_clock = options_.virtual_clock;
  run.tools = tool_names();
  run.pending = pending;
  run.progress.fuel = fuel_used_;
  run.progress.due = due_;
  run.progress.elapsed_ms = elapsed_ms();
  run.progress.began_wall_ms = surroundings_.clock->wall_ms() - run.progress.elapsed_ms;
  const Lock lock(mutex_);
  run.progress.calls = ledger_.calls();
  run.progress.calls_before_run = calls_before_run_;
  run.progress.console_bytes = ledger_.console_bytes();
  run.progress.console_cut = ledger_.console_cut();
  run.progress.has_read_source = has_read_source_;
  return run;
}

/// The script has ended by itself, well or not: what it left in the guest is where
/// the session's next run begins. After any other end the session stays as it was.
void Run::keep_for_session() {
  if (session_ == nullptr) return;
  if (Result<Bytes> memory = freeze()) {
    session_->memory = *std::move(memory);
    session_->run = state({});
  }
}

// ---- Going on

/// Uses the continuation up and takes on what it held. Until `use` has noted that,
/// nothing has happened, and an end here leaves the continuation as it was.
bool Run::begin_resumed() {
  Result<std::optional<ContinuationClaim>> claim = surroundings_.continuations->use(
      resumption_->continuation.binding, [this] { return goes_on(); });
  if (!claim) {
    fail(claim.error());
    return false;
  }
  if (!*claim) return goes_on();
  claim_ = **claim;
  const Resumption resumption = *std::exchange(resumption_, std::nullopt);
  const Progress& progress = resumption.continuation.run.progress;
  started_ = true;
  first_entry_is_resume_ = true;
  take_up(progress);
  {
    const Lock lock(mutex_);
    pending_ = resumption.continuation.run.pending;
    for (const PendingCall& call : pending_) {
      kept_bytes_ += call.arguments.size();
      ledger_.add_earlier_call(call.id, (*tools_)[call.tool].name());
    }
  }
  apply(resumption.resolutions);
  return true;
}

/// Counters and clocks go on.
void Run::take_up(const Progress& progress) {
  fuel_used_ = progress.fuel;
  calls_before_run_ = progress.calls_before_run;
  due_ = progress.due;
  if (options_.virtual_clock) {
    virtual_elapsed_ms_ = progress.elapsed_ms;
  } else {
    elapsed_before_ms_ =
        std::max(progress.elapsed_ms, surroundings_.clock->wall_ms() - progress.began_wall_ms);
  }
  const Lock lock(mutex_);
  has_read_source_ = progress.has_read_source;
}

/// Denied calls are answered here; approved ones are queued, to be executed with the
/// arguments that were sealed.
void Run::apply(const std::vector<Resolution>& resolutions) {
  Lock lock(mutex_);
  for (PendingCall& call : std::exchange(pending_, {})) {
    const Resolution* resolution = find_resolution(resolutions, call.interruption_id);
    if (resolution == nullptr) {
      pending_.push_back(std::move(call));
    } else if (denies(*resolution, call)) {
      kept_bytes_ -= call.arguments.size();
      ledger_.call_started(call.id);
      ledger_.call_refused(call.id);
      answer(lock, call.id, true,
             encode_answer(call.id, denial(*resolution, (*tools_)[call.tool].name()),
                           options_.limits.max_host_function_output));
    } else {
      const bool is_value = resolution->kind == Resolution::Kind::value;
      queued_.push_back({call.id, call.tool, std::move(call.arguments),
                         Resume{call.interruption_id, is_value ? resolution->value : Value(true),
                                call.payload.value_or(Value())}});
    }
  }
}

// ---- Waiting

/// Gives the sandbox back during a long wait. Always false: there is no move to
/// make. Where the memory can not be frozen, the run just keeps its sandbox.
bool Run::shelve() {
  {
    const Lock lock(mutex_);
    if (!std::exchange(waited_long_, false) || !lease_ || !answers_.empty()) return false;
  }
  Result<Bytes> memory = freeze();
  if (!memory) return false;
  {
    const Lock lock(mutex_);
    dirty_pages_ = std::max(dirty_pages_, lease_->slot().dirty_pages());
  }
  frozen_ = *std::move(memory);
  give_sandbox_back();
  return false;
}

/// Puts the frozen memory, if there is any, into the sandbox that was obtained.
bool Run::thaw() {
  if (undone_memory_) {
    const Status restored = lease_->slot().put_back(*std::exchange(undone_memory_, std::nullopt));
    if (!restored) fail(ErrorKind::internal, restored.error().message);
    return restored.ok();
  }
  const Bytes* memory = frozen_       ? &*frozen_
                        : resumption_ ? &resumption_->continuation.memory
                                      : nullptr;
  is_as_booted_ = memory == nullptr;
  if (is_as_booted_) return true;
  const Status thawed = lease_->slot().thaw(*memory);
  if (!thawed) {
    const bool too_large = thawed.error().code == code_of(ErrorKind::out_of_memory);
    fail(too_large ? ErrorKind::out_of_memory : ErrorKind::internal, thawed.error().message);
    return false;
  }
  frozen_.reset();
  return true;
}

}  // namespace modebox::engine
