#include "cli/run_command.h"

#include <charconv>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "cli/consent.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/output.h"

namespace modebox::cli {
namespace {

std::uint64_t read_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || at != end) {
    throw CLI::ValidationError("--seed", "must be an integer from 0 to 18446744073709551615");
  }
  return seed;
}

}  // namespace

CLI::App* RunCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Run a script and print its value");
  command->add_option("FILE", file_, "The script; - reads standard input");
  command->add_option("-e,--eval", code_, "The script itself");
  command->add_flag("--json", json_, "Print the whole result as JSON (modebox help output)");
  project_.add_to(*command);
  command->add_option_function<std::string>(
      "--seed", [this](const std::string& text) { options_.seed = read_seed(text); },
      "Fix randomness: equal seeds, equal numbers");
  command->add_option("--virtual-clock", options_.virtual_clock,
                      "Start a clock at this time (ms since 1970) that moves only for timers");
  command->add_flag_callback(
      "--transform", [this] { options_.typescript = TypeScriptMode::transform; },
      "Compile TypeScript that is more than types: enum, namespace, ...");
  limits_.add_to(*command);
  return command;
}

Result<std::string> RunCommand::read_source() {
  if (code_ && !file_.empty()) return Error{"Give a FILE or -e CODE, not both."};
  if (code_) return *code_;
  if (file_.empty()) return Error{"Give a FILE, - for standard input, or -e CODE."};
  if (file_ != "-") options_.source_name = std::filesystem::path(file_).filename().string();
  return read_file(file_, options_.limits.max_source);
}

void RunCommand::add_hint(const RunResult& result) const {
  const RunError* error = result.error();
  if (json_ || project_.is_configured() || error == nullptr) return;
  std::error_code ignored;
  if (error->name == "ReferenceError" && std::filesystem::exists("modebox.json", ignored)) {
    std::cerr << "There is a modebox.json here; -c modebox.json gives scripts its tools.\n";
  }
}

ExitCode RunCommand::run() {
  const Output output("modebox run", json_, project_.flags());
  if (const Status loaded = project_.load(); !loaded) {
    return output.refuse(ExitCode::usage, loaded.error().message);
  }
  project_.apply_to(options_);
  limits_.apply(options_.limits);
  const Result<std::string> source = read_source();
  if (!source) return output.refuse(ExitCode::usage, source.error().message);
  options_.cancel.emplace();
  const InterruptWatch interrupts(*options_.cancel);
  const Cancel::Registration closing = project_.close_on(*options_.cancel);
  project_.connect_for_script(*source);
  EngineOptions engine_options;
  // Without tools nothing can pause.
  if (project_.has_tools()) {
    Result<EngineOptions> lasting = project_.engine_options(MissingKey::made);
    if (!lasting) return output.refuse(ExitCode::usage, lasting.error().message);
    engine_options = *std::move(lasting);
  }
  const Result<Engine> engine = Engine::create(std::move(engine_options));
  if (!engine) return output.refuse(engine.error());
  const RunResult result = ask_and_resume(*engine, project_, options_, output,
                                          engine->run(*source, project_.tools(), options_));
  const ExitCode code = output.result(result, options_.source_name, *source);
  add_hint(result);
  return code;
}

}  // namespace modebox::cli
