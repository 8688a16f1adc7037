#include "cli/types_command.h"

#include <filesystem>
#include <iostream>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "modebox/json.h"

namespace modebox::cli {
namespace {

Result<std::string> as_json(const Toolbox& tools, const DeclarationOptions& options) {
  const std::string text = tools.declarations(options);
  Value notes = Value::array();
  for (const std::string& note : tools.schema_notes()) notes.push(note);
  return to_json(Value::object({{"declarations", text}, {"notes", notes}}), {.indent = 2});
}

}  // namespace

CLI::App* TypesCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "types", "Print TypeScript declarations of the tools (modebox help declarations)");
  command->add_option("PATTERN", options_.only, "Only tools whose name fits, such as 'mail.*'");
  command->add_flag("--json", json_, "Print {\"declarations\", \"notes\"}");
  project_.add_config_to(*command);
  return command;
}

ExitCode TypesCommand::run() {
  const Output output("modebox types", json_);
  if (!project_.is_configured() && std::filesystem::exists("modebox.json")) {
    project_.set_file("modebox.json");
  }
  if (!project_.is_configured()) {
    return output.refuse(ExitCode::usage, "There is no modebox.json here; name one with -c FILE.");
  }
  if (const Status loaded = project_.load(); !loaded) {
    return output.refuse(ExitCode::usage, loaded.error().message);
  }
  const Cancel stop;
  const InterruptWatch interrupts(stop);
  const Cancel::Registration closing = project_.close_on(stop);
  project_.connect_all();
  if (stop.cancelled()) return ExitCode::aborted;
  options_.approve = project_.approve_patterns();
  const Toolbox& tools = project_.tools();
  if (json_) {
    const Result<std::string> text = as_json(tools, options_);
    if (!text) return output.refuse(ExitCode::limit, text.error().message);
    return output.text(*text + "\n");
  }
  for (const std::string& note : tools.schema_notes()) std::cerr << "note: " << note << '\n';
  return output.text(tools.declarations(options_));
}

}  // namespace modebox::cli
