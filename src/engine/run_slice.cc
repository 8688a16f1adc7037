// Inline slices: entries that are tried on the thread that brings a run its input.
//
// Such an entry is a transaction. What it does (calls it makes, logs, fuel, its
// memory) counts only when it ends within its time; else all of it is undone, and the
// same entry is made again on a worker, from its beginning. What can not be undone
// (a synchronous call, fresh randomness) ends the slice before it happens.
#include <algorithm>
#include <utility>

#include "src/engine/run.h"

namespace modebox::engine {

namespace {

using std::chrono::steady_clock;

/// Where a lent thread copies memory aside: kept, since new memory costs a fault per page.
thread_local sandbox::Checkpoint copied_aside;

}  // namespace

void Run::run_inline(Done done) {
  done_ = std::move(done);
  is_started_ = true;
  lends_ = options_.inline_slices;
  begin();
  LentThread lent(surroundings_.slices);
  if (lent.taken()) return step(&lent);
  surroundings_.executor->post([self = shared_from_this()] { self->step(nullptr); });
}

/// The run got input, on this thread: it goes on here if the thread may be lent.
void Run::go_on(Lock& lock) {
  if (lends_ && phase_ == Phase::waiting) {
    LentThread lent(surroundings_.slices);
    if (lent.taken()) {
      phase_ = Phase::ready;
      lock.unlock();
      return step(&lent);
    }
  }
  make_ready(lock);
}

/// The next move is a worker's; no move here.
bool Run::leave_thread() {
  wants_worker_ = true;
  return false;
}

void Run::hand_over_to_worker() {
  // The worker waits for the lock. Where there is no memory to post, the run is still ours.
  const Lock lock(mutex_);
  surroundings_.executor->post([self = shared_from_this()] { self->step(nullptr); });
  wants_worker_ = false;
  lent_ = nullptr;
  cpu_.end_step();
  phase_ = Phase::ready;
}

/// Whether what the guest is to get now is too much to be put together here.
bool Run::input_is_for_worker() {
  const std::size_t most = surroundings_.slices.most_input;
  if (undone_message_) return undone_message_->size() > most;
  if (!started_) return script_.text.size() > most;
  const Lock lock(mutex_);
  std::size_t bytes = 0;
  for (const Bytes& answer : answers_) bytes += answer.size();
  return bytes > most;
}

/// Like `enter`, but it may come to nothing.
bool Run::enter_inline() {
  const auto time = lent_->time_for_slice();
  const SliceRules& rules = surroundings_.slices;
  sandbox::Slot& slot = lease_->slot();
  if (time.count() == 0 || input_is_for_worker() || slot.memory_size() > rules.most_memory ||
      (!is_as_booted_ && !slot.copy_changes(rules.most_changed_pages, copied_aside))) {
    return leave_thread();
  }
  const Bytes message = next_message();
  begin_slice(time);
  const std::optional<sandbox::EntryResult> entry = execute(message);
  const Slice slice = *std::exchange(slice_, std::nullopt);
  if (!entry) return true;
  if (is_to_be_undone(*entry)) {
    undo(slice);
    undone_message_ = message;
    return leave_thread();
  }
  return take_entry(*entry);
}

void Run::begin_slice(SliceRules::Microseconds time) {
  const auto now = steady_clock::now();
  Lock lock(mutex_);
  slice_ = Slice{now + time, is_as_booted_,  lease_->slot().memory_size(),
                 fuel_used_, queued_.size(), ledger_.mark()};
  slice_ended_ = false;
  const std::weak_ptr<Run> weak = weak_from_this();
  slice_timer_ = sandbox::Watchdog::process().arm(now + 2 * time, [weak, number = ++slice_number_] {
    if (const auto run = weak.lock()) run->end_slice(number);
  });
}

/// From the watchdog: the slice has not seen that its time is over.
void Run::end_slice(std::uint64_t number) {
  const Lock lock(mutex_);
  if (number != slice_number_ || !lease_) return;
  slice_ended_ = true;
  lease_->slot().stop(lease_->epoch(), sandbox::StopReason::slice_over);
}

/// Whether this request of the guest comes too late for its slice.
bool Run::slice_is_over() {
  if (!slice_) return false;
  return ++slice_->requests == surroundings_.slices.undo_at || steady_clock::now() > slice_->end;
}

/// Whether so many bytes more of arguments and logs are too much for a slice.
bool Run::is_too_much_for_slice(std::size_t bytes) {
  return slice_ && (slice_->bytes += bytes) > surroundings_.slices.most_output;
}

sandbox::StopReason Run::grow(std::uint64_t size) noexcept {
  const SliceRules& rules = surroundings_.slices;
  const bool too_much =
      slice_ && (size > rules.most_memory || size - slice_->memory_before > rules.most_growth);
  return too_much ? sandbox::StopReason::slice_over : sandbox::StopReason::none;
}

bool Run::is_to_be_undone(const sandbox::EntryResult& entry) {
  const Lock lock(mutex_);
  slice_timer_ = {};
  ++slice_number_;  // a timer that comes now finds nothing
  // An end that the run has met in the slice is its end.
  if (phase_ == Phase::over || stop_reason_ != sandbox::StopReason::none) return false;
  if (slice_ended_) return true;
  if (entry.end == sandbox::EntryEnd::stopped) {
    return entry.reason == sandbox::StopReason::slice_over;
  }
  return entry.end == sandbox::EntryEnd::returned &&
         entry.output.size() > surroundings_.slices.most_output;
}

/// As if the entry had not been made. Its sandbox is given back, which resets it;
/// another one gets the memory as it was.
void Run::undo(const Slice& slice) {
  fuel_used_ = slice.fuel_before;
  cancelled_.clear();
  {
    const Lock lock(mutex_);
    ledger_.rewind(slice.ledger_before);
    while (queued_.size() > slice.queued_before) {
      kept_bytes_ -= queued_.back().arguments.size();
      queued_.pop_back();
    }
  }
  if (!slice.began_as_booted) undone_memory_ = std::exchange(copied_aside, {});
  give_sandbox_back();
}

}  // namespace modebox::engine
