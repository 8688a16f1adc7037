#include "cli/init_command.h"

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/file.h"
#include "cli/output.h"
#include "modebox/json.h"
#include "src/config/config.h"

namespace modebox::cli {
namespace {

constexpr std::int64_t most_bytes = 1 << 20;

/// Where agents have their MCP servers, and under which key.
struct AgentFile {
  std::string_view path;
  std::string_view key;
};
constexpr AgentFile agent_files[] = {
    {".mcp.json", "mcpServers"},
    {".cursor/mcp.json", "mcpServers"},
    {".vscode/mcp.json", "servers"},
};

bool names_modebox(const Value& word) {
  if (!word.is_string()) return false;
  std::string_view text = word.as_string();
  text.remove_prefix(text.rfind('/') + 1);  // npos + 1 is 0
  return text == "modebox" || text.starts_with("modebox@");
}

/// modebox itself among the servers: it would start itself without an end.
bool is_modebox(const Value& server) {
  if (names_modebox(server["command"])) return true;
  const Value& arguments = server["args"];
  for (std::size_t i = 0; arguments.is_array() && i < arguments.size(); ++i) {
    if (names_modebox(arguments[i])) return true;
  }
  return false;
}

Result<Value> servers_in(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return Error{"\"" + path + "\" is no regular file."};
  }
  const Result<std::string> text = read_file(path, most_bytes);
  if (!text) return text.error();
  if (text->size() > static_cast<std::size_t>(most_bytes)) {
    return Error{"\"" + path + "\" is larger than 1 MiB."};
  }
  const Result<Value> file = from_json(*text);
  if (!file) return Error{"\"" + path + "\" is not JSON: " + file.error().message};
  Value servers = Value::object();
  for (const char* key : {"mcpServers", "servers"}) {
    if (!(*file)[key].is_object()) continue;
    for (const Entry& server : (*file)[key].entries()) {
      if (!is_modebox(server.value)) servers.set(server.key.as_string(), server.value);
    }
    return servers;
  }
  return Error{"\"" + path + "\" has no object mcpServers."};
}

/// A line that somebody types; nothing at the end of the input.
std::optional<std::string> answer_to(const std::string& question) {
  std::cerr << question << ' ' << std::flush;
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

/// Words at blanks: what is asked for is a program with its arguments, not a line of a shell.
Value words_of(std::string_view line) {
  Value words = Value::array();
  while (!line.empty()) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos) break;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push(std::string(line.substr(0, end)));
    line.remove_prefix(end);
  }
  return words;
}

Value asked_servers() {
  Value servers = Value::object();
  for (;;) {
    const auto name = answer_to("Name of an MCP server (nothing: no more):");
    if (!name || name->empty()) return servers;
    const auto where = answer_to("Its command, or its URL:");
    if (!where || where->empty()) continue;
    if (where->starts_with("http://") || where->starts_with("https://")) {
      servers.set(*name, Value::object({{"type", "http"}, {"url", *where}}));
      continue;
    }
    const Value words = words_of(*where);
    Value arguments = Value::array();
    for (std::size_t i = 1; i < words.size(); ++i) arguments.push(words[i]);
    servers.set(*name, Value::object({{"command", words[0]}, {"args", arguments}}));
  }
}

/// JSON of a value that stands two spaces deep.
std::string placed(const Value& value) {
  std::string text = to_json(value, {.indent = 2, .lenient = true}).value();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 3)) {
    text.insert(at + 1, "  ");
  }
  return text;
}

std::string file_text(const Value& servers, bool asks) {
  std::string text = R"({
  // What scripts of an agent may use. `modebox doctor` checks this file and shows what an agent sees of
  // it; `modebox help config` explains all keys.

  // MCP servers: each tool is a function under the server's name, files.read_file({ path }).
  // ${NAME} is a variable of the environment.
)";
  text += "  \"mcpServers\": " + placed(servers) + ",\n";
  text += R"(
  // Programs of this machine. They get the argument as JSON on standard input, and answer with JSON.
  "tools": {
    // "mail.send": {
    //   "command": ["python3", "mail.py"],
    //   "description": "Sends a mail.",
    //   "input": { "type": "object", "required": ["to"], "properties": { "to": { "type": "string" } } },
    //   "approve": true
    // }
  },

  // Calls that wait for a person's consent: patterns such as "files.write_*", or "destructive" for every
  // tool that is not known to be read-only.
)";
  text += std::string("  \"approve\": [") + (asks ? "\"destructive\"" : "") + "]\n}\n";
  return text;
}

}  // namespace

CLI::App* InitCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "init", "Write a modebox.json, from an agent's MCP servers or from questions");
  command->add_option(
      "--from", from_,
      "A file with mcpServers, such as .mcp.json; without it, the one of this folder");
  command->add_option("-o,--output", file_, "Write to this file")->capture_default_str();
  return command;
}

ExitCode InitCommand::run() {
  const Output output("modebox init", false);
  if (std::filesystem::exists(file_)) {
    return output.refuse(ExitCode::usage, "There is a " + file_ + " already; it is left as it is.");
  }
  std::string from = from_;
  for (const AgentFile& agent : agent_files) {
    if (from.empty() && std::filesystem::exists(agent.path)) from = agent.path;
  }
  Value servers = Value::object();
  bool asks = true;
  if (!from.empty()) {
    Result<Value> found = servers_in(from);
    if (!found) return output.refuse(ExitCode::usage, found.error().message);
    servers = *std::move(found);
  } else if (isatty(STDIN_FILENO) == 1) {
    servers = asked_servers();
    const auto answer = answer_to("Ask you before calls that are not read-only? [Y/n]");
    asks = !answer || (*answer != "n" && *answer != "N");
  }
  const std::string text = file_text(servers, asks);
  // What another program takes may be none that modebox does.
  const Result<config::Config> config =
      config::parse_config(text, file_, std::filesystem::current_path().string());
  if (const Status written = write_new_file(file_, text); !written) {
    return output.refuse(ExitCode::usage, written.error().message);
  }
  std::cerr << "modebox init: " << file_ << " has " << servers.size() << " MCP servers"
            << (from.empty() ? "" : " of " + from) << ".\n";
  if (!config) {
    std::cerr << "It needs changes:\n" << config.error().message << '\n';
    return ExitCode::usage;
  }
  std::cerr << "Next: modebox doctor; then give it to your agent, such as\n"
            << "  claude mcp add modebox -- modebox mcp -c "
            << std::filesystem::absolute(file_).string() << '\n';
  return ExitCode::completed;
}

}  // namespace modebox::cli
