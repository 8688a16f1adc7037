#include "src/tools/tool_schemas.h"

#include <utility>

#include "src/value/path.h"

namespace modebox {
namespace {

using schema::Schema;
using schema::Shape;

ToolError invalid_arguments(const Tool& tool, const std::string& what) {
  return {tool.name() + ": " + what + ".", "TypeError", "E_INVALID_ARGUMENTS"};
}

/// What is wrong with a value, which the text calls `$`, under the name that people know it by.
std::string with_name(std::string_view misfit, std::string_view name) {
  return std::string(name).append(misfit.substr(1));
}

/// Arguments that are undefined at the end count as left out.
std::size_t given(const std::vector<Value>& arguments) {
  std::size_t count = arguments.size();
  while (count > 0 && arguments[count - 1].is_undefined()) --count;
  return count;
}

std::optional<ToolError> check_list(const Tool& tool, const Schema& schema,
                                    const std::vector<Value>& arguments, schema::Budget& budget) {
  std::vector<Value> list(arguments.begin(),
                          arguments.begin() + static_cast<std::ptrdiff_t>(given(arguments)));
  const auto misfit = schema.misfit(Value::array(std::move(list)), budget);
  if (!misfit) return std::nullopt;
  return invalid_arguments(tool, with_name(*misfit, "arguments"));
}

}  // namespace

namespace schema {

Shape shape_of(const Schema& schema) {
  const std::uint8_t types = schema.types(Schema::root);
  const Node& node = schema.node(schema.behind_refs(Schema::root));
  if (types == type::array) return Shape::list;
  const bool speaks_of_objects = node.objects != nullptr && node.arrays == nullptr;
  if (types == type::object || (types == type::any && speaks_of_objects)) return Shape::object;
  return Shape::value;
}

}  // namespace schema

std::optional<ToolError> check_arguments(const Tool& tool, std::vector<Value>& arguments,
                                         schema::Budget& budget) {
  const Schema* schema = ToolSchemas::of(tool).input.get();
  if (schema == nullptr) return std::nullopt;
  const Shape shape = schema::shape_of(*schema);
  if (shape == Shape::list) return check_list(tool, *schema, arguments, budget);
  if (const std::size_t count = given(arguments); count > 1) {
    return invalid_arguments(tool, "takes one argument, not " + std::to_string(count));
  }
  if (arguments.empty()) arguments.emplace_back();
  Value& input = arguments[0];
  if (shape == Shape::object && input.is_undefined()) input = Value::object();
  if (shape == Shape::object && !input.is_object()) {
    return invalid_arguments(
        tool, "input must be an object, not " + std::string(with_article(input.kind())));
  }
  const auto misfit = schema->misfit(input, budget);
  if (misfit) return invalid_arguments(tool, with_name(*misfit, "input"));
  return std::nullopt;
}

ToolResult checked_result(const Tool& tool, ToolResult result) {
  const Schema* schema = ToolSchemas::of(tool).output.get();
  const Value* value = std::get_if<Value>(&result);
  if (schema == nullptr || value == nullptr) return result;
  const auto misfit = schema->misfit(*value);
  if (!misfit) return result;
  return ToolError{"The tool " + tool.name() +
                       " gave a result that does not fit its output schema, which is the "
                       "tool's fault: " +
                       with_name(*misfit, "result") + ".",
                   "Error", "E_INVALID_RESULT"};
}

}  // namespace modebox
