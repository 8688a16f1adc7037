#include "cli/resume_command.h"

#include <utility>
#include <variant>

#include "cli/consent.h"
#include "cli/interrupt.h"
#include "cli/token_argument.h"
#include "modebox/json.h"

namespace modebox::cli {

CLI::App* ResumeCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("resume", "Go on with a run that waits for consent");
  command->add_option("TOKEN", token_, "The token, a file that holds it, or - for standard input")
      ->required();
  command->add_option("--approve", approved_, "Allow the call with this ID");
  command->add_option("--deny", denied_, "ID or ID=REASON: do not allow it");
  command->add_option("--value", values_, "ID=JSON: answer a tool that asked something");
  command->add_flag("--json", json_, "Print the whole result as JSON (modebox help output)");
  project_.add_to(*command);
  limits_.add_to(*command);
  return command;
}

Result<std::vector<Resolution>> ResumeCommand::resolutions() const {
  std::vector<Resolution> all;
  for (const std::string& id : approved_) all.push_back(approve(id));
  for (const std::string& text : denied_) {
    const std::size_t equals = text.find('=');
    all.push_back(
        deny(text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)));
  }
  for (const std::string& text : values_) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return Error{"--value must be ID=JSON."};
    Result<Value> value = from_json(text.substr(equals + 1));
    if (!value) return Error{"--value " + text.substr(0, equals) + ": " + value.error().message};
    all.push_back(resume_with(text.substr(0, equals), *std::move(value)));
  }
  return all;
}

void ResumeCommand::add_hint(RunResult& result) const {
  Failed* failed = std::get_if<Failed>(&result.outcome);
  if (failed == nullptr || project_.is_configured()) return;
  if (failed->error.code != "RUN_CONTINUATION_WRONG_TOOLS") return;
  failed->error.message += " Give the -c that it was run with.";
}

ExitCode ResumeCommand::run() {
  const Output output("modebox resume", json_);
  if (const Status loaded = project_.load(); !loaded) {
    return output.refuse(ExitCode::usage, loaded.error().message);
  }
  project_.apply_to(options_);
  limits_.apply(options_.limits);
  Result<std::vector<Resolution>> answers = resolutions();
  if (!answers) return output.refuse(ExitCode::usage, answers.error().message);
  const Result<std::string> token = read_token(token_);
  if (!token) return output.refuse(ExitCode::usage, token.error().message);
  Result<EngineOptions> lasting = project_.engine_options(MissingKey::refused);
  if (!lasting) return output.refuse(ExitCode::usage, lasting.error().message);
  options_.cancel.emplace();
  const InterruptWatch interrupts(*options_.cancel);
  const Result<Engine> engine = Engine::create(*std::move(lasting));
  if (!engine) return output.refuse(ExitCode::internal, engine.error().message);
  return resume(*engine, output, *token, *std::move(answers));
}

ExitCode ResumeCommand::resume(const Engine& engine, const Output& output, const std::string& token,
                               std::vector<Resolution> resolutions) {
  RunResult result;
  if (resolutions.empty()) {
    // Whoever is at the terminal is asked, as if the run had paused just now.
    Result<ContinuationInfo> info = engine.inspect_continuation(token);
    if (!info) return output.refuse(ExitCode::usage, info.error().message);
    result.outcome = Interrupted{token, info->interruptions};
  } else {
    result = engine.resume(token, std::move(resolutions), project_.tools(), options_);
  }
  add_hint(result);
  return output.result(ask_and_resume(engine, project_, options_, output, std::move(result)), {},
                       {});
}

}  // namespace modebox::cli
