#include "modebox/engine.h"

#include <pthread.h>

#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "modebox/text.h"
#include "src/base/clock.h"
#include "src/base/random.h"
#include "src/engine/executor.h"
#include "src/engine/run.h"
#include "src/engine/wait_list.h"
#include "src/sandbox/sandbox.h"

namespace modebox {
namespace {

using engine::Run;

/// The last moment that a Date can hold, from 1970 (ECMA-262, 21.4.1.1).
constexpr double latest_date_ms = 8.64e15;
constexpr std::size_t max_source_name = 1024;

RunResult refused(ErrorKind kind, std::string message) {
  RunResult result;
  result.outcome = Failed{run_error(kind, std::move(message))};
  return result;
}

/// The checks before a run takes anything; nothing if all is well.
std::optional<RunResult> refuse(std::string_view source, const RunOptions& options) {
  if (const Status limits = check(options.limits); !limits) {
    return refused(ErrorKind::config, limits.error().message);
  }
  if (source.size() > static_cast<std::size_t>(options.limits.max_source)) {
    return refused(ErrorKind::too_large,
                   "The source has " + std::to_string(source.size()) + " bytes, more than " +
                       std::to_string(options.limits.max_source) + " (limits.maxSourceBytes).");
  }
  if (options.virtual_clock && !(std::abs(*options.virtual_clock) <= latest_date_ms)) {
    return refused(ErrorKind::config,
                   "The virtual clock must start within the dates that JavaScript has: at most "
                   "8.64e15 ms from 1970.");
  }
  if (options.source_name.empty() || options.source_name.size() > max_source_name ||
      options.source_name.find_first_of(std::string_view("\0\r\n", 3)) != std::string::npos) {
    return refused(ErrorKind::config, "The source's name must be one line of 1 to " +
                                          std::to_string(max_source_name) + " bytes.");
  }
  const std::size_t bad = find_invalid_wtf8(source);
  if (bad != std::string_view::npos) {
    return refused(ErrorKind::syntax,
                   "The source is not valid UTF-8 (at byte " + std::to_string(bad) + ").");
  }
  if (!is_well_formed(source)) {
    return refused(ErrorKind::syntax,
                   "The source is not valid UTF-8: it has half of a surrogate pair.");
  }
  return std::nullopt;
}

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
  explicit Shared(const EngineOptions& options)
      : quota_(options.max_sandboxes), executor_(options.workers) {}

  ~Shared() {
    std::unique_lock lock(mutex_);
    std::vector<std::shared_ptr<Run>> running;
    for (const auto& [id, run] : runs_) running.push_back(run);
    // Not under the lock: a stop runs the tools' cancel listeners.
    lock.unlock();
    for (const auto& run : running) run->stop(sandbox::StopReason::aborted);
    lock.lock();
    all_done_.wait(lock, [this] { return runs_.empty(); });
  }

  engine::Surroundings surroundings() {
    return {&executor_, &Clock::system(), &RandomSource::system(), &quota_, &waiting_for_sandbox()};
  }

  std::shared_ptr<Run> make_run(std::string source, const Toolbox& tools,
                                const RunOptions& options) {
    return std::make_shared<Run>(surroundings(), std::move(source), tools.snapshot(), options);
  }

  RunResult run(const std::shared_ptr<Run>& run) {
    struct Listed {
      Shared& shared;
      std::uint64_t id;
      ~Listed() { shared.strike_off(id); }
    } listed{*this, enlist(run)};
    return run->run_here();
  }

  void start(const std::shared_ptr<Run>& run, Run::Done done) {
    const std::uint64_t id = enlist(run);
    run->run_on_workers([this, id, done = std::move(done)](RunResult result) {
      done(std::move(result));
      strike_off(id);
    });
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

  std::mutex mutex_;
  std::condition_variable all_done_;
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
  explicit State(EngineOptions options) : options_(options) {}

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
      shared_ = new Shared(options_);
      generation_ = generation;
    }
    creating_.store(false, std::memory_order_release);
    return *shared_;
  }

 private:
  const EngineOptions options_;
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
  if (!lease && !sandbox::Pool::process().at_capacity()) return std::move(lease).error();
  return Engine(std::make_unique<State>(options));
}

RunResult Engine::run(std::string_view source, const Toolbox& tools,
                      const RunOptions& options) const {
  if (std::optional<RunResult> refusal = refuse(source, options)) return std::move(*refusal);
  try {
    Shared& shared = state_->shared();
    return shared.run(shared.make_run(std::string(source), tools, options));
  } catch (const std::bad_alloc&) {
    return refused(ErrorKind::internal, "The host has no memory left to start a run.");
  }
}

void Engine::start(std::string source, const Toolbox& tools, const RunOptions& options,
                   std::function<void(RunResult)> done) const {
  Shared& shared = state_->shared();
  if (const Status workers = shared.surroundings().executor->start(); !workers) {
    done(refused(ErrorKind::internal, workers.error().message));
    return;
  }
  if (std::optional<RunResult> refusal = refuse(source, options)) {
    shared.surroundings().executor->post(
        [done = std::move(done), result = std::move(*refusal)]() mutable {
          done(std::move(result));
        });
    return;
  }
  shared.start(shared.make_run(std::move(source), tools, options), std::move(done));
}

std::string_view version() { return MODEBOX_VERSION; }

std::string_view image_hash() { return sandbox::image_hash(); }

}  // namespace modebox
