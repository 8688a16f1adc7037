// The engine: runs scripts in sandboxes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/approval.h"
#include "modebox/cancel.h"
#include "modebox/continuation.h"
#include "modebox/continuation_store.h"
#include "modebox/limits.h"
#include "modebox/outcome.h"
#include "modebox/result.h"
#include "modebox/toolbox.h"
#include "modebox/typescript.h"

namespace modebox {

class Session;

struct EngineOptions {
  /// Threads that execute scripts; 0 means one per core.
  unsigned workers = 0;
  /// Sandboxes that may hold a run at the same time; more runs wait their
  /// turn. 0 means as many as the system's mappings allow, at most 8,192.
  unsigned max_sandboxes = 0;
  /// Secrets that continuations are sealed with: the first one seals, all open. At
  /// least 32 bytes each. Without any, the environment variable MODEBOX_SECRET;
  /// without that, a random one for the life of this engine.
  std::vector<std::string> secrets;
  /// Makes continuations usable once, for all engines that share it. Null: a store
  /// in memory, of this engine alone.
  std::shared_ptr<ContinuationStore> store;
  /// How long a continuation can be used.
  std::chrono::milliseconds continuation_lifetime = std::chrono::hours(24);
  /// A run that waits longer than this for host calls or timers gives its sandbox
  /// back; its memory is kept compressed meanwhile. The script does not notice. 0:
  /// never.
  std::chrono::milliseconds park_after{50};
};

struct RunOptions {
  Limits limits;
  /// Name of the source in stacks and errors: one line of 1 to 1,024 bytes.
  std::string source_name = "script.ts";
  /// What becomes of TypeScript that is more than types. JavaScript is run as it is.
  TypeScriptMode typescript = TypeScriptMode::strip;
  /// What a script whose value is a function of its own without parameters (`async () => {...}`, as
  /// models often write) means: it is called once, without arguments, and what it returns, awaited,
  /// is the run's value. Off: such a run fails with NotSerializable, as a function can not leave.
  /// Classes, generators, bound functions and host functions are never called. Of a run that is
  /// resumed, what it was started with counts.
  bool call_function_result = false;
  /// Fixes Math.random, and the random bytes of crypto.
  std::optional<std::uint64_t> seed;
  /// Makes Date and timers deterministic: the clock starts here (milliseconds
  /// since the Unix epoch) and moves only when a timer is due and nothing else
  /// can run. At most 8.64e15 from 1970.
  std::optional<double> virtual_clock;
  /// Calls of tools whose name fits one of these patterns need consent (`bank.*`;
  /// see matches_pattern), whatever the tool itself says.
  std::vector<std::string> approve;
  /// The same for sources and sinks.
  std::vector<std::string> sources;
  std::vector<std::string> sinks;
  /// Who may resume: a continuation of this run is refused for any other audience.
  /// At most 1,024 bytes.
  std::string audience;
  /// Aborts the run when cancelled.
  std::optional<Cancel> cancel;
  /// Told the name of each tool as it is called, on the thread that calls it: for showing what a
  /// run is doing. Must not block; what it throws is dropped.
  std::function<void(std::string_view tool)> on_call;
  /// For programs around an event loop, with Engine::start and start_resume: the thread
  /// that starts the run, or calls a Reply, may run the script itself for up to about
  /// 0.3 ms, and all runs together at most for a fifth of its time; what takes longer is
  /// undone and goes to a worker. Saves the hand-over between threads, which takes
  /// longer than most scripts; where hundreds of runs wait for few cores anyway, it gains
  /// nothing. Tools that are not asynchronous are called on workers;
  /// asynchronous tools, and `done`, perhaps on that thread, so hold no lock there that they
  /// need.
  bool inline_slices = false;
};

/// Runs scripts. Thread-safe: one engine serves many threads. Engines share
/// the process's sandbox pool. Destroying it aborts the runs that are still
/// going and waits for their completion callbacks. After fork() the child may
/// use the engine; runs that were going stay with the parent.
class Engine {
 public:
  /// Fails when this machine can not hold a sandbox; the error says why.
  static Result<Engine> create(EngineOptions options = {});

  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  /// Runs a script to its end on the calling thread. May be called from inside
  /// a tool.
  RunResult run(std::string_view source, const Toolbox& tools = {},
                const RunOptions& options = {}) const;

  /// Goes on with a paused run on the calling thread. `resolutions` answer any of
  /// what it waits for, at least one; the rest is still waited for, under the same
  /// ids. The toolbox and the patterns must be those of the run; of `options`,
  /// limits (the smaller ones count), patterns, audience and cancel are used. A
  /// continuation that is refused before the run goes on is not used up: the
  /// outcome is then Failed with kind Continuation or Config, and the code tells
  /// which refusal it is.
  RunResult resume(std::string_view continuation, std::vector<Resolution> resolutions,
                   const Toolbox& tools = {}, const RunOptions& options = {}) const;

  /// What a token waits for; does not use it up. Fails with the code of the
  /// refusal; an expired token, or one of another image, can still be looked at.
  Result<ContinuationInfo> inspect_continuation(std::string_view continuation) const;

  /// Whether `resume` would take this token of a run here and now: its tools, audience and
  /// store are those given, it has not expired, and was not used. Does not use it. Fails
  /// with the code of the refusal.
  Status check_continuation(std::string_view continuation, const Toolbox& tools,
                            const RunOptions& options = {}) const;

  /// A session with these tools (session.h). Of the options, seed, virtual clock,
  /// patterns and audience are those of all its runs. Fails where a pattern fits a
  /// synchronous tool, or an option makes no sense.
  Result<Session> open_session(const Toolbox& tools = {}, const RunOptions& options = {}) const;

  /// A session that was saved, with the tools, patterns and audience it had. Fails with
  /// the code of the refusal; a token that is refused is not used up.
  Result<Session> restore_session(std::string_view token, const Toolbox& tools = {},
                                  const RunOptions& options = {}) const;

  /// Starts a run and returns at once. `done` is called exactly once, on a
  /// worker thread (or as RunOptions::inline_slices says), and must not block, throw, or destroy
  /// the engine. A run that waits holds no thread. Where the system gives no thread, `done` gets an
  /// `Internal` error at once, here.
  void start(std::string source, const Toolbox& tools, const RunOptions& options,
             std::function<void(RunResult)> done) const;

  /// `resume` like `start`. Opening the token and asking the store happen on a worker.
  void start_resume(std::string continuation, std::vector<Resolution> resolutions,
                    const Toolbox& tools, const RunOptions& options,
                    std::function<void(RunResult)> done) const;

 private:
  friend class Session;
  class State;
  explicit Engine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Version of the library, `0.1.0`.
std::string_view version();
/// SHA-256 of the guest image in hexadecimal. Runs that were paused go on only
/// in the image that made them.
std::string_view image_hash();

}  // namespace modebox
