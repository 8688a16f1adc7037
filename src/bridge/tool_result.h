// What a script gets for the answer of a server: docs/mcp-bridge.md has the table.
#pragma once

#include <string>

#include "modebox/tool.h"
#include "modebox/value.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge {

/// What a tool's text is, where it is all there is: decided by the output schema.
enum class TextIs {
  /// No output schema: an object or an array of JSON, else a string.
  json_containers,
  /// Any value of JSON, else a string.
  json,
  /// The schema speaks of strings.
  string,
};
/// `output_schema` as the server gave it; undefined for none.
TextIs text_is(const Value& output_schema);

/// The value of a CallToolResult, or, with `isError`, the error that it is: code E_MCP_TOOL.
/// `tool` is the name that the script knows. What has not the shape of MCP is skipped; where
/// nothing can be told from it that is an error, E_MCP_PROTOCOL.
ToolResult to_tool_result(const std::string& tool, const Value& result, TextIs text_is);

ToolError to_tool_error(const CallFailure& failure);

}  // namespace modebox::bridge
