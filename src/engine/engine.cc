#include "modebox/engine.h"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/session.h"
#include "src/base/clock.h"
#include "src/base/random.h"
#include "src/engine/continuations.h"
#include "src/engine/executor.h"
#include "src/engine/prepare.h"
#include "src/engine/run.h"
#include "src/engine/wait_list.h"
#include "src/sandbox/sandbox.h"
#include "src/typescript/prescan.h"

namespace modebox {
namespace {

using engine::prepare;
using engine::prepare_resume;
using engine::Prepared;
using engine::refused;
using engine::Run;
using engine::RunOrder;

/// Sandboxes are the process's, so those who wait for one are too. A child of
/// fork() begins with an empty list: the parent's lock may be held for ever.
engine::WaitList& waiting_for_sandbox() {
  alignas(engine::WaitList) static std::byte storage[sizeof(engine::WaitList)];
  static engine::WaitList* const list = [] {
    pthread_atfork(nullptr, nullptr, [] { new (storage) engine::WaitList; });
    return new (storage) engine::WaitList;
  }();
  return *list;
}

/// What the runs of one engine share. One of its own per process: a child of
/// fork() leaves the parent's untouched and makes another.
class Shared {
 public:
  Shared(const EngineOptions& options, engine::Continuations& continuations)
      : continuations_(continuations),
        park_after_(options.park_after),
        quota_(options.max_sandboxes),
        executor_(options.workers) {}

  ~Shared() {
    std::unique_lock lock(mutex_);
    closing_ = true;
    std::vector<std::shared_ptr<Run>> running;
    for (const auto& [id, run] : runs_) running.push_back(run);
    // Not under the lock: a stop runs the tools' cancel listeners.
    lock.unlock();
    for (const auto& run : running) run->stop(sandbox::StopReason::aborted);
    lock.lock();
    all_done_.wait(lock, [this] { return runs_.empty(); });
  }

  engine::Surroundings surroundings() {
    return {&executor_, &Clock::system(),       &RandomSource::system(),
            &quota_,    &waiting_for_sandbox(), &continuations_,
            park_after_};
  }
  engine::Executor& executor() { return executor_; }

  /// Where a run that is started takes its first step.
  enum class Step { here, on_worker };

  RunResult run(Prepared prepared) {
    if (auto* refusal = std::get_if<RunResult>(&prepared)) return std::move(*refusal);
    const auto run = std::make_shared<Run>(surroundings(), std::get<RunOrder>(std::move(prepared)));
    struct Listed {
      Shared& shared;
      std::uint64_t id;
      ~Listed() { shared.strike_off(id); }
    } listed{*this, enlist(run)};
    return run->run_here();
  }

  /// Started by a task of the executor, perhaps while this is being destroyed.
  void start_unless_closing(Prepared prepared, Run::Done done) {
    {
      const std::lock_guard lock(mutex_);
      if (closing_) prepared = refused(ErrorKind::aborted, "The engine was destroyed.");
    }
    start(std::move(prepared), std::move(done), Step::on_worker);
  }

  void start(Prepared prepared, Run::Done done, Step first) {
    if (auto* refusal = std::get_if<RunResult>(&prepared)) {
      executor_.post([done = std::move(done), result = std::move(*refusal)]() mutable {
        done(std::move(result));
      });
      return;
    }
    const auto run = std::make_shared<Run>(surroundings(), std::get<RunOrder>(std::move(prepared)));
    const std::uint64_t id = enlist(run);
    auto then = [this, id, done = std::move(done)](RunResult result) {
      done(std::move(result));
      strike_off(id);
    };
    try {
      first == Step::here ? run->run_inline(std::move(then)) : run->run_on_workers(std::move(then));
    } catch (const std::bad_alloc&) {
      strike_off(id);  // nobody steps it
      throw;
    }
  }

 private:
  std::uint64_t enlist(const std::shared_ptr<Run>& run) {
    std::lock_guard lock(mutex_);
    runs_.emplace(++last_id_, run);
    return last_id_;
  }

  void strike_off(std::uint64_t id) {
    std::shared_ptr<Run> ended;  // destroyed after the lock is given back
    std::lock_guard lock(mutex_);
    ended = std::move(runs_.extract(id).mapped());
    if (runs_.empty()) all_done_.notify_all();
  }

  engine::Continuations& continuations_;
  const std::chrono::milliseconds park_after_;
  std::mutex mutex_;
  std::condition_variable all_done_;
  bool closing_ = false;
  std::uint64_t last_id_ = 0;
  // A run that waits is held by nobody else.
  std::map<std::uint64_t, std::shared_ptr<Run>> runs_;
  engine::Quota quota_;
  // Last: its destructor joins the threads that use the rest.
  engine::Executor executor_;
};

}  // namespace

class Engine::State {
 public:
  State(EngineOptions options, std::unique_ptr<engine::Continuations> continuations)
      : options_(std::move(options)), continuations_(std::move(continuations)) {}

  ~State() {
    if (generation_ == sandbox::fork_generation()) {
      delete shared_.load();
    }
  }

  /// The shared part of this process. After a fork the parent's is left as it
  /// is: its threads are not here and its locks may be held for ever.
  Shared& shared() {
    const std::uint64_t generation = sandbox::fork_generation();
    if (generation_.load(std::memory_order_acquire) == generation) {
      if (Shared* shared = shared_.load(std::memory_order_acquire)) return *shared;
    }
    while (creating_.exchange(true, std::memory_order_acquire)) {
    }
    if (generation_ != generation || shared_ == nullptr) {
      shared_ = new Shared(options_, *continuations_);
      generation_ = generation;
    }
    creating_.store(false, std::memory_order_release);
    return *shared_;
  }

  engine::Continuations& continuations() { return *continuations_; }

 private:
  const EngineOptions options_;
  const std::unique_ptr<engine::Continuations> continuations_;
  std::atomic<std::uint64_t> generation_ = ~std::uint64_t{0};
  std::atomic<Shared*> shared_ = nullptr;
  std::atomic<bool> creating_ = false;
};

Engine::Engine(std::unique_ptr<State> state) : state_(std::move(state)) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

Result<Engine> Engine::create(EngineOptions options) {
  // The first sandbox shows whether this machine can hold one.
  Result<sandbox::Lease> lease = sandbox::Pool::process().acquire(Limits{}.memory_limit);
  if (!lease && lease.error().code != sandbox::Pool::all_taken) return std::move(lease).error();
  auto continuations =
      engine::Continuations::create(options, Clock::system(), RandomSource::system());
  if (!continuations) return std::move(continuations).error();
  return Engine(std::make_unique<State>(std::move(options), *std::move(continuations)));
}

RunResult Engine::run(std::string_view source, const Toolbox& tools,
                      const RunOptions& options) const {
  try {
    return state_->shared().run(prepare(std::string(source), tools, options));
  } catch (const std::bad_alloc&) {
    return refused(ErrorKind::internal, "The host has no memory left to start a run.");
  }
}

RunResult Engine::resume(std::string_view continuation, std::vector<Resolution> resolutions,
                         const Toolbox& tools, const RunOptions& options) const {
  try {
    return state_->shared().run(prepare_resume(continuation, std::move(resolutions), tools, options,
                                               state_->continuations()));
  } catch (const std::bad_alloc&) {
    return refused(ErrorKind::internal, "The host has no memory left to resume the run.");
  }
}

Result<ContinuationInfo> Engine::inspect_continuation(std::string_view continuation) const {
  return state_->continuations().inspect(continuation);
}

Status Engine::check_continuation(std::string_view continuation, const Toolbox& tools,
                                  const RunOptions& options) const {
  engine::Continuations& continuations = state_->continuations();
  const auto opened =
      engine::open_for(continuation::TokenKind::run, continuation, tools, options, continuations);
  if (!opened) return opened.error();
  const auto claim = continuations.use(opened->binding, [] { return false; });
  if (!claim) return claim.error();
  return done();
}

/// One run at a time uses the state; `busy_` says whether there is one.
class Session::State {
 public:
  State(Engine::State& engine, Toolbox tools, RunOptions options)
      : engine_(engine), tools_(std::move(tools)), options_(std::move(options)) {}

  void begin_with(engine::OpenedContinuation saved) {
    state_->memory = std::move(saved.memory);
    state_->run = std::move(saved.run);
    options_.virtual_clock = state_->run.virtual_clock;
    options_.seed.reset();
    if (state_->run.seeded) options_.seed = state_->run.seed;
  }

  RunResult run(std::string_view source, const RunOptions& options) {
    return alone(Waits::no, [&] {
      return prepare(std::string(source), tools_, of_this_run(options), state_);
    });
  }

  RunResult resume(std::string_view token, std::vector<Resolution> resolutions,
                   const RunOptions& options) {
    return alone(Waits::perhaps, [&] {
      return prepare_resume(token, std::move(resolutions), tools_, of_this_run(options),
                            engine_.continuations(), state_);
    });
  }

  Result<std::string> save() {
    const std::lock_guard lock(mutex_);
    if (busy_ || waits_) return refusal();
    Result<std::string> hash = engine::hash_of(tools_, options_);
    if (!hash) return hash;
    engine::RunState run = state_->run;
    if (state_->memory.empty()) {
      run.source_name = options_.source_name;
      run.virtual_clock = options_.virtual_clock;
      run.seeded = options_.seed.has_value();
      run.seed = options_.seed.value_or(0);
    }
    return engine_.continuations().seal(continuation::TokenKind::session, run, *hash,
                                        options_.audience, state_->memory);
  }

 private:
  enum class Waits { no, perhaps };

  Error refusal() const {
    if (busy_) return {"A run of this session is still going on.", "RUN_SESSION_BUSY"};
    return {"A run of this session is paused: resume it first.", "RUN_SESSION_PAUSED"};
  }

  RunOptions of_this_run(const RunOptions& given) const {
    RunOptions options = options_;
    options.limits = given.limits;
    options.source_name = given.source_name;
    options.cancel = given.cancel;
    if (given.typescript == TypeScriptMode::transform) options.typescript = given.typescript;
    options.call_function_result = options.call_function_result || given.call_function_result;
    return options;
  }

  RunResult alone(Waits waits, const std::function<Prepared()>& make) {
    {
      const std::lock_guard lock(mutex_);
      if (busy_ || (waits_ && waits == Waits::no)) {
        return refused(refusal());
      }
      busy_ = true;
    }
    RunResult result;
    try {
      result = engine_.shared().run(make());
    } catch (const std::bad_alloc&) {
      result = refused(ErrorKind::internal, "The host has no memory left to start a run.");
    }
    const std::lock_guard lock(mutex_);
    busy_ = false;
    const bool was_refused =
        result.error() != nullptr && (result.error()->kind == ErrorKind::continuation ||
                                      result.error()->kind == ErrorKind::config);
    waits_ = result.interrupted() != nullptr || (waits_ && was_refused);
    return result;
  }

  Engine::State& engine_;
  const Toolbox tools_;
  RunOptions options_;
  const std::shared_ptr<engine::SessionState> state_ = std::make_shared<engine::SessionState>();
  std::mutex mutex_;
  bool busy_ = false;
  bool waits_ = false;
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

RunResult Session::run(std::string_view source, const RunOptions& options) {
  return state_->run(source, options);
}
RunResult Session::resume(std::string_view continuation, std::vector<Resolution> resolutions,
                          const RunOptions& options) {
  return state_->resume(continuation, std::move(resolutions), options);
}
Result<std::string> Session::save() { return state_->save(); }

Result<Session> Engine::open_session(const Toolbox& tools, const RunOptions& options) const {
  if (const Status checked = engine::check_session(tools, options); !checked) {
    return checked.error();
  }
  return Session(std::make_unique<Session::State>(*state_, tools, options));
}

Result<Session> Engine::restore_session(std::string_view token, const Toolbox& tools,
                                        const RunOptions& options) const {
  engine::Continuations& continuations = state_->continuations();
  Result<engine::OpenedContinuation> opened =
      engine::open_for(continuation::TokenKind::session, token, tools, options, continuations);
  if (!opened) return std::move(opened).error();
  const auto claim = continuations.use(opened->binding, [] { return true; });
  if (!claim) return claim.error();
  continuations.complete(**claim);
  auto session = std::make_unique<Session::State>(*state_, tools, options);
  session->begin_with(*std::move(opened));
  return Session(std::move(session));
}

void Engine::start(std::string source, const Toolbox& tools, const RunOptions& options,
                   std::function<void(RunResult)> done) const {
  Shared& shared = state_->shared();
  if (const Status workers = shared.executor().start(); !workers) {
    done(refused(ErrorKind::internal, workers.error().message));
    return;
  }
  if (options.inline_slices || !typescript::may_be_typescript(source)) {
    Prepared prepared = prepare(source, tools, options, nullptr, engine::StripTime::brief);
    if (!std::holds_alternative<engine::TakesLonger>(prepared)) {
      return shared.start(std::move(prepared), std::move(done),
                          options.inline_slices ? Shared::Step::here : Shared::Step::on_worker);
    }
  }
  // Stripping types may take as long as a script does, so it is a worker's.
  shared.executor().post(
      [&shared, source = std::move(source), tools, options, done = std::move(done)]() mutable {
        shared.start_unless_closing(prepare(std::move(source), tools, options), std::move(done));
      });
}

void Engine::start_resume(std::string continuation, std::vector<Resolution> resolutions,
                          const Toolbox& tools, const RunOptions& options,
                          std::function<void(RunResult)> done) const {
  Shared& shared = state_->shared();
  if (const Status workers = shared.executor().start(); !workers) {
    done(refused(ErrorKind::internal, workers.error().message));
    return;
  }
  shared.executor().post([&shared, &continuations = state_->continuations(), tools, options,
                          token = std::move(continuation), resolutions = std::move(resolutions),
                          done = std::move(done)]() mutable {
    shared.start_unless_closing(
        prepare_resume(token, std::move(resolutions), tools, options, continuations),
        std::move(done));
  });
}

std::string_view version() { return MODEBOX_VERSION; }

std::string_view image_hash() { return sandbox::image_hash(); }

}  // namespace modebox
