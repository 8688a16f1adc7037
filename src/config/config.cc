#include "src/config/config.h"

#include <algorithm>
#include <utility>

#include "src/base/limit_fields.h"
#include "src/config/fetch_entry.h"
#include "src/config/server_entry.h"
#include "src/config/tool_entry.h"
#include "src/value/path.h"

namespace modebox::config {
namespace {

constexpr std::size_t max_tool_name = 200;
constexpr std::string_view default_secret_env = "MODEBOX_SECRET";

struct Draft {
  Config config;
  std::string folder;
};

bool is_variable_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool digit_first = !name.empty() && name[0] >= '0' && name[0] <= '9';
  return !name.empty() && !digit_first && std::all_of(name.begin(), name.end(), fits);
}

void read_secret_env(const Item& item, Draft& draft) {
  std::string name;
  if (!item.read(name)) return;
  if (is_variable_name(name)) {
    draft.config.secret_env = name;
  } else {
    item.must("be the name of an environment variable: letters, digits and _, no digit first");
  }
}

/// Under it `modebox mcp` gives scripts functions of its own (docs/mcp.md). One file is for all
/// commands, so no tool of a configuration may be there, whoever reads it.
bool is_taken(std::string_view name) { return name == "tools" || name.starts_with("tools."); }

/// The rules for names are the toolbox's, so it is asked.
void check_name(const Item& item, const PlacedKey& key, Toolbox& names) {
  if (key.text.size() > max_tool_name) {
    item.note(key.at, "must have a name of at most " + std::to_string(max_tool_name) + " bytes.");
    return;
  }
  const Status added = names.add(Tool::async(key.text, [](const HostCall&, const Reply&) {}));
  if (!added) {
    item.note(key.at, "must have another name. " + value::printable(added.error().message));
  } else if (is_taken(key.text)) {
    item.note(key.at, "must have another name, such as " + value::quoted("my_" + key.text) +
                          ": under \"tools\" scripts find tools.search, tools.describe and "
                          "tools.output of `modebox mcp`.");
  }
}

Surroundings surroundings_of(const Draft& draft) {
  Surroundings around{.folder = draft.folder, .withheld = {draft.config.secret_env}};
  if (draft.config.secret_env != default_secret_env) {
    around.withheld.emplace_back(default_secret_env);
  }
  return around;
}

void read_servers(const Item& item, Draft& draft) {
  const Surroundings around = surroundings_of(draft);
  for (const auto& [key, server] : item.members()) {
    if (key->text.empty() || key->text.size() > max_tool_name) {
      server.note(key->at, "must have a name of 1 to 200 bytes.");
    }
    draft.config.servers.push_back(read_server(server, key->text, around));
  }
}

/// Patterns, and the word "destructive", which is none.
void read_approve(const Item& item, Draft& draft) {
  if (!item.read(draft.config.approve)) return;
  draft.config.approve_destructive = std::erase(draft.config.approve, "destructive") > 0;
}

void read_tools(const Item& item, Draft& draft) {
  const Surroundings around = surroundings_of(draft);
  Toolbox names;
  for (const auto& [key, tool] : item.members()) {
    check_name(tool, *key, names);
    draft.config.tools.push_back(read_tool(tool, key->text, around));
  }
}

void read_limit(const Item& item, const LimitField& field, Limits& limits) {
  if (field.may_be_off() && item.is(PlacedJson::Kind::null)) {
    field.set(limits, std::nullopt);
  } else if (const auto number = item.positive_integer()) {
    field.set(limits, number);
  }
}

void read_limits(const Item& item, Draft& draft) {
  const auto fields = limit_fields();
  std::vector<std::string_view> names;
  for (const LimitField& field : fields) names.push_back(field.name);
  for (const auto& [key, limit] : item.members()) {
    const auto found = std::find(names.begin(), names.end(), key->text);
    if (found == names.end()) {
      note_unknown(item, *key, names);
    } else {
      read_limit(limit, fields[static_cast<std::size_t>(found - names.begin())],
                 draft.config.limits);
    }
  }
}

void ignore_string(const Item& item, Draft&) {
  std::string ignored;
  item.read(ignored);
}

// They are read in this order, and no tool may see the secret's variable.
constexpr KnownKey<Draft> known[] = {
    {"$schema", ignore_string},
    {"secretEnv", read_secret_env},
    {"tools", read_tools},
    {"mcpServers", read_servers},
    {"fetch", [](const Item& item, Draft& draft) { draft.config.fetch = read_fetch(item); }},
    {"approve", read_approve},
    {"sources", [](const Item& item, Draft& draft) { item.read(draft.config.sources); }},
    {"sinks", [](const Item& item, Draft& draft) { item.read(draft.config.sinks); }},
    {"limits", read_limits},
    {"approveTool", [](const Item& item, Draft& draft) { item.read(draft.config.approve_tool); }},
};

}  // namespace

Result<Config> parse_config(std::string_view text, std::string_view file,
                            const std::string& folder) {
  Mistakes mistakes;
  if (text.size() > max_config_bytes) {
    mistakes.add(0, "The file must have at most 1 MiB.");
    return std::move(mistakes).report(text, file);
  }
  const auto parsed = parse_places(text);
  if (const auto* mistake = std::get_if<Mistake>(&parsed)) {
    mistakes.add(mistake->at, mistake->sentence);
    return std::move(mistakes).report(text, file);
  }
  Draft draft{.config = {}, .folder = folder};
  read_object(Item(std::get<PlacedJson>(parsed), "", mistakes), known, draft);
  if (!mistakes.empty()) return std::move(mistakes).report(text, file);
  return std::move(draft.config);
}

std::vector<std::string_view> root_keys() { return names_of(known); }

}  // namespace modebox::config
