#include "cli/doctor_command.h"

#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "modebox/json.h"
#include "src/mcp/catalog.h"
#include "src/tools/consent_note.h"
#include "src/tools/shown_text.h"

namespace modebox::cli {
namespace {

/// Of a description, on its line.
constexpr std::size_t most_of_brief = 80;

std::string first_line(std::string_view text) {
  std::string line = shown_text(text.substr(0, std::min(text.find('\n'), most_of_brief)));
  return line.size() < text.size() ? line + "..." : line;
}

/// The tools of one origin, one line each with what it needs.
std::string tools_text(const std::vector<Tool>& tools, std::string_view group,
                       const std::vector<std::string>& approve) {
  std::string text;
  for (const Tool& tool : tools) {
    const std::string_view name = tool.name();
    const bool is_of_group = name.starts_with(group) && name.size() > group.size() &&
                             (group.empty() || name[group.size()] == '.');
    if (!is_of_group) continue;
    std::string line = "  " + std::string(name);
    const std::string note = consent_note(tool, approve);
    if (!note.empty())
      line += note.starts_with("Each") ? " [needs consent]" : " [may need consent]";
    if (tool.is_source()) line += " [source]";
    if (tool.is_sink()) line += " [sink]";
    if (!tool.description().empty()) line += "  " + first_line(tool.description());
    text += line + "\n";
  }
  return text;
}

std::string server_text(const bridge::ServerReport& server) {
  const std::string name = shown_text(server.name);
  if (server.tools == nullptr) return name + ": FAILED. " + shown_text(server.problem) + "\n";
  const bridge::RemoteTools& tools = *server.tools;
  std::string text = name + ": " + std::to_string(tools.tools.size()) + " tools";
  if (server.group != server.name) text += ", in scripts " + shown_text(server.group);
  text += " (" + shown_text(tools.server_name) + " " + shown_text(tools.server_version) + ", MCP " +
          shown_text(tools.protocol_version) + ")\n";
  for (const std::string& note : server.notes) text += "  note: " + shown_text(note) + "\n";
  return text;
}

Value server_value(const bridge::ServerReport& server) {
  Value value = Value::object({{"name", server.name}, {"group", server.group}});
  if (server.tools == nullptr) {
    value.set("problem", server.problem);
    return value;
  }
  value.set("serverName", server.tools->server_name);
  value.set("serverVersion", server.tools->server_version);
  value.set("protocolVersion", server.tools->protocol_version);
  Value notes = Value::array();
  for (const std::string& note : server.notes) notes.push(note);
  value.set("notes", notes);
  return value;
}

Value tool_value(const Tool& tool, const std::vector<std::string>& approve) {
  const std::string note = consent_note(tool, approve);
  return Value::object({{"name", tool.name()},
                        {"original", tool.original_name()},
                        {"consent", note.empty()               ? "never"
                                    : note.starts_with("Each") ? "always"
                                                               : "sometimes"},
                        {"source", tool.is_source()},
                        {"sink", tool.is_sink()}});
}

std::vector<bridge::ServerReport> reports_of(Project& project) {
  const std::shared_ptr<bridge::Bridge> bridge = project.bridge();
  if (bridge == nullptr) return {};
  const auto told = std::make_shared<std::promise<std::vector<bridge::ServerReport>>>();
  bridge->report(
      [told](std::vector<bridge::ServerReport> all) { told->set_value(std::move(all)); });
  return told->get_future().get();
}

}  // namespace

CLI::App* DoctorCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "doctor", "Check modebox.json, connect to its MCP servers, and tell what an agent will see");
  command->add_flag("--json", json_, "Print {\"tools\", \"servers\", \"instructions\"}");
  project_.add_config_to(*command);
  return command;
}

ExitCode DoctorCommand::run() {
  const Output output("modebox doctor", json_);
  if (!project_.is_configured()) {
    if (!std::filesystem::exists("modebox.json")) {
      return output.refuse(
          ExitCode::usage,
          "There is no modebox.json here; modebox init writes one, -c FILE names another.");
    }
    project_.set_file("modebox.json");
  }
  if (const Status loaded = project_.load(); !loaded) {
    return output.refuse(ExitCode::usage, loaded.error().message);
  }
  const std::string own = tools_text(project_.tools().tools(), "", project_.approve_patterns());
  const Cancel stop;
  const InterruptWatch interrupts(stop);
  const Cancel::Registration closing = project_.close_on(stop);
  const std::vector<bridge::ServerReport> servers = reports_of(project_);
  if (stop.cancelled()) return ExitCode::aborted;
  // As modebox mcp says it, before any server is connected.
  const std::string instructions = mcp::Catalog(project_.tools(), project_.approve_patterns())
                                       .instructions(project_.server_groups());
  project_.connect_quietly();
  const std::vector<Tool>& tools = project_.tools().tools();
  const std::vector<std::string>& approve = project_.approve_patterns();
  bool all_reached = true;
  for (const bridge::ServerReport& server : servers) all_reached &= server.tools != nullptr;
  const ExitCode code = all_reached ? ExitCode::completed : ExitCode::script_failed;
  if (json_) {
    Value tool_values = Value::array(), server_values = Value::array();
    for (const Tool& tool : tools) tool_values.push(tool_value(tool, approve));
    for (const bridge::ServerReport& server : servers) server_values.push(server_value(server));
    const Result<std::string> text = to_json(
        Value::object(
            {{"tools", tool_values}, {"servers", server_values}, {"instructions", instructions}}),
        {.indent = 2});
    if (!text) return output.refuse(ExitCode::limit, text.error().message);
    const ExitCode printed = output.text(*text + "\n");
    return printed == ExitCode::completed ? code : printed;
  }
  std::string text = project_.file() + " is fine.\n";
  if (!own.empty()) text += "\nTools\n" + own;
  for (const bridge::ServerReport& server : servers) {
    text += "\n" + server_text(server) + tools_text(tools, server.group, approve);
  }
  for (const std::string& note : project_.tools().schema_notes()) text += "note: " + note + "\n";
  text +=
      "\nAn agent is told this (modebox mcp), and asks `types` for more:\n" + instructions + "\n";
  const ExitCode printed = output.text(text);
  return printed == ExitCode::completed ? code : printed;
}

}  // namespace modebox::cli
