#include "src/engine/run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <utility>

#include "src/engine/name_hints.h"

namespace modebox::engine {
namespace {

using std::chrono::steady_clock;

/// Further away than any deadline, and safe to convert.
constexpr double longest_wait_ms = 1e10;

/// An entry takes no further answers when it has so many bytes of them.
constexpr std::size_t enough_answer_bytes = 4 << 20;

std::uint64_t draw_seed(const RunOptions& options, RandomSource& random) {
  if (options.seed) return *options.seed;
  std::uint64_t seed = 0;
  random.fill(std::as_writable_bytes(std::span(&seed, 1)));
  return seed;
}

/// What the ledger counts on from.
Progress progress_before(const std::optional<Resumption>& resumption,
                         const std::shared_ptr<SessionState>& session) {
  if (resumption) return resumption->continuation.run.progress;
  Progress progress;
  if (session != nullptr) progress.calls = session->run.progress.calls;
  return progress;
}

}  // namespace

Run::Run(const Surroundings& surroundings, RunOrder order)
    : surroundings_(surroundings),
      script_(std::move(order.script)),
      tools_(std::move(order.tools)),
      policies_(std::move(order.policies)),
      attachments_(std::move(order.attachments)),
      options_(std::move(order.options)),
      session_(std::move(order.session)),
      seed_(order.resumption ? order.resumption->continuation.run.seed
                             : draw_seed(options_, *surroundings.random)),
      resumption_(std::move(order.resumption)),
      ledger_(options_.limits.max_console_output, progress_before(resumption_, session_)) {
  if (session_ == nullptr || session_->memory.empty() || resumption_) return;
  // A further run of the session: its globals and its clock go on, counters do not.
  take_up(session_->run.progress);
  calls_before_run_ = session_->run.progress.calls;
  fuel_used_ = 0;
  due_.reset();
  frozen_ = session_->memory;
}

RunResult Run::run_here() {
  begin();
  step(nullptr);
  Lock lock(mutex_);
  while (!result_) {
    ready_.wait(lock, [this] { return phase_ == Phase::ready || result_; });
    if (result_) break;
    lock.unlock();
    step(nullptr);
    lock.lock();
  }
  return std::move(*result_);
}

void Run::run_on_workers(Done done) {
  done_ = std::move(done);
  is_started_ = true;
  lends_ = options_.inline_slices;
  begin();
  surroundings_.executor->post([self = shared_from_this()] { self->step(nullptr); });
}

/// Starts the clock and arms what can end the run from outside. The callbacks
/// hold the run weakly: a late one finds nobody.
void Run::begin() {
  began_ = steady_clock::now();
  const std::weak_ptr<Run> weak = weak_from_this();
  deadline_ = sandbox::Watchdog::process().arm(began_ + options_.limits.timeout, [weak] {
    if (const auto run = weak.lock()) run->stop(sandbox::StopReason::timeout);
  });
  if (options_.cancel) {
    cancel_registration_ = options_.cancel->on_cancel([weak] {
      if (const auto run = weak.lock()) run->stop(sandbox::StopReason::aborted);
    });
  }
  // A stop that came while the above was being armed has left the run alone.
  Lock lock(mutex_);
  phase_ = Phase::ready;
  if (done_ && stop_reason_ != sandbox::StopReason::none) end_soon(lock);
}

void Run::step(const LentThread* lent) {
  {
    Lock lock(mutex_);
    // A stop may have had the same step made already.
    if (phase_ != Phase::ready) return;
    phase_ = Phase::stepping;
    woken_ = false;
    lent_ = lent;
    cpu_.begin_step();
  }
  bool waits = false;
  try {
    waits = make_moves();
  } catch (const std::bad_alloc&) {
    host_is_out_of_memory_ = true;
  }
  // From here on it is the run of whoever wakes it, perhaps already.
  if (waits || is_the_parents()) return;
  if (host_is_out_of_memory_) {
    queued_.clear();
    reply_ = {};
    fail(ErrorKind::internal, "The host has no memory left for this run; the engine goes on.");
  }
  if (claim_) surroundings_.continuations->complete(*std::exchange(claim_, std::nullopt));
  release_sandbox();
  if (result_is_handed_over_here_) hand_over_result();
}

/// True when the run waits, here or for a worker; false when it is over, or the host has no
/// memory.
bool Run::make_moves() {
  for (;;) {
    while (!host_is_out_of_memory_ && !wants_worker_ && move()) {
      if (is_the_parents()) return true;
    }
    if (is_the_parents()) return true;
    if (host_is_out_of_memory_) return false;
    if (wants_worker_) {
      hand_over_to_worker();
      return true;
    }
    const Parked parked = park();
    if (parked != Parked::not_yet) return parked == Parked::waits;
  }
}

/// One move forward; false when there is none to make.
bool Run::move() {
  if (!goes_on()) return false;
  // Stores and snapshots take too long for a thread that is lent.
  const bool is_lent = lent_ != nullptr;
  if (resumption_) {
    return is_lent ? leave_thread() : (lease_ || obtain_sandbox()) && begin_resumed();
  }
  if (dispatch_calls()) return true;
  if (wants_worker_) return false;
  if (!has_input()) {
    if (!only_people_are_waited_for()) return shelve();
    if (is_lent) return leave_thread();
    pause();
    return false;
  }
  if (!lease_) {
    if (is_lent && frozen_) return leave_thread();
    if (!obtain_sandbox()) return false;
  }
  return is_lent ? enter_inline() : enter(next_message());
}

/// Whether there is something to enter the guest with.
bool Run::has_input() {
  if (!started_ || undone_message_ || (due_ && elapsed_ms() >= *due_)) return true;
  const Lock lock(mutex_);
  // Virtual time moves only when nothing else can.
  return !answers_.empty() ||
         (options_.virtual_clock && due_ && in_flight_ == 0 && pending_.empty());
}

/// Leaves the run waiting, unless something came up meanwhile.
Run::Parked Run::park() {
  Lock lock(mutex_);
  if (phase_ == Phase::over) return Parked::over;
  if (woken_) {
    woken_ = false;
    return Parked::not_yet;
  }
  phase_ = Phase::waiting;
  cpu_.end_step();
  waited_long_ = false;
  if (lease_ && started_ && surroundings_.park_after.count() > 0) {
    const std::weak_ptr<Run> weak = weak_from_this();
    shelf_timer_ =
        sandbox::Watchdog::process().arm(steady_clock::now() + surroundings_.park_after, [weak] {
          if (const auto run = weak.lock()) run->wake_to_shelve();
        });
  }
  if (due_ && !options_.virtual_clock) {
    const double wait = std::clamp(*due_, 0.0, longest_wait_ms);
    const std::weak_ptr<Run> weak = weak_from_this();
    timer_ = sandbox::Watchdog::process().arm(
        began_ + std::chrono::milliseconds(std::llround(std::ceil(wait - elapsed_before_ms_))),
        [weak] {
          if (const auto run = weak.lock()) run->wake();
        });
  }
  return Parked::waits;
}

/// Makes a waiting run ready. False when it is over already.
bool Run::wake() {
  Lock lock(mutex_);
  if (phase_ == Phase::over) return false;
  make_ready(lock);
  return true;
}

void Run::wake_to_shelve() {
  Lock lock(mutex_);
  if (phase_ != Phase::waiting) return;
  waited_long_ = true;
  make_ready(lock);
}

void Run::make_ready(Lock&) {
  woken_ = true;
  if (phase_ != Phase::waiting) return;
  phase_ = Phase::ready;
  if (done_) {
    surroundings_.executor->post([self = shared_from_this()] { self->step(nullptr); });
  } else {
    ready_.notify_one();
  }
}

/// Takes a sandbox from the pool. Where the engine's or the process's are all
/// taken, the run queues for one: it adds itself, then tries once more.
bool Run::obtain_sandbox() {
  sandbox::Pool& pool = sandbox::Pool::process();
  const auto limit = static_cast<std::uint64_t>(options_.limits.memory_limit);
  for (const WaitList* queued = nullptr;;) {
    WaitList* full = &surroundings_.quota->waiting();
    if (surroundings_.quota->take()) {
      Result<sandbox::Lease> lease = pool.acquire(limit);
      if (lease) {
        Lock lock(mutex_);
        lease_.emplace(std::move(*lease));
        lock.unlock();
        return thaw();
      }
      surroundings_.quota->give_back();
      if (lease.error().code != sandbox::Pool::all_taken) {
        fail(ErrorKind::internal, lease.error().message);
        return false;
      }
      full = surroundings_.waiting_for_sandbox;
    }
    if (queued == full) return false;
    full->add([weak = weak_from_this()] {
      const auto run = weak.lock();
      return run != nullptr && run->wake();
    });
    queued = full;
  }
}

/// What to enter the guest with: the start, the answers that have come, or
/// nothing but the time that has passed. There is input.
Bytes Run::next_message() {
  if (undone_message_) return *std::exchange(undone_message_, std::nullopt);
  if (!started_) {
    started_ = true;
    if (session_ != nullptr && !session_->memory.empty())
      return again_message(script_.text, options_);
    return start_message(script_.text, options_, *tools_, seed_);
  }
  std::vector<Bytes> answers;
  {
    Lock lock(mutex_);
    answers = take_answers(lock);
    if (answers.empty() && options_.virtual_clock && due_ && in_flight_ == 0) {
      virtual_elapsed_ms_ = std::max(virtual_elapsed_ms_, *due_);
    }
  }
  if (std::exchange(first_entry_is_resume_, false)) {
    return resume_message(options_.limits, answers);
  }
  return answers_message(answers);
}

/// The answers for one entry. Many large ones come in parts: no stop is seen
/// while they are copied.
std::vector<Bytes> Run::take_answers(Lock&) {
  std::size_t bytes = 0;
  auto end = answers_.begin();
  while (end != answers_.end() && bytes < enough_answer_bytes) bytes += (end++)->size();
  std::vector<Bytes> taken(std::make_move_iterator(answers_.begin()), std::make_move_iterator(end));
  answers_.erase(answers_.begin(), end);
  return taken;
}

bool Run::enter(const Bytes& message) {
  const std::optional<sandbox::EntryResult> entry = execute(message);
  return entry ? take_entry(*entry) : true;
}

/// Nothing if a stop has come.
std::optional<sandbox::EntryResult> Run::execute(const Bytes& message) {
  {
    // A stop before this moment may not have found a sandbox to stop; a later
    // one does.
    Lock lock(mutex_);
    if (stop_reason_ != sandbox::StopReason::none) return std::nullopt;
    cpu_.enter();
  }
  arm_cpu_limit();
  is_as_booted_ = false;
  const sandbox::EntryResult entry = lease_->slot().enter(message, *this);
  Lock lock(mutex_);
  cpu_.leave();
  return entry;
}

bool Run::take_entry(const sandbox::EntryResult& entry) {
  switch (entry.end) {
    case sandbox::EntryEnd::returned:
      return drop_cancelled_calls() && take_entry_outcome(entry.output);
    case sandbox::EntryEnd::stopped: {
      // The host's own reason, where it gave one, came first.
      Lock lock(mutex_);
      if (stop_reason_ == sandbox::StopReason::none) stop_reason_ = entry.reason;
      break;
    }
    case sandbox::EntryEnd::trapped:
      if (entry.trap == sandbox::TrapKind::stack_exhausted) {
        fail(ErrorKind::out_of_memory,
             "The script used up the sandbox's stack in a recursion that it can not catch.");
      } else {
        fail(ErrorKind::internal, "The sandbox broke down (" +
                                      std::string(sandbox::to_string(entry.trap)) +
                                      "); the run is lost, the engine is not.");
      }
      return false;
  }
  return true;
}

bool Run::take_entry_outcome(ByteView output) {
  Result<EntryOutcome> outcome = read_entry_outcome(output);
  if (!outcome) {
    fail(ErrorKind::internal, outcome.error().message);
    return false;
  }
  if (const Waiting* waiting = std::get_if<Waiting>(&*outcome)) {
    due_ = waiting->due;
    return true;
  }
  keep_for_session();
  if (Completed* completed = std::get_if<Completed>(&*outcome)) {
    finish(std::move(*completed));
  } else {
    Failed failed = std::get<Failed>(std::move(*outcome));
    if (failed.error.kind == ErrorKind::syntax) {
      failed.error = explain_syntax_error(std::move(failed.error), script_.text, script_.doubt);
    } else {
      failed.error = explain_name_error(std::move(failed.error), script_.text, *tools_);
    }
    finish(std::move(failed));
  }
  return false;
}

double Run::elapsed_ms() const {
  if (options_.virtual_clock) return virtual_elapsed_ms_;
  const auto elapsed = steady_clock::now() - began_;
  return elapsed_before_ms_ +
         static_cast<double>(
             std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count());
}

/// The watchdog can only wait for wall time, which passes at least as fast as
/// CPU time: when it looks, it finds the limit reached or waits for the rest.
void Run::arm_cpu_limit() {
  if (!options_.limits.cpu_timeout) return;
  Lock lock(mutex_);
  const auto left = *options_.limits.cpu_timeout - cpu_.used();
  const std::weak_ptr<Run> weak = weak_from_this();
  cpu_deadline_ = sandbox::Watchdog::process().arm(steady_clock::now() + left, [weak] {
    if (const auto run = weak.lock()) run->check_cpu_limit();
  });
}

void Run::check_cpu_limit() {
  {
    Lock lock(mutex_);
    if (phase_ == Phase::over || !cpu_.in_step()) return;
    if (cpu_.used() < *options_.limits.cpu_timeout) {
      lock.unlock();
      arm_cpu_limit();
      return;
    }
  }
  stop(sandbox::StopReason::cpu_timeout);
}

}  // namespace modebox::engine
