#include "cli/inspect_command.h"

#include <utility>

#include "cli/output.h"
#include "cli/render.h"
#include "cli/token_argument.h"
#include "modebox/engine.h"

namespace modebox::cli {

CLI::App* InspectCommand::add_to(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("inspect", "Show what a token waits for, without using it");
  command->add_option("TOKEN", token_, "The token, a file that holds it, or - for standard input")
      ->required();
  command->add_flag("--json", json_, "Print it as JSON");
  project_.add_to(*command);
  return command;
}

ExitCode InspectCommand::run() {
  const Output output("modebox inspect", json_);
  if (const Status loaded = project_.load(); !loaded) {
    return output.refuse(ExitCode::usage, loaded.error().message);
  }
  const Result<std::string> token = read_token(token_);
  if (!token) return output.refuse(ExitCode::usage, token.error().message);
  Result<EngineOptions> lasting = project_.engine_options(MissingKey::refused);
  if (!lasting) return output.refuse(ExitCode::usage, lasting.error().message);
  const Result<Engine> engine = Engine::create(*std::move(lasting));
  if (!engine) return output.refuse(engine.error());
  const Result<ContinuationInfo> info = engine->inspect_continuation(*token);
  if (!info) return output.refuse(info.error());
  if (!json_) return output.text(render_info(*info));
  const Result<std::string> text = render_info_json(*info);
  if (!text) return output.refuse(ExitCode::limit, text.error().message);
  return output.text(*text + "\n");
}

}  // namespace modebox::cli
