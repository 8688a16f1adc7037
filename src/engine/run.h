// One run, from its source to its result.
//
// A run is stepped: a step enters the sandbox, dispatches the host calls that
// the script made and enters again with their answers, until the run is over or
// can not move. A run that can not move holds no thread; whatever it waits for
// (an answer, a timer, a free sandbox, a stop) makes it ready, and whoever
// drives it steps it again: a worker for Engine::start, the caller's thread for
// Engine::run.
//
// A run whose calls all wait for a person is frozen and sealed, which ends it
// here (run_pause.cc); a run made from an opened continuation goes on from there.
// One that waits long for anything else gives its sandbox back meanwhile.
//
// Where the run was started with RunOptions::inline_slices, the thread that brings
// it input steps it, for a moment, before a worker does (run_slice.cc).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "modebox/engine.h"
#include "src/base/clock.h"
#include "src/base/random.h"
#include "src/engine/continuations.h"
#include "src/engine/cpu_meter.h"
#include "src/engine/executor.h"
#include "src/engine/ledger.h"
#include "src/engine/lent_thread.h"
#include "src/engine/messages.h"
#include "src/engine/policy.h"
#include "src/engine/run_state.h"
#include "src/engine/script.h"
#include "src/engine/wait_list.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/watchdog.h"

namespace modebox::engine {

/// What a run borrows from its engine, which outlives its runs.
struct Surroundings {
  Executor* executor = nullptr;
  Clock* clock = nullptr;
  RandomSource* random = nullptr;
  Quota* quota = nullptr;
  WaitList* waiting_for_sandbox = nullptr;
  Continuations* continuations = nullptr;
  std::chrono::milliseconds park_after{0};
  SliceRules slices = {};
};

/// A continuation that was opened and checked, and the answers to it.
struct Resumption {
  OpenedContinuation continuation;
  std::vector<Resolution> resolutions;
};

/// What is to be run, and under which conditions.
struct RunOrder {
  Script script;
  std::shared_ptr<const std::vector<Tool>> tools;
  /// One for each tool.
  std::vector<ToolPolicy> policies;
  /// Null if there are none.
  std::shared_ptr<const Attachments> attachments;
  RunOptions options;
  /// What to go on with, instead of the source.
  std::optional<Resumption> resumption;
  /// The session that the run belongs to, or null: where it begins if there is
  /// memory, and where it leaves what the next run begins with. The session sees to
  /// it that there is one run at a time.
  std::shared_ptr<SessionState> session;
};

/// `stop` and the settling of answers are thread-safe; everything else belongs
/// to the one thread that steps the run at a time.
class Run final : public std::enable_shared_from_this<Run>, private sandbox::Host {
 public:
  using Done = std::function<void(RunResult)>;

  Run(const Surroundings& surroundings, RunOrder order);

  /// Steps the run on this thread until it is over.
  RunResult run_here();
  /// Lets the executor step the run; `done` is called once, on a worker.
  void run_on_workers(Done done);
  /// The same, but this thread, and those that bring answers, are tried first: `done`
  /// may be called by them.
  void run_inline(Done done);

  /// Ends the run as soon as may be; the first reason counts.
  void stop(sandbox::StopReason reason);

 private:
  enum class Phase { starting, ready, stepping, waiting, over };
  enum class Parked { not_yet, waits, over };
  using TimePoint = std::chrono::steady_clock::time_point;
  using Lock = std::unique_lock<std::mutex>;
  struct QueuedCall {
    std::uint64_t id;
    std::uint64_t tool;
    Bytes arguments;
    /// A person has answered; no policy asks again.
    std::optional<Resume> resume;
  };

  // Driving (run.cc).
  void begin();
  /// `lent`: the thread, if it is not the run's own for as long as it takes.
  void step(const LentThread* lent);
  bool make_moves();
  bool move();
  Parked park();
  bool wake();
  void wake_to_shelve();
  void make_ready(Lock& lock);
  void end_soon(Lock& lock);
  bool has_input();
  bool obtain_sandbox();
  bool thaw();
  Bytes next_message();
  std::vector<Bytes> take_answers(Lock& lock);
  bool enter(const Bytes& message);
  std::optional<sandbox::EntryResult> execute(const Bytes& message);
  bool take_entry(const sandbox::EntryResult& entry);
  bool take_entry_outcome(ByteView output);
  double elapsed_ms() const;
  double wall_ms() const;
  void arm_cpu_limit();
  void check_cpu_limit();

  // Slices on lent threads (run_slice.cc).
  struct Slice {
    TimePoint end;
    bool began_as_booted;
    std::uint64_t memory_before;
    std::uint64_t fuel_before;
    std::size_t queued_before;
    Ledger::Mark ledger_before;
    unsigned requests = 0;
    std::size_t bytes = 0;
  };
  void go_on(Lock& lock);
  bool leave_thread();
  void hand_over_to_worker();
  bool input_is_for_worker();
  bool enter_inline();
  void begin_slice(SliceRules::Microseconds time);
  void end_slice(std::uint64_t number);
  bool slice_is_over();
  bool is_too_much_for_slice(std::size_t bytes);
  sandbox::StopReason grow(std::uint64_t size) noexcept override;
  bool is_to_be_undone(const sandbox::EntryResult& entry);
  void undo(const Slice& slice);

  // What the guest asks during an entry, and host functions (run_calls.cc).
  sandbox::CallAnswer call(ByteView message) noexcept override;
  sandbox::PollAnswer poll(sandbox::PollKind kind) noexcept override;
  sandbox::CallAnswer take_message(ByteView message);
  sandbox::CallAnswer take_call(const CallMessage& message);
  sandbox::CallAnswer call_synchronously(const CallMessage& message);
  sandbox::CallAnswer take_cancel(const CancelMessage& message);
  bool drop_cancelled_calls();
  bool drop_cancelled_call(std::uint64_t id, std::vector<Cancel>& to_tell);
  bool dispatch_calls();
  bool is_for_worker(const QueuedCall& call) const;
  void tell_of_call(const Tool& tool) const;
  bool dispatch(QueuedCall& call);
  HostCall make_call(const Tool& tool, std::uint64_t id, std::vector<Value> arguments,
                     std::optional<Resume> resume);
  ToolResult call_tool(const Tool& tool, const HostCall& call);
  std::optional<InterruptionReason> reason_to_ask(const QueuedCall& call,
                                                  const HostCall& host_call);
  void settle(std::uint64_t id, const ToolResult& result);
  void answer(Lock& lock, std::uint64_t id, bool failed, Bytes encoded);
  bool is_running(Lock& lock, std::uint64_t id) const;
  std::optional<PendingCall> take_running(Lock& lock, std::uint64_t id);
  void interrupt(Lock& lock, std::uint64_t id, InterruptionReason reason,
                 std::optional<Value> payload);

  // Pausing and going on (run_pause.cc).
  bool only_people_are_waited_for();
  void pause();
  Result<std::string> seal(const std::vector<PendingCall>& pending);
  RunState state(const std::vector<PendingCall>& pending);
  std::vector<std::string> tool_names() const;
  Result<Bytes> freeze();
  void keep_for_session();
  void take_up(const Progress& progress);
  bool begin_resumed();
  void apply(const std::vector<Resolution>& resolutions);
  bool shelve();
  void give_sandbox_back();

  // The end (run_end.cc).
  bool over();
  bool is_the_parents() const;
  bool goes_on();
  void fail(ErrorKind kind, std::string message);
  void fail(const Error& error);
  void finish(Outcome outcome);
  void hand_over_result();
  void deliver(Lock& lock, Outcome outcome);
  void release_sandbox();
  RunError stop_error(sandbox::StopReason reason) const;

  const Surroundings surroundings_;
  const Script script_;
  const std::shared_ptr<const std::vector<Tool>> tools_;
  const std::vector<ToolPolicy> policies_;
  const std::shared_ptr<const Attachments> attachments_;
  const RunOptions options_;
  const std::shared_ptr<SessionState> session_;
  const std::uint64_t seed_;
  std::uint64_t calls_before_run_ = 0;
  /// Where the run's clock stood when this stretch of it began.
  double elapsed_before_ms_ = 0;

  // Of the stepping thread.
  bool host_is_out_of_memory_ = false;
  bool started_ = false;
  std::uint64_t fuel_used_ = 0;
  double virtual_elapsed_ms_ = 0;
  std::optional<double> due_;
  std::deque<QueuedCall> queued_;
  std::vector<std::uint64_t> cancelled_;  // by the script, in the present entry
  std::optional<Resumption> resumption_;  // until it has begun
  std::optional<ContinuationClaim> claim_;
  bool first_entry_is_resume_ = false;
  // The guest's memory, while there is no lease: one of them, or none as it was booted.
  std::optional<Bytes> frozen_;
  std::optional<sandbox::Checkpoint> undone_memory_;
  std::optional<Bytes> undone_message_;  // of the entry to be made again
  bool is_as_booted_ = false;            // the memory of the lease
  const LentThread* lent_ = nullptr;
  bool wants_worker_ = false;
  std::optional<Slice> slice_;
  Bytes reply_;
  std::optional<sandbox::Lease> lease_;
  TimePoint began_;
  // Set before any other thread knows the run.
  bool is_started_ = false;  // by Engine::start, so that nobody waits in it
  bool lends_ = false;
  const std::uint64_t generation_ = sandbox::fork_generation();

  // Guarded by mutex_: answers, stops and timers come from other threads.
  std::mutex mutex_;
  std::condition_variable ready_;
  Phase phase_ = Phase::starting;
  bool woken_ = false;
  bool waited_long_ = false;
  bool in_host_function_ = false;
  std::uint64_t slice_number_ = 0;
  bool slice_ended_ = false;  // by the timer
  sandbox::StopReason stop_reason_ = sandbox::StopReason::none;
  std::vector<Bytes> answers_;
  std::int64_t in_flight_ = 0;
  std::vector<PendingCall> running_;  // that are in flight
  std::vector<PendingCall> pending_;  // that wait for a person
  std::size_t kept_bytes_ = 0;        // of arguments, of all calls that are open
  bool has_read_source_ = false;
  Ledger ledger_;
  CpuMeter cpu_;
  std::uint64_t dirty_pages_ = 0;
  std::optional<RunResult> result_;
  bool result_is_handed_over_here_ = false;  // by the step that made it
  Done done_;

  std::optional<Cancel> call_cancel_;
  // Of running calls that a script can give up, by their ids.
  std::vector<std::pair<std::uint64_t, Cancel>> own_cancels_;
  Cancel::Registration cancel_registration_;
  sandbox::Watchdog::Handle deadline_;
  sandbox::Watchdog::Handle timer_;
  sandbox::Watchdog::Handle shelf_timer_;
  sandbox::Watchdog::Handle cpu_deadline_;
  sandbox::Watchdog::Handle slice_timer_;
};

}  // namespace modebox::engine
