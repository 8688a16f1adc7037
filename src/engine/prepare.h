// What stands between a caller's request and a run: the checks of options, source,
// tools, continuation and answers. What is refused here has taken nothing, and a
// continuation stays unused.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "modebox/engine.h"
#include "src/engine/continuations.h"
#include "src/engine/run.h"
#include "src/engine/script.h"

namespace modebox::engine {

RunResult refused(ErrorKind kind, std::string message);
/// A refusal has a code of its own; any other error is Internal.
RunResult refused(const Error& error);

/// What a run takes, or why it is refused. `TakesLonger`: only if stripping was to be brief.
using Prepared = std::variant<RunOrder, RunResult, TakesLonger>;

/// A run of a source; `session` is what it goes on with, or null.
Prepared prepare(std::string source, const Toolbox& tools, const RunOptions& options,
                 std::shared_ptr<SessionState> session = nullptr, StripTime time = StripTime::full);

/// A run that was paused; with a session, one of that session.
Prepared prepare_resume(std::string_view token, std::vector<Resolution> resolutions,
                        const Toolbox& tools, const RunOptions& options,
                        Continuations& continuations,
                        std::shared_ptr<SessionState> session = nullptr);

/// Whether a session may have these tools and options.
Status check_session(const Toolbox& tools, const RunOptions& options);

/// Opens a token and holds it against the kind that is wanted, tools, audience and store.
/// Does not use it, nor ask whether it was used.
Result<OpenedContinuation> open_for(continuation::TokenKind kind, std::string_view token,
                                    const Toolbox& tools, const RunOptions& options,
                                    Continuations& continuations);

/// The hash of a toolbox under these patterns; an error names a tool that they do not allow.
Result<std::string> hash_of(const Toolbox& tools, const RunOptions& options);

}  // namespace modebox::engine
