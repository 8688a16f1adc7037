#include "src/bridge/tool_result.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/json.h"

namespace modebox::bridge {
namespace {

constexpr std::size_t longest_message = 4'000;
constexpr std::string_view blanks = " \t\r\n";

bool is_text(const Value& block) { return block["type"] == Value("text"); }

/// Those that are blocks, in order.
std::vector<Value> blocks_of(const Value& content) {
  std::vector<Value> blocks;
  for (auto i = content.next_index(0); i; i = content.next_index(std::uint64_t{*i} + 1)) {
    const Value& block = content[*i];
    const bool is_block = block.is_object() && block["type"].is_string() &&
                          (!is_text(block) || block["text"].is_string());
    if (is_block) blocks.push_back(block);
  }
  return blocks;
}

std::string cut(std::string text) {
  if (text.size() <= longest_message) return text;
  std::size_t end = longest_message;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text + "...";
}

std::string error_message(const std::string& tool, const std::vector<Value>& blocks) {
  std::string message;
  for (const Value& block : blocks) {
    if (!is_text(block) || message.size() > longest_message) continue;
    if (!message.empty()) message += '\n';
    message += block["text"].as_string();
  }
  if (message.find_first_not_of(blanks) == std::string::npos) return tool + " failed.";
  return cut(std::move(message));
}

Value text_value(const Value& text, TextIs text_is) {
  if (text_is == TextIs::string) return text;
  const std::string_view json = text.as_string();
  const std::size_t start = json.find_first_not_of(blanks);
  if (start == std::string_view::npos) return text;
  const bool is_container = json[start] == '{' || json[start] == '[';
  if (!is_container && text_is == TextIs::json_containers) return text;
  Result<Value> parsed = from_json(json);
  return parsed ? *std::move(parsed) : text;
}

bool is_there(const Value& value) { return !value.is_nullish(); }

}  // namespace

TextIs text_is(const Value& output_schema) {
  if (output_schema.is_undefined()) return TextIs::json_containers;
  const Value& type = output_schema["type"];
  if (type == Value("string")) return TextIs::string;
  for (auto i = type.next_index(0); i; i = type.next_index(std::uint64_t{*i} + 1)) {
    if (type[*i] == Value("string")) return TextIs::string;
  }
  return TextIs::json;
}

ToolResult to_tool_result(const std::string& tool, const Value& result, TextIs text_is) {
  const auto malformed = [&tool](std::string_view what) {
    return ToolError{tool + ": the server's answer is malformed: " + std::string(what) + '.',
                     "Error", "E_MCP_PROTOCOL"};
  };
  if (!result.is_object()) return malformed("it is no object");
  // Some servers write null for what they do not have.
  const Value& structured = result["structuredContent"];
  const Value& content = result["content"];
  const std::vector<Value> blocks = blocks_of(content);
  if (result["isError"] == Value(true)) {
    Value data = structured;
    if (!is_there(data)) data = blocks.empty() ? Value() : Value::array(blocks);
    return ToolError{error_message(tool, blocks), "Error", "E_MCP_TOOL", data};
  }
  if (is_there(structured)) return structured;
  if (is_there(content) && !content.is_array()) return malformed("its content is no array");
  if (blocks.empty()) return Value();
  if (blocks.size() == 1) {
    return is_text(blocks[0]) ? text_value(blocks[0]["text"], text_is) : blocks[0];
  }
  std::vector<Value> values;
  values.reserve(blocks.size());
  for (const Value& block : blocks) values.push_back(is_text(block) ? block["text"] : block);
  return Value::array(std::move(values));
}

ToolError to_tool_error(const CallFailure& failure) {
  return {failure.message, "Error", failure.code, failure.data};
}

}  // namespace modebox::bridge
