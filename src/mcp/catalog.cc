#include "src/mcp/catalog.h"

#include <algorithm>
#include <map>

#include "modebox/text.h"
#include "src/mcp/catalog_state.h"
#include "src/tools/declare_text.h"

namespace modebox::mcp {
namespace {

/// Bytes for the names of functions, or of their groups, in the instructions.
constexpr std::size_t most_names = 500;
constexpr std::size_t most_name = 100;

constexpr std::string_view how_to =
    "`execute` runs one TypeScript or JavaScript script in a sandbox. Write one script that makes "
    "several calls, with loops, conditions and Promise.all, instead of many small ones. It has "
    "standard JavaScript, console, timers, URL, TextEncoder, crypto and the functions told of "
    "below; no imports, no Node, no files. Calls give promises: await each of them. The value is "
    "the script's last expression, or what a `return` at its top gives; return only what you need "
    "to see. console.log comes back too. Scripts of one `session` share their globals. A call may "
    "pause until a person approves it; then the script goes on where it was. When a script fails, "
    "the result says which calls were completed: do not repeat them. Of an output that was cut, a "
    "later script gets the rest by await tools.output(id).\n";

/// Names joined until there is no room, then how many there are besides.
std::string joined(const std::vector<std::string>& names, std::size_t max_bytes) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (text.size() + names[i].size() + 2 > max_bytes) {
      return text + (i > 0 ? " and " : "") + std::to_string(names.size() - i) + " more";
    }
    text += (i > 0 ? ", " : "") + names[i];
  }
  return text;
}

}  // namespace

const ToolSearch& Catalog::State::search() const {
  std::call_once(made_, [this] { search_.emplace(tools.snapshot()); });
  return *search_;
}

std::vector<std::size_t> Catalog::State::named(std::string_view pattern) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < list().size(); ++i) {
    if (matches_pattern(pattern, list()[i].name())) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> Catalog::State::find(std::string_view query) const {
  constexpr std::size_t longest_pattern = 256;
  const std::size_t first = query.find_first_not_of(" \t\r\n");
  if (first == query.npos) return search().find("");
  query = query.substr(first, query.find_last_not_of(" \t\r\n") + 1 - first);
  const bool is_pattern = query.find('*') != query.npos;
  if (query.size() <= longest_pattern && (is_pattern || tools.find(query) != nullptr)) {
    if (std::vector<std::size_t> found = named(query); !found.empty()) return found;
  }
  return search().find(query);
}

std::string Catalog::State::declare_one(const Tool& tool, std::size_t max_bytes) const {
  // Smaller types are `unknown` deeper down; that is worth more than nothing.
  for (std::size_t types = max_bytes; types >= 256; types /= 4) {
    std::string text =
        tools.declarations({.only = {tool.name()}, .approve = approve, .max_tool_bytes = types});
    if (text.size() <= max_bytes) return text;
  }
  return {};
}

Catalog::State::Declarations Catalog::State::declare(const std::vector<std::size_t>& which,
                                                     std::size_t max_bytes) const {
  Declarations declared;
  std::vector<std::string> names;
  for (const std::size_t i : which) {
    const std::string one = declare_one(list()[i], max_bytes - declared.text.size());
    if (one.empty()) break;
    declared.text += one;
    names.push_back(list()[i].name());
  }
  declared.count = names.size();
  if (names.size() < 2) return declared;
  // A group in one piece, which is shorter, unless one of them had to be shortened.
  std::string together = tools.declarations(
      {.only = std::move(names), .approve = approve, .max_tool_bytes = max_bytes});
  if (together.size() <= declared.text.size()) declared.text = std::move(together);
  return declared;
}

std::string brief_of(const Tool& tool, std::size_t max_bytes) {
  std::string text;
  for (const std::string& line : declare::comment_lines(tool.description(), 1000)) {
    if (line.empty() && !text.empty()) break;
    if (!line.empty()) text += (text.empty() ? "" : " ") + line;
  }
  const std::size_t sentence = text.find(". ");
  if (sentence != text.npos) text.resize(sentence + 1);
  if (text.size() <= max_bytes) return text;
  constexpr std::string_view ellipsis = "...";
  if (max_bytes <= ellipsis.size()) return {};
  std::size_t end = max_bytes - ellipsis.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  const std::size_t blank = text.rfind(' ', end);
  if (blank != text.npos && blank > end / 2) end = blank;
  text.resize(end);
  return text.append(ellipsis);
}

std::string_view group_of(const Tool& tool) {
  const std::size_t dot = tool.name().find('.');
  return dot == std::string::npos ? std::string_view()
                                  : std::string_view(tool.name()).substr(0, dot);
}

Catalog::Catalog(const Toolbox& tools, std::vector<std::string> approve)
    : state_(std::make_shared<State>(tools, std::move(approve))) {}

std::string Catalog::instructions(const std::vector<std::string>& servers) const {
  std::string text(how_to);
  const std::vector<Tool>& tools = state_->list();
  if (tools.empty() && servers.empty()) {
    return text +
           "There are no functions: the server was started without tools (modebox.json). Tell "
           "the user.";
  }
  if (!servers.empty()) {
    text += "Functions of MCP servers, as NAME.function: " + joined(servers, most_names) + ". ";
  }
  if (!tools.empty()) text += own_functions();
  return text +
         "`types` gives declarations: {server} of one, {query} by words; in a script, await "
         "tools.search(\"words\") and await tools.describe(\"name or group.*\").";
}

/// The names of the tools, or, of many, those of their groups.
std::string Catalog::own_functions() const {
  const std::vector<Tool>& tools = state_->list();
  std::vector<std::string> names, groups;
  std::map<std::string_view, std::size_t> counts;
  std::size_t bytes = 0;
  for (const Tool& tool : tools) {
    if (counts[group_of(tool)]++ == 0 && !group_of(tool).empty())
      groups.emplace_back(group_of(tool));
    names.push_back(tool.name());
    bytes += tool.name().size() + 2;
  }
  if (bytes <= most_names) return "Functions: " + joined(names, most_names + 2) + ". ";
  for (std::string& group : groups) {
    const std::string count = std::to_string(counts[group]);
    group = to_utf8_lossy(group.substr(0, most_name));
    group.append(".* (").append(count).append(")");
  }
  std::string text = "There are " + std::to_string(tools.size()) + " functions";
  if (!groups.empty()) text += ": " + joined(groups, most_names);
  return text + ". ";
}

std::string Catalog::execute_description() {
  return "Runs a TypeScript or JavaScript script in a sandbox that has standard JavaScript and the "
         "functions that the tool `types` declares. Await their calls; make several in one "
         "script. The last expression, or what a top-level `return` gives, is the result, with "
         "what console.log printed. Scripts with the same `session` share their variables.";
}

std::string Catalog::types_description() {
  return "TypeScript declarations of the functions that scripts of `execute` may call. Without "
         "arguments an overview; `query`: words, a name or a pattern such as \"mail.*\"; `server`: "
         "the first part of names.";
}

}  // namespace modebox::mcp
