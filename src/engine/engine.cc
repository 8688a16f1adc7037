#include "modebox/engine.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/text.h"
#include "src/base/clock.h"
#include "src/base/random.h"
#include "src/engine/continuations.h"
#include "src/engine/executor.h"
#include "src/engine/policy.h"
#include "src/engine/run.h"
#include "src/engine/wait_list.h"
#include "src/sandbox/sandbox.h"

namespace modebox {
namespace {

using engine::Run;
using engine::RunOrder;

/// The last moment that a Date can hold, from 1970 (ECMA-262, 21.4.1.1).
constexpr double latest_date_ms = 8.64e15;
constexpr std::size_t max_source_name = 1024;
constexpr std::size_t max_audience = 1024;

/// An id as it was given, cut, so that a token given by mistake is not repeated.
std::string describe_id(const std::string& id) {
  constexpr std::size_t most = 32;
  return '"' + to_utf8_lossy(id.substr(0, most)) + (id.size() > most ? "..." : "") + '"';
}

RunResult refused(ErrorKind kind, std::string message) {
  RunResult result;
  result.outcome = Failed{run_error(kind, std::move(message))};
  return result;
}

RunResult refused(const Error& error) {
  RunResult result;
  result.outcome = Failed{
      run_error(error.code.empty() ? ErrorKind::internal : ErrorKind::continuation, error.message,
                error.code.empty() ? std::string(code_of(ErrorKind::internal)) : error.code)};
  return result;
}

/// The checks of what every run is given; nothing if all is well.
std::optional<RunResult> refuse(const RunOptions& options) {
  if (const Status limits = check(options.limits); !limits) {
    return refused(ErrorKind::config, limits.error().message);
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
  if (options.audience.size() > max_audience || !is_well_formed(options.audience)) {
    return refused(ErrorKind::config, "The audience must be at most " +
                                          std::to_string(max_audience) + " bytes of UTF-8.");
  }
  return std::nullopt;
}

/// The checks of a source.
std::optional<RunResult> refuse(std::string_view source, const RunOptions& options) {
  if (source.size() > static_cast<std::size_t>(options.limits.max_source)) {
    return refused(ErrorKind::too_large,
                   "The source has " + std::to_string(source.size()) + " bytes, more than " +
                       std::to_string(options.limits.max_source) + " (limits.maxSourceBytes).");
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

/// What a run takes, or why it is refused.
using Prepared = std::variant<RunOrder, RunResult>;

Result<std::shared_ptr<const Attachments>> attach(
    const std::map<std::string, AttachmentFactory>& factories,
    const std::map<std::string, engine::Bytes>* saved) {
  if (factories.empty()) return std::shared_ptr<const Attachments>();
  auto attachments = std::make_shared<Attachments>();
  for (const auto& [name, factory] : factories) {
    Result<std::shared_ptr<Attachment>> made =
        factory(saved != nullptr ? &saved->at(name) : nullptr);
    if (!made) return std::move(made).error();
    attachments->emplace(name, *std::move(made));
  }
  return std::shared_ptr<const Attachments>(std::move(attachments));
}

Prepared prepare(std::string source, const Toolbox& tools, const RunOptions& options) {
  if (auto refusal = refuse(options)) return std::move(*refusal);
  if (auto refusal = refuse(source, options)) return std::move(*refusal);
  RunOrder order;
  order.source = std::move(source);
  order.tools = tools.snapshot();
  order.options = options;
  Result<std::vector<engine::ToolPolicy>> policies = engine::policies_of(*order.tools, options);
  if (!policies) return refused(ErrorKind::config, policies.error().message);
  order.policies = *std::move(policies);
  auto attachments = attach(tools.attachments(), nullptr);
  if (!attachments) return refused(attachments.error());
  order.attachments = *std::move(attachments);
  return order;
}

/// The tools in the order in which the frozen guest numbers them. The sets are
/// known to be equal.
std::shared_ptr<const std::vector<Tool>> in_order(const Toolbox& tools,
                                                  const std::vector<std::string>& names) {
  auto ordered = std::make_shared<std::vector<Tool>>();
  for (const std::string& name : names) {
    if (const Tool* tool = tools.find(name)) ordered->push_back(*tool);
  }
  return ordered;
}

std::optional<std::string> problem_of(const std::vector<Resolution>& resolutions,
                                      const std::vector<engine::PendingCall>& pending) {
  if (resolutions.empty()) return "At least one resolution is needed.";
  std::set<std::string_view> known;
  for (const Resolution& resolution : resolutions) {
    const auto call = std::find_if(pending.begin(), pending.end(), [&](const auto& other) {
      return other.interruption_id == resolution.interruption_id;
    });
    const std::string id = describe_id(resolution.interruption_id);
    if (call == pending.end())
      return "The continuation does not wait for an interruption " + id + ".";
    if (!known.insert(resolution.interruption_id).second) {
      return "The interruption " + id + " has more than one resolution.";
    }
    if (resolution.kind == Resolution::Kind::value &&
        call->reason != InterruptionReason::interrupt && !resolution.value.is_boolean()) {
      return "The interruption " + id +
             " asks for consent: its value must be true (approve) or false (deny).";
    }
  }
  return std::nullopt;
}

Prepared prepare_resume(std::string_view token, std::vector<Resolution> resolutions,
                        const Toolbox& tools, const RunOptions& options,
                        engine::Continuations& continuations) {
  if (auto refusal = refuse(options)) return std::move(*refusal);
  Result<std::vector<engine::ToolPolicy>> policies =
      engine::policies_of(*tools.snapshot(), options);
  if (!policies) return refused(ErrorKind::config, policies.error().message);
  Result<engine::OpenedContinuation> opened = continuations.open(token);
  if (!opened) return refused(opened.error());
  std::set<std::string> names;
  for (const auto& [name, factory] : tools.attachments()) names.insert(name);
  const std::string hash = engine::tool_set_hash(*tools.snapshot(), *policies, names);
  const Status fits =
      continuations.check(*opened, {continuation::TokenKind::run, hash, options.audience});
  if (!fits) return refused(fits.error());
  if (auto problem = problem_of(resolutions, opened->run.pending)) {
    return refused(ErrorKind::config, *problem);
  }
  RunOrder order;
  order.tools = in_order(tools, opened->run.tools);
  order.options = options;
  order.options.limits = smaller_of(opened->run.limits, options.limits);
  order.options.source_name = opened->run.source_name;
  order.options.virtual_clock = opened->run.virtual_clock;
  order.options.seed.reset();
  if (opened->run.seeded) order.options.seed = opened->run.seed;
  order.policies = *engine::policies_of(*order.tools, options);
  auto attachments = attach(tools.attachments(), &opened->run.attachments);
  if (!attachments) return refused(attachments.error());
  order.attachments = *std::move(attachments);
  order.resumption = engine::Resumption{*std::move(opened), std::move(resolutions)};
  return order;
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
    start(std::move(prepared), std::move(done));
  }

  void start(Prepared prepared, Run::Done done) {
    if (auto* refusal = std::get_if<RunResult>(&prepared)) {
      executor_.post([done = std::move(done), result = std::move(*refusal)]() mutable {
        done(std::move(result));
      });
      return;
    }
    const auto run = std::make_shared<Run>(surroundings(), std::get<RunOrder>(std::move(prepared)));
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
  if (!lease && !sandbox::Pool::process().at_capacity()) return std::move(lease).error();
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

void Engine::start(std::string source, const Toolbox& tools, const RunOptions& options,
                   std::function<void(RunResult)> done) const {
  Shared& shared = state_->shared();
  if (const Status workers = shared.executor().start(); !workers) {
    done(refused(ErrorKind::internal, workers.error().message));
    return;
  }
  shared.start(prepare(std::move(source), tools, options), std::move(done));
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
