// The functions `tools.*` of scripts.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "modebox/text.h"
#include "src/mcp/catalog.h"
#include "src/mcp/catalog_state.h"
#include "src/tools/declare_text.h"

namespace modebox::mcp {
namespace {

constexpr std::size_t usual_found = 20;
constexpr std::size_t most_found = 200;
constexpr std::size_t most_brief = 300;
/// Of tools.describe: a script may read what would be too much to show.
constexpr std::size_t most_declared = std::size_t{256} << 10;
constexpr std::size_t most_echoed = 64;

Status check_names(const Toolbox& tools) {
  for (const Tool& tool : tools.tools()) {
    if (tool.name() != "tools" && !tool.name().starts_with("tools.")) continue;
    return Error{"The tool \"" + tool.name() + "\" needs another name, such as \"my_" +
                 tool.name() +
                 "\": under \"tools\" scripts find tools.search, tools.describe and tools.output."};
  }
  return done();
}

ToolError type_error(std::string message) { return {std::move(message), "TypeError"}; }

/// A number of things, as a script gives it; nothing if it is not one.
std::optional<std::size_t> count_of(const Value& value, std::size_t otherwise) {
  if (value.is_undefined()) return otherwise;
  if (!value.is_number() || !(value.as_number() >= 0)) return std::nullopt;
  constexpr double most = 9007199254740991.0;
  return static_cast<std::size_t>(std::floor(std::min(value.as_number(), most)));
}

std::string quoted(std::string_view text) {
  return declare::string_literal(to_utf8_lossy(text.substr(0, most_echoed)));
}

template <typename State>
ToolResult search(const State& state, const HostCall& call) {
  const Value query = call.argument(0);
  if (!query.is_string()) return type_error("tools.search(query, limit?): query must be a string.");
  const std::optional<std::size_t> limit = count_of(call.argument(1), usual_found);
  if (!limit) return type_error("tools.search(query, limit?): limit must be a number.");
  Value found = Value::array();
  for (const std::size_t i : state.find(query.as_string())) {
    if (found.size() >= std::min(*limit, most_found)) break;
    const Tool& tool = state.list()[i];
    found.push(Value::object(
        {{"name", tool.name()}, {"description", Value::string_lossy(brief_of(tool, most_brief))}}));
  }
  return found;
}

template <typename State>
ToolResult describe_tools(const State& state, const HostCall& call) {
  const Value name = call.argument(0);
  if (!name.is_string()) {
    return type_error(
        "tools.describe(name): name must be a string, such as \"mail.send\" or "
        "\"mail.*\".");
  }
  const std::string_view pattern = name.as_string().substr(0, 1000);
  const std::vector<std::size_t> named = state.named(pattern);
  auto [text, count] = state.declare(named, most_declared);
  if (const std::size_t left_out = named.size() - count; left_out > 0)
    text += "// " + std::to_string(left_out) + " more: ask for fewer.\n";
  if (!text.empty()) return Value::string_lossy(text);
  std::string message = "There is no function " + quoted(pattern) + ".";
  const std::vector<std::size_t> near = state.search().find(pattern);
  for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 3); ++i) {
    message += (i == 0 ? " Is it " : " or ") + state.list()[near[i]].name();
  }
  if (!near.empty()) message += "?";
  return ToolError{message + " tools.search(\"words\") finds functions."};
}

ToolResult output(const OutputStore& outputs, const HostCall& call) {
  constexpr std::size_t whole = std::numeric_limits<std::size_t>::max();
  const Value id = call.argument(0);
  const std::optional<std::size_t> start = count_of(call.argument(1), 0);
  const std::optional<std::size_t> end = count_of(call.argument(2), whole);
  if (!id.is_string() || !start || !end) {
    return type_error(
        "tools.output(id, start?, end?): id must be a string such as \"o1\", start "
        "and end numbers of characters from the beginning.");
  }
  const Result<OutputStore::Text> text = outputs.find(to_utf8_lossy(id.as_string()));
  if (!text) return ToolError{text.error().message};
  if (*start == 0 && *end == whole) return Value(**text);
  const std::u16string units = to_utf16(**text);
  const std::size_t first = std::min(*start, units.size());
  const std::size_t last = std::max(first, std::min(*end, units.size()));
  return Value(from_utf16(std::u16string_view(units).substr(first, last - first)));
}

}  // namespace

Status Catalog::add_to(Toolbox& tools, std::shared_ptr<const OutputStore> outputs) const {
  if (Status named = check_names(tools); !named) return named;
  const auto add = [&tools](std::string name, std::string_view description, Tool::Function call) {
    return tools.add(Tool(std::move(name), std::move(call)).description(std::string(description)));
  };
  Status added =
      add("tools.search", "The functions that fit some words, best first: {name, description}[].",
          [state = state_](const HostCall& call) -> ToolResult { return search(*state, call); });
  if (!added) return added;
  added = add("tools.describe", "TypeScript declarations of a function, or of a pattern's.",
              [state = state_](const HostCall& call) -> ToolResult {
                return describe_tools(*state, call);
              });
  if (!added || outputs == nullptr) return added;
  return add("tools.output", "The whole text of an output that was cut.",
             [outputs = std::move(outputs)](const HostCall& call) -> ToolResult {
               return output(*outputs, call);
             });
}

}  // namespace modebox::mcp
