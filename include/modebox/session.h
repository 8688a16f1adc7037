// A session: scripts that run one after the other in the same virtual machine, as
// in a REPL.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/engine.h"

namespace modebox {

/// What one script leaves in globals, the next one finds. A later script may declare
/// `const`, `let`, `class` and function names again. Timers and calls that a script
/// leaves behind are dropped.
///
/// A script that fails by itself (an error it threw, a syntax error, a call it did
/// not await) leaves what it had done. After a run that was stopped (a limit, an
/// abort) or broke down, the session is as it was before that run.
///
/// Thread-safe; one run at a time, a second one is refused. Must not outlive its engine.
class Session {
 public:
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Runs a script on the calling thread. Of the options, limits (of this run alone;
  /// memory counts for the whole session), source_name and cancel are used, and
  /// call_function_result where the session does not have it; the rest is the session's. Refused
  /// (kind Config) while a run is going on (code RUN_SESSION_BUSY), or is paused
  /// (RUN_SESSION_PAUSED).
  RunResult run(std::string_view source, const RunOptions& options = {});

  /// Goes on with a paused run of this session, or of one that was lost with its
  /// process: this session then becomes that one.
  RunResult resume(std::string_view continuation, std::vector<Resolution> resolutions,
                   const RunOptions& options = {});

  /// The session as a token, encrypted, usable once with Engine::restore_session. The session
  /// itself goes on. Fails while a run is going on or is paused, with the same codes.
  Result<std::string> save();

 private:
  friend class Engine;
  class State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace modebox
