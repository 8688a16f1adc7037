#include "cli/consent.h"

#include <iostream>
#include <utility>
#include <vector>

#include "cli/render.h"
#include "cli/terminal.h"

namespace modebox::cli {

RunResult ask_and_resume(const Engine& engine, const Project& project, const RunOptions& options,
                         const Output& output, RunResult result) {
  if (output.is_json() || result.interrupted() == nullptr) return result;
  Terminal terminal(options.cancel.value_or(Cancel()));
  while (const Interrupted* paused = result.interrupted()) {
    if (!terminal.is_there() || terminal.is_put_off()) break;
    output.logs(result);
    result.logs.clear();
    std::vector<Resolution> answers = terminal.ask(paused->interruptions);
    if (answers.empty()) break;
    RunResult next =
        engine.resume(paused->continuation, std::move(answers), project.tools(), options);
    // Refused: what was paused is there still, and must not be lost.
    if (const RunError* error = next.error();
        error != nullptr && error->kind == ErrorKind::continuation) {
      std::cerr << render_error(*error, {}, {});
      break;
    }
    result = std::move(next);
  }
  return result;
}

}  // namespace modebox::cli
