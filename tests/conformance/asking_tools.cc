#include "tests/conformance/asking_tools.h"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "modebox/json.h"
#include "tests/conformance/content_tools.h"

namespace modebox::conformance {
namespace {

using mcp::ServerTool;
using mcp::ToolCall;

using Body = std::function<mcp::ToolAnswer(ToolCall& call)>;

constexpr std::string_view user_form = R"json({
  "type": "object",
  "properties": {
    "username": {"type": "string", "description": "User's response"},
    "email": {"type": "string", "description": "User's email address"}
  },
  "required": ["username", "email"]
})json";

constexpr std::string_view form_with_defaults = R"json({
  "type": "object",
  "properties": {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": true}
  }
})json";

constexpr std::string_view form_with_enums = R"json({
  "type": "object",
  "properties": {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {
      "type": "string",
      "oneOf": [{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}]
    },
    "legacyEnum": {
      "type": "string",
      "enum": ["opt1", "opt2", "opt3"],
      "enumNames": ["Option One", "Option Two", "Option Three"]
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {
      "type": "array",
      "items": {"anyOf": [{"const": "value1", "title": "First Choice"}, {"const": "value2", "title": "Second Choice"}]}
    }
  }
})json";

/// A tool whose body may block.
ServerTool slow(Threads& threads, std::string_view name, std::string_view description, Body body) {
  return make_tool(name, description,
                   [&threads, body = std::move(body)](const std::shared_ptr<ToolCall>& call) {
                     threads.start([call, body] { call->answer(body(*call)); });
                   });
}

/// More than the time between two reports of progress that are both sent.
void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(120)); }

mcp::ToolAnswer report(ToolCall& call) {
  for (const std::string_view step : {"begin", "half", "end"}) {
    call.progress(std::string(step));
    pause();
  }
  return text_result("The progress was reported.");
}

mcp::ToolAnswer log(ToolCall& call) {
  for (const std::string_view line :
       {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
    call.log(mcp::Severity::info, line);
    pause();
  }
  return text_result("The log was written.");
}

/// Waits for what the client answers to a request. Only clients with a handshake take some.
mcp::ToolAnswer ask(ToolCall& call, std::string_view capability, std::string_view method,
                    const Value& params, std::string_view label) {
  if (call.sender().era != mcp::Era::legacy) {
    return error_result("Only clients with a handshake can be asked while a tool runs.");
  }
  if (!call.sender().capabilities[capability].is_object()) {
    return error_result("This client lacks " + std::string(capability) + ".");
  }
  std::promise<mcp::Message> answered;
  call.ask(method, params, [&](const mcp::Message& response) { answered.set_value(response); });
  const mcp::Message response = answered.get_future().get();
  if (response.result.is_undefined()) return error_result("The client answered with an error.");
  return text_result(std::string(label) + describe(response.result));
}

mcp::ToolAnswer sample(ToolCall& call) {
  const Value content = Value::object({{"type", "text"}, {"text", call.arguments()["prompt"]}});
  const Value message = Value::object({{"role", "user"}, {"content", content}});
  return ask(call, "sampling", "sampling/createMessage",
             Value::object({{"messages", Value::array({message})}, {"maxTokens", 100}}),
             "LLM response: ");
}

mcp::ToolAnswer elicit(ToolCall& call, const Value& message, std::string_view form,
                       std::string_view label) {
  return ask(call, "elicitation", "elicitation/create",
             Value::object({{"message", message}, {"requestedSchema", json(form)}}), label);
}

ServerTool with_text_argument(ServerTool tool, std::string_view name) {
  const Value text = Value::object({{"type", "string"}});
  Value properties = Value::object();
  properties.set(name, text);
  tool.declaration.set("inputSchema", Value::object({{"type", "object"},
                                                     {"properties", properties},
                                                     {"required", Value::array({Value(name)})}}));
  return tool;
}

}  // namespace

std::vector<ServerTool> asking_tools(Threads& threads) {
  return {
      slow(threads, "test_tool_with_progress", "Reports its progress three times.", report),
      slow(threads, "test_tool_with_logging", "Logs three lines.", log),
      with_text_argument(slow(threads, "test_sampling", "Asks the client's model.", sample),
                         "prompt"),
      with_text_argument(slow(threads, "test_elicitation", "Asks the user for name and address.",
                              [](ToolCall& call) {
                                return elicit(call, call.arguments()["message"], user_form,
                                              "User response: ");
                              }),
                         "message"),
      slow(threads, "test_elicitation_sep1034_defaults", "Asks with a form that has defaults.",
           [](ToolCall& call) {
             return elicit(call, "Please check this", form_with_defaults,
                           "Elicitation completed: ");
           }),
      slow(threads, "test_elicitation_sep1330_enums", "Asks with a form that has choices.",
           [](ToolCall& call) {
             return elicit(call, "Please choose", form_with_enums, "Elicitation completed: ");
           }),
  };
}

}  // namespace modebox::conformance
