#include "cli/consent.h"

#include <iostream>
#include <utility>
#include <vector>

#include "cli/render.h"
#include "cli/terminal.h"

namespace modebox::cli {
namespace {

/// Whether a resume failed before it used the token up, or perhaps so: then the token is
/// all that is left of the run.
bool is_there_still(const Engine& engine, const Project& project, const RunOptions& options,
                    const std::string& token, const RunResult& next) {
  const RunError* error = next.error();
  if (error == nullptr || !next.calls.empty()) return false;
  const Status usable = engine.check_continuation(token, project.tools(), options);
  // Without a code: the store can not be asked.
  return usable.ok() || usable.error().code.empty();
}

}  // namespace

RunResult ask_and_resume(const Engine& engine, const Project& project, const RunOptions& options,
                         const Output& output, RunResult result) {
  if (output.is_json() || result.interrupted() == nullptr) return result;
  Terminal terminal(options.cancel.value_or(Cancel()));
  while (const Interrupted* paused = result.interrupted()) {
    if (!terminal.is_there() || terminal.is_put_off()) break;
    output.logs(result);
    result.logs.clear();
    std::vector<Resolution> answers = terminal.ask(paused->interruptions);
    // Once it is cancelled a resume would use nothing up, nor do anything.
    if (answers.empty() || (options.cancel && options.cancel->cancelled())) break;
    RunResult next =
        engine.resume(paused->continuation, std::move(answers), project.tools(), options);
    if (is_there_still(engine, project, options, paused->continuation, next)) {
      std::cerr << render_error(*next.error(), {}, {});
      break;
    }
    result = std::move(next);
  }
  return result;
}

}  // namespace modebox::cli
