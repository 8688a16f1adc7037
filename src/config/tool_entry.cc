#include "src/config/tool_entry.h"

#include <algorithm>
#include <utility>

#include "src/tools/schema.h"

namespace modebox::config {
namespace {

struct Draft {
  CommandToolConfig tool;
  const Surroundings& around;
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
    {"cwd",
     [](const Item& item, Draft& draft) { read_cwd(item, draft.around, draft.tool.command); }},
    {"env",
     [](const Item& item, Draft& draft) { read_env(item, draft.around, draft.tool.command); }},
    {"timeoutMs", read_timeout},
    {"maxOutputBytes", read_max_output},
    {"readOnly", [](const Item& item, Draft& draft) { item.read(draft.tool.read_only); }},
    {"approve", [](const Item& item, Draft& draft) { item.read(draft.tool.approve); }},
    {"source", [](const Item& item, Draft& draft) { item.read(draft.tool.source); }},
    {"sink", [](const Item& item, Draft& draft) { item.read(draft.tool.sink); }},
};

}  // namespace

CommandToolConfig read_tool(const Item& item, std::string name, const Surroundings& around) {
  Draft draft{.tool = {}, .around = around};
  draft.tool.name = std::move(name);
  draft.tool.command = command_in(around);
  read_object(item, known, draft);
  if (item.is(PlacedJson::Kind::object) && !draft.has_command) {
    item.must("have a \"command\": the program to start and its arguments");
  }
  return std::move(draft.tool);
}

std::vector<std::string_view> tool_keys() { return names_of(known); }

}  // namespace modebox::config
