// The engine: runs scripts in sandboxes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/cancel.h"
#include "modebox/limits.h"
#include "modebox/outcome.h"
#include "modebox/result.h"
#include "modebox/toolbox.h"

namespace modebox {

struct EngineOptions {
  /// Threads that execute scripts; 0 means one per core.
  unsigned workers = 0;
  /// Sandboxes that may hold a run at the same time; more runs wait their
  /// turn. 0 means as many as the system's mappings allow, at most 8,192.
  unsigned max_sandboxes = 0;
};

struct RunOptions {
  Limits limits;
  /// Name of the source in stacks and errors: one line of 1 to 1,024 bytes.
  std::string source_name = "script.ts";
  /// Fixes Math.random.
  std::optional<std::uint64_t> seed;
  /// Makes Date and timers deterministic: the clock starts here (milliseconds
  /// since the Unix epoch) and moves only when a timer is due and nothing else
  /// can run. At most 8.64e15 from 1970.
  std::optional<double> virtual_clock;
  /// Aborts the run when cancelled.
  std::optional<Cancel> cancel;
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

  /// Starts a run and returns at once. `done` is called exactly once, on a
  /// worker thread, and must not block, throw, or destroy the engine. A run that waits holds no
  /// thread. Where the system gives no thread, `done` gets an `Internal` error at once, here.
  void start(std::string source, const Toolbox& tools, const RunOptions& options,
             std::function<void(RunResult)> done) const;

 private:
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
