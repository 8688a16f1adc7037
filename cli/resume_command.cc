#include "cli/resume_command.h"

#include <algorithm>
#include <utility>

#include "cli/consent.h"
#include "cli/interrupt.h"
#include "cli/token_argument.h"
#include "modebox/json.h"

namespace modebox::cli {
namespace {

/// The whole id for its first digits; other text is left as it is.
void complete_id(std::string& id, const std::vector<Interruption>& waiting) {
  const auto fits = [&id](const Interruption& one) { return one.id.starts_with(id); };
  if (id.empty() || std::count_if(waiting.begin(), waiting.end(), fits) != 1) return;
  id = std::find_if(waiting.begin(), waiting.end(), fits)->id;
}

}  // namespace

CLI::App* ResumeCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("resume", "Go on with a run that waits for consent");
  command->add_option("TOKEN", token_, "The token, a file that holds it, or - for standard input")
      ->required();
  command->add_option("--approve", approved_, "Allow the call with this ID")
      ->allow_extra_args(false);
  command->add_option("--deny", denied_, "ID or ID=REASON: do not allow it")
      ->allow_extra_args(false);
  command->add_option("--value", values_, "ID=JSON: answer a tool that asked something")
      ->allow_extra_args(false);
  command->footer("An ID may be cut to its first digits, where these are clear.");
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

std::string ResumeCommand::hint_for(const Error& error) const {
  if (error.code == "RUN_CONTINUATION_WRONG_TOOLS" && !project_.is_configured()) {
    return " Give the -c or --allow-fetch that it was run with.";
  }
  if (error.code == "RUN_CONTINUATION_WRONG_STORE")
    return " Give the --store that it was run with.";
  return {};
}

ExitCode ResumeCommand::run() {
  const Output output("modebox resume", json_, project_.flags());
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
  const Cancel::Registration closing = project_.close_on(*options_.cancel);
  const Result<Engine> engine = Engine::create(*std::move(lasting));
  if (!engine) return output.refuse(engine.error());
  return resume(*engine, output, *token, *std::move(answers));
}

ExitCode ResumeCommand::resume(const Engine& engine, const Output& output, const std::string& token,
                               std::vector<Resolution> resolutions) {
  const Result<ContinuationInfo> info = engine.inspect_continuation(token);
  if (!info) return output.refuse(info.error());
  project_.connect_for_resume(info->tools);
  // Before anybody is asked: whether there is something to go on with.
  const Status usable = engine.check_continuation(token, project_.tools(), options_);
  if (!usable) return output.refuse(usable.error(), hint_for(usable.error()));
  RunResult result;
  if (resolutions.empty()) {
    result.outcome = Interrupted{token, info->interruptions};
  } else {
    for (Resolution& one : resolutions) complete_id(one.interruption_id, info->interruptions);
    result = engine.resume(token, std::move(resolutions), project_.tools(), options_);
  }
  return output.result(ask_and_resume(engine, project_, options_, output, std::move(result)), {},
                       {});
}

}  // namespace modebox::cli
