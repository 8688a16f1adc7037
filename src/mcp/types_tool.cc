#include "src/mcp/types_tool.h"

#include <string>
#include <utility>

#include "src/mcp/content.h"

namespace modebox::mcp {
namespace {

Value declaration() {
  const auto text = [](std::string_view description) {
    return Value::object({{"type", "string"}, {"description", description}});
  };
  return Value::object(
      {{"name", "types"},
       {"title", "Show functions"},
       {"description", Catalog::types_description()},
       {"inputSchema",
        Value::object(
            {{"type", "object"},
             {"properties",
              Value::object(
                  {{"query", text("Words to look for, a function's name, or a pattern: mail.*")},
                   {"server", text("Only functions whose name begins with this.")}})},
             {"additionalProperties", false}})},
       {"annotations", Value::object({{"readOnlyHint", true}, {"openWorldHint", false}})}});
}

Value answer_to(const Catalog& catalog, const Value& arguments) {
  for (const char* name : {"query", "server"}) {
    if (!arguments[name].is_nullish() && !arguments[name].is_string()) {
      return text_result("The argument " + std::string(name) + " must be a string.", true);
    }
  }
  const auto text = [&arguments](const char* name) {
    return arguments[name].is_string() ? arguments[name].as_string() : std::string_view();
  };
  return text_result(catalog.types(text("query"), text("server")), false);
}

}  // namespace

ServerTool make_types_tool(Catalog catalog) {
  return {declaration(), [catalog = std::move(catalog)](const std::shared_ptr<ToolCall>& call) {
            call->answer(answer_to(catalog, call->arguments()));
          }};
}

}  // namespace modebox::mcp
