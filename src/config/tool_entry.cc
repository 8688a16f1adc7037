#include "src/config/tool_entry.h"

#include <algorithm>
#include <utility>

#include "src/tools/schema.h"

namespace modebox::config {
namespace {

struct Draft {
  CommandToolConfig tool;
  const ToolSurroundings& around;
  bool has_command = false;
};

void read_command(const Item& item, Draft& draft) {
  draft.has_command = true;
  if (item.is(PlacedJson::Kind::string)) {
    item.must(
        "be an array, such as [\"python3\", \"mail.py\"]: programs are started without a "
        "shell that could split it");
    return;
  }
  std::vector<std::string>& words = draft.tool.command.words;
  // An empty argument is an argument; an empty program is none.
  for (const Item& element : item.elements()) {
    if (element.read(words.emplace_back()) && words.size() == 1 && words[0].empty()) {
      element.must("be the name of a program");
    }
  }
  if (item.is(PlacedJson::Kind::array) && item.value().items.empty()) {
    item.must("begin with a program");
  }
}

void read_cwd(const Item& item, Draft& draft) {
  std::string folder;
  if (!item.read(folder)) return;
  if (folder.empty()) {
    item.must("not be empty; without it, programs run in the folder of the file");
  } else if (folder.front() == '/') {
    draft.tool.command.folder = folder;
  } else {
    std::string& out = draft.tool.command.folder;
    out = draft.around.folder;
    if (!out.ends_with('/')) out += '/';
    out += folder;
  }
}

bool is_variable(std::string_view name) {
  return !name.empty() && name.find('=') == name.npos && name.find('\0') == name.npos;
}

void read_env(const Item& item, Draft& draft) {
  const std::vector<std::string>& withheld = draft.around.withheld;
  for (const auto& [key, member] : item.members()) {
    const std::string& name = key->text;
    if (!is_variable(name)) {
      member.note(key->at, "must have a name that is not empty and has no \"=\" or NUL in it.");
    } else if (std::find(withheld.begin(), withheld.end(), name) != withheld.end()) {
      member.note(key->at,
                  "must not be set: the variable with the secret for continuations is kept from "
                  "programs.");
    } else {
      member.read(draft.tool.command.environment[name]);
    }
  }
}

void read_timeout(const Item& item, Draft& draft) {
  if (const auto ms = item.positive_integer()) {
    draft.tool.command.timeout = std::chrono::milliseconds(*ms);
  }
}

void read_max_output(const Item& item, Draft& draft) {
  if (const auto bytes = item.positive_integer()) {
    draft.tool.command.max_output = static_cast<std::size_t>(*bytes);
  }
}

/// The value that stands there; keys that stand twice are mistakes, as everywhere.
Value value_of(const Item& item) {
  switch (item.value().kind) {
    case PlacedJson::Kind::null:
      return nullptr;
    case PlacedJson::Kind::boolean:
      return item.value().number != 0;
    case PlacedJson::Kind::number:
      return item.value().number;
    case PlacedJson::Kind::string:
      return item.value().text;
    case PlacedJson::Kind::array: {
      Value array = Value::array();
      for (const Item& element : item.elements()) array.push(value_of(element));
      return array;
    }
    case PlacedJson::Kind::object: {
      Value object = Value::object();
      for (const auto& [key, member] : item.members()) object.set(key->text, value_of(member));
      return object;
    }
  }
  return {};
}

void read_schema(const Item& item, SchemaConfig& out) {
  if (item.is(PlacedJson::Kind::string)) {
    if (item.read(out.file) && out.file.empty()) item.must("be the name of a file");
    return;
  }
  if (!item.is(PlacedJson::Kind::object) && !item.is(PlacedJson::Kind::boolean)) {
    item.must("be a JSON Schema, or the name of a file that holds one");
    return;
  }
  out.schema = value_of(item);
  if (const auto read = schema::Schema::read(out.schema); !read) {
    item.must("be a JSON Schema: " + read.error().message);
  }
}

constexpr KnownKey<Draft> known[] = {
    {"command", read_command},
    {"input", [](const Item& item, Draft& draft) { read_schema(item, draft.tool.input); }},
    {"output", [](const Item& item, Draft& draft) { read_schema(item, draft.tool.output); }},
    {"description", [](const Item& item, Draft& draft) { item.read(draft.tool.description); }},
    {"cwd", read_cwd},
    {"env", read_env},
    {"timeoutMs", read_timeout},
    {"maxOutputBytes", read_max_output},
    {"approve", [](const Item& item, Draft& draft) { item.read(draft.tool.approve); }},
    {"source", [](const Item& item, Draft& draft) { item.read(draft.tool.source); }},
    {"sink", [](const Item& item, Draft& draft) { item.read(draft.tool.sink); }},
};

}  // namespace

CommandToolConfig read_tool(const Item& item, std::string name, const ToolSurroundings& around) {
  Draft draft{.tool = {}, .around = around};
  draft.tool.name = std::move(name);
  draft.tool.command.folder = around.folder;
  draft.tool.command.withheld = around.withheld;
  read_object(item, known, draft);
  if (item.is(PlacedJson::Kind::object) && !draft.has_command) {
    item.must("have a \"command\": the program to start and its arguments");
  }
  return std::move(draft.tool);
}

std::vector<std::string_view> tool_keys() { return names_of(known); }

}  // namespace modebox::config
