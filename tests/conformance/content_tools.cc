#include "tests/conformance/content_tools.h"

#include <cstddef>
#include <utility>

#include "modebox/json.h"

namespace modebox::conformance {
namespace {

using mcp::ServerTool;
using mcp::ToolCall;

/// A PNG of one pixel.
constexpr std::string_view png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJg"
    "gg==";
/// A WAV file without a sample.
constexpr std::string_view wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

constexpr std::string_view schema_2020_12 = R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
    }
  },
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
})json";

Value text_block(std::string_view text) {
  return Value::object({{"type", "text"}, {"text", text}});
}
Value image_block() {
  return Value::object({{"type", "image"}, {"data", png}, {"mimeType", "image/png"}});
}
Value audio_block() {
  return Value::object({{"type", "audio"}, {"data", wav}, {"mimeType", "audio/wav"}});
}
Value resource_block(std::string_view uri, std::string_view media_type, std::string_view text) {
  return Value::object(
      {{"type", "resource"},
       {"resource", Value::object({{"uri", uri}, {"mimeType", media_type}, {"text", text}})}});
}

/// A tool whose answer is always the same.
ServerTool constant(std::string_view name, std::string_view description, Value result) {
  return make_tool(name, description,
                   [result = std::move(result)](const std::shared_ptr<ToolCall>& call) {
                     call->answer(result);
                   });
}

Value contents(std::initializer_list<Value> blocks) {
  return Value::object({{"content", Value::array(blocks)}});
}

/// Can not go on without something that the client may not have.
void need_sampling(const std::shared_ptr<ToolCall>& call) {
  if (call->sender().capabilities["sampling"].is_object()) {
    return call->answer(text_result("This client can sample."));
  }
  call->answer(mcp::ProtocolError{
      mcp::ErrorCode::missing_capability, "This tool needs a client that can sample.",
      Value::object({{"requiredCapabilities", Value::object({{"sampling", Value::object()}})}})});
}

void log_once(const std::shared_ptr<ToolCall>& call) {
  call->log(mcp::Severity::info, "Said while the tool ran.");
  call->answer(text_result("Logged."));
}

}  // namespace

Value json(std::string_view text) { return from_json(text).value(); }

ServerTool make_tool(std::string_view name, std::string_view description,
                     std::function<void(std::shared_ptr<ToolCall>)> call) {
  return {Value::object({{"name", name},
                         {"description", description},
                         {"inputSchema", Value::object({{"type", "object"}})}}),
          std::move(call)};
}

Value text_result(std::string_view text) { return contents({text_block(text)}); }

Value error_result(std::string_view text) {
  Value result = text_result(text);
  result.set("isError", true);
  return result;
}

std::vector<ServerTool> content_tools() {
  ServerTool schema = constant("json_schema_2020_12_tool", "Has a schema with many keywords.",
                               text_result("Nobody calls this."));
  schema.declaration.set("inputSchema", json(schema_2020_12));
  return {
      constant("test_simple_text", "Answers with a text.",
               text_result("This is a simple text response for testing.")),
      constant("test_image_content", "Answers with an image.", contents({image_block()})),
      constant("test_audio_content", "Answers with a sound.", contents({audio_block()})),
      constant("test_embedded_resource", "Answers with a resource.",
               contents({resource_block("test://embedded-resource", "text/plain",
                                        "This is an embedded resource content.")})),
      constant("test_multiple_content_types", "Answers with several blocks.",
               contents({text_block("Multiple content types test:"), image_block(),
                         resource_block("test://mixed-content-resource", "application/json",
                                        R"({"test":"data","value":123})")})),
      constant("test_error_handling", "Fails.",
               error_result("This tool intentionally returns an error for testing")),
      make_tool("test_missing_capability", "Needs a client that can sample.", need_sampling),
      make_tool("test_logging_tool", "Logs, if that is wanted.", log_once),
      schema,
  };
}

}  // namespace modebox::conformance
