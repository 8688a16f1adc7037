#include "src/mcp/elicitation.h"

#include <string_view>

#include "src/tools/shown_text.h"

namespace modebox::mcp {
namespace {

constexpr std::string_view key = "mcpElicitation";
constexpr std::size_t most_of_message = 4'000;

Value empty_form() { return Value::object({{"type", "object"}, {"properties", Value::object()}}); }

bool is_form(const Value& params) {
  const Value& mode = params["mode"];
  return (mode.is_undefined() || mode == Value("form")) && params["requestedSchema"].is_object() &&
         params["requestedSchema"]["properties"].is_object();
}

/// What the form's fields say they are when they are left as they are.
Value defaults_of(const Value& params) {
  Value content = Value::object();
  if (!is_form(params)) return content;
  for (const Entry& field : params["requestedSchema"]["properties"].entries()) {
    const Value& value = field.value["default"];
    if (!value.is_undefined()) content.set(field.key.as_string(), value);
  }
  return content;
}

}  // namespace

Value elicitation_payload(const std::string& server, const Value& requests, const Value& handle) {
  return Value::object(
      {{key, Value::object({{"server", server}, {"requests", requests}})}, {"handle", handle}});
}

const Value* elicitation_of(const Value& payload) {
  const Value* found = payload.is_object() ? payload.find(key) : nullptr;
  const bool is_one =
      found != nullptr && (*found)["server"].is_string() && (*found)["requests"].is_object();
  return is_one ? found : nullptr;
}

const Value* elicitation_of(const Interruption& interruption) {
  const bool asks =
      interruption.reason == InterruptionReason::interrupt && interruption.payload.has_value();
  return asks ? elicitation_of(*interruption.payload) : nullptr;
}

Value plain_answers(const Value& requests, bool allowed) {
  Value answers = Value::object();
  for (const Entry& request : requests.entries()) {
    answers.set(request.key.as_string(),
                allowed ? Value::object({{"action", "accept"},
                                         {"content", defaults_of(request.value["params"])}})
                        : Value::object({{"action", "decline"}}));
  }
  return answers;
}

Value elicitation_form(const std::string& server, const Value& request) {
  const Value& params = request["params"];
  std::string message = "The MCP server " + server + " asks: ";
  if (params["message"].is_string()) {
    const std::string_view text = params["message"].as_string();
    message += shown_text(text.substr(0, most_of_message));
  }
  return Value::object(
      {{"mode", "form"},
       {"message", message},
       {"requestedSchema", is_form(params) ? params["requestedSchema"] : empty_form()}});
}

}  // namespace modebox::mcp
