// Arguments that a tool's schema marks with `x-mcp-header`: over HTTP they are sent as headers as
// well, so that what stands between can see them.
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/value.h"

namespace modebox::bridge {

/// What is wrong with the marks of a schema, as a sentence; empty if nothing is. Marks must be
/// names of headers, each once, on strings, integers and booleans that are reached by `properties`
/// alone.
std::string problem_with_headers(const Value& input_schema);

/// The headers `Mcp-Param-...` of a call, by a schema without problems. Arguments that are not
/// there, or null, have none.
std::vector<std::pair<std::string, std::string>> argument_headers(const Value& input_schema,
                                                                  const Value& arguments);

/// A text as the value of a header: as it is if that can be read back, else `=?base64?...?=`.
std::string header_value(std::string_view text);

}  // namespace modebox::bridge
