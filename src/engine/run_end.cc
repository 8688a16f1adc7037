// How a run ends: by its script, or by a stop from whichever thread.
#include <algorithm>
#include <string>
#include <utility>

#include "src/engine/run.h"

namespace modebox::engine {
namespace {

using sandbox::StopReason;

std::string over_limit(std::string_view what, std::int64_t limit, std::string_view unit,
                       std::string_view name) {
  return "The script " + std::string(what) + " " + std::to_string(limit) + std::string(unit) +
         " (limits." + std::string(name) + ").";
}

}  // namespace

void Run::stop(StopReason reason) {
  Lock lock(mutex_);
  if (phase_ == Phase::over || stop_reason_ != StopReason::none) return;
  stop_reason_ = reason;
  // A function of the host can not be stopped. On a worker the result need not
  // wait for it: the step that called it finds the run over.
  if (in_host_function_ && done_) {
    deliver(lock, Failed{stop_error(reason)});
    return;
  }
  if (phase_ == Phase::stepping && lease_) lease_->slot().stop(lease_->epoch(), reason);
  if (done_ && (phase_ == Phase::waiting || phase_ == Phase::ready)) {
    end_soon(lock);
    return;
  }
  make_ready(lock);
}

/// For a run that is stopped and in nobody's hands: all that is left is to end it, which waits
/// for no worker.
void Run::end_soon(Lock&) {
  phase_ = Phase::ready;
  surroundings_.executor->post_urgent([self = shared_from_this()] { self->step(nullptr); });
}

/// In a child of fork(), which a tool made and came back from: a run that was started
/// goes on in the parent, and is not touched here.
bool Run::is_the_parents() const {
  return is_started_ && generation_ != sandbox::fork_generation();
}

bool Run::over() {
  Lock lock(mutex_);
  return phase_ == Phase::over;
}

/// False when the run is over; a stop that has come ends it here.
bool Run::goes_on() {
  StopReason reason = StopReason::none;
  {
    Lock lock(mutex_);
    if (phase_ == Phase::over) return false;
    reason = stop_reason_;
  }
  if (reason == StopReason::none) return true;
  finish(Failed{stop_error(reason)});
  return false;
}

void Run::fail(ErrorKind kind, std::string message) {
  finish(Failed{run_error(kind, std::move(message))});
}

/// A refusal has a code of its own; what else the host could not do is Internal.
void Run::fail(const Error& error) {
  if (error.code.empty()) return fail(ErrorKind::internal, error.message);
  finish(Failed{run_error(ErrorKind::continuation, error.message, error.code)});
}

void Run::finish(Outcome outcome) {
  Lock lock(mutex_);
  if (phase_ == Phase::over) return;
  if (lease_) dirty_pages_ = std::max(dirty_pages_, lease_->slot().dirty_pages());
  deliver(lock, std::move(outcome));
}

/// Makes the result and hands it over. From here on nothing of the run changes.
void Run::deliver(Lock& lock, Outcome outcome) {
  phase_ = Phase::over;
  if (attachments_ != nullptr) {
    lock.unlock();
    for (const auto& [name, attachment] : *attachments_) attachment->ended(outcome);
    lock.lock();
  }
  const bool failed = std::holds_alternative<Failed>(outcome);
  RunResult result;
  result.outcome = std::move(outcome);
  result.logs = ledger_.take_logs();
  result.stats.host_calls = ledger_.calls();
  result.calls = ledger_.take_calls();
  result.stats.wall_time = std::chrono::steady_clock::now() - began_;
  result.stats.cpu_time = cpu_.used();
  result.stats.fuel = fuel_used_;
  result.stats.dirty_pages = dirty_pages_;
  result.stats.peak_memory = dirty_pages_ * 4096;
  if (const Interrupted* interrupted = result.interrupted()) {
    result.stats.token_size = interrupted->continuation.size();
  }
  result_ = std::move(result);
  answers_.clear();
  if (failed && (call_cancel_ || !own_cancels_.empty())) {
    // Tools that listen run now, and may call back into this run.
    const std::optional<Cancel> cancel = call_cancel_;
    const auto own = std::exchange(own_cancels_, {});
    lock.unlock();
    if (cancel) cancel->cancel();
    for (const auto& [id, of_call] : own) of_call.cancel();
    lock.lock();
  }
  result_is_handed_over_here_ = lent_ != nullptr;
  if (result_is_handed_over_here_) return;
  if (done_) {
    auto hand_over = [self = shared_from_this()] { self->hand_over_result(); };
    if (stop_reason_ == StopReason::none) {
      surroundings_.executor->post(std::move(hand_over));
    } else {
      surroundings_.executor->post_urgent(std::move(hand_over));
    }
  } else {
    ready_.notify_one();
  }
}

void Run::hand_over_result() {
  const Done done = std::exchange(done_, nullptr);
  done(std::move(*result_));
}

void Run::release_sandbox() {
  cancel_registration_ = {};
  deadline_ = {};
  timer_ = {};
  shelf_timer_ = {};
  cpu_deadline_ = {};
  slice_timer_ = {};
  give_sandbox_back();
}

void Run::give_sandbox_back() {
  {
    Lock lock(mutex_);
    const bool held = lease_.has_value();
    lease_.reset();
    if (held) surroundings_.quota->give_back();
  }
  // Also without a lease: this run may have been woken for the free sandbox.
  surroundings_.quota->waiting().wake_one();
  surroundings_.waiting_for_sandbox->wake_one();
}

RunError Run::stop_error(StopReason reason) const {
  const Limits& limits = options_.limits;
  RunError error;
  switch (reason) {
    case StopReason::timeout:
      error.kind = ErrorKind::timeout;
      error.message = over_limit("ran longer than", limits.timeout.count(), " ms", "timeoutMs");
      break;
    case StopReason::cpu_timeout:
      error.kind = ErrorKind::cpu_timeout;
      error.message =
          over_limit("computed longer than", limits.cpu_timeout.value_or(limits.timeout).count(),
                     " ms", "cpuTimeoutMs");
      break;
    case StopReason::out_of_fuel:
      error.kind = ErrorKind::out_of_fuel;
      error.message = over_limit("used more fuel than", limits.fuel.value_or(0), "", "fuel");
      break;
    case StopReason::out_of_memory:
      error.kind = ErrorKind::out_of_memory;
      error.message =
          over_limit("needs more memory than", limits.memory_limit, " bytes", "memoryLimitBytes");
      break;
    case StopReason::host_call_limit:
      error.kind = ErrorKind::host_call_limit;
      error.message =
          over_limit("made more host calls than", limits.max_host_calls, "", "maxHostCalls");
      break;
    case StopReason::aborted:
      error.kind = ErrorKind::aborted;
      error.message = "The run was aborted.";
      break;
    case StopReason::too_large:
      error.kind = ErrorKind::too_large;
      error.message = "The script handed over more than its limits allow.";
      break;
    case StopReason::none:
    case StopReason::slice_over:
    case StopReason::internal:
      error.kind = ErrorKind::internal;
      error.message = "The sandbox broke the rules of its boundary; the run is lost.";
      break;
  }
  error.code = code_of(error.kind);
  return error;
}

}  // namespace modebox::engine
