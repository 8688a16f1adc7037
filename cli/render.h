// How a run's result is shown: to people, and to programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "modebox/continuation.h"
#include "modebox/json.h"
#include "modebox/outcome.h"
#include "modebox/result.h"

namespace modebox::cli {

/// An error for a person: one line that says what and why, then the place in
/// the source with a caret, then the stack.
std::string render_error(const RunError& error, std::string_view source_name,
                         std::string_view source);

/// The value for a person: a string as it is, anything else as a literal.
std::string render_value(const Value& value);

/// A call in a list of those that wait, where nobody decides by it: its id, and the call,
/// cut.
std::string render_waiting(const Interruption& interruption);

/// The text on lines of at most `width` columns, each after a margin: whatever the text
/// says, it can not look like a line of ours.
std::string render_in_margin(std::string_view text, std::size_t width);

/// The whole result as one JSON object (`modebox help output`). Fails when it
/// would be too large, as a value that shares much of itself can be.
Result<std::string> render_json(const RunResult& result);

/// What a token tells, for a person and as JSON.
std::string render_info(const ContinuationInfo& info);
Result<std::string> render_info_json(const ContinuationInfo& info);

}  // namespace modebox::cli
