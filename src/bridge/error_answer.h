// The error that a server answered with: anything, to be read with care.
#pragma once

#include <string>
#include <string_view>

#include "modebox/value.h"
#include "src/mcp/message.h"

namespace modebox::bridge {

bool is_error(const Value& error, mcp::ErrorCode code);
/// Its message and code, for people: `Unknown tool (-32602)`. Cut where it is long.
std::string error_text_of(const Value& error);
/// {code, message, data?} of it.
Value error_data_of(const Value& error);
/// A text of the server's in quotes, cut where it is long.
std::string describe_text(std::string_view text);

}  // namespace modebox::bridge
