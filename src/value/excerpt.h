// A line of source with a caret under a place in it, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace modebox::value {

inline bool is_between(char16_t unit, char16_t first, char16_t last) {
  return unit >= first && unit <= last;
}

/// Characters that a terminal obeys, or that turn the direction of the text.
inline bool is_control(char16_t unit) {
  return unit < 0x20 || is_between(unit, 0x7F, 0x9F) || is_between(unit, 0x202A, 0x202E) ||
         is_between(unit, 0x2066, 0x2069);
}

/// The line at `line` (from 1; lines end as ECMA-262, 12.3 says) with a caret under `column` (from
/// 1, in UTF-16 code units), shortened around it to the width of a terminal, and above it the
/// place. Control characters are shown as blanks. Three lines, each with its end; empty if there is
/// no such line.
std::string excerpt(std::string_view source, std::string_view source_name, std::int64_t line,
                    std::int64_t column);

}  // namespace modebox::value
