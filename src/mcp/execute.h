// The tools `execute` and `approve`: running scripts for a client, asking its user for consent and
// going on.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "modebox/engine.h"
#include "modebox/toolbox.h"
#include "src/mcp/pending_runs.h"
#include "src/mcp/server.h"
#include "src/mcp/sessions.h"
#include "src/mcp/tool_source.h"

namespace modebox::mcp {

struct ExecuteOptions {
  /// Limits and patterns of every run.
  RunOptions run;
  /// UTF-16 code units of text that a result may have; the rest is kept for `tools.output`.
  std::size_t max_output = 40'000;
  /// Whether there is the tool `approve`, by which a client that can not ask its user approves.
  bool approve_tool = false;
  /// Keeps the runs that wait for it beyond the process; null: they are gone with it.
  std::shared_ptr<PendingStore> pending_store;
  SessionOptions sessions;
};

/// Gives the engine when the first script is to be run: until then there are no side effects. The
/// engine is borrowed. An error is what the client is told; the next call asks again.
using EngineSource = std::function<Result<const Engine*>()>;

/// Thread-safe; its tools keep it alive.
class Execute : public std::enable_shared_from_this<Execute> {
 public:
  /// Scripts get the source's tools, and `tools.*` to ask about them. A tool of the source's that
  /// is named so is an error of each call.
  static std::shared_ptr<Execute> make(EngineSource engine, std::shared_ptr<ToolSource> tools,
                                       ExecuteOptions options);
  ~Execute();

  /// Once all clients are closed: waits for what runs in sessions and lets them go, after which the
  /// engine may be destroyed (which waits for the other runs).
  void close();

  /// `execute`, and `approve` if there is one.
  std::vector<ServerTool> tools();

 private:
  friend class Execution;
  class State;
  explicit Execute(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace modebox::mcp
