// Pieces of TypeScript made of foreign text: nothing in them can end a comment or a
// literal, break a line where none may be, or change how what follows is shown.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/value.h"

namespace modebox::declare {

/// The text as lines for a comment, at most `max_bytes` of it. Control characters, and
/// those that turn the direction of text or are not seen, are left out.
std::vector<std::string> comment_lines(std::string_view text, std::size_t max_bytes);
/// `/** ... */` around the lines, each line of it indented and ended; empty for none.
std::string doc_comment(const std::vector<std::string>& lines, int indent);
/// ` /* ... */` on one line.
std::string note_comment(std::string_view text);

/// The string in double quotes; what is not plain to see is escaped.
std::string string_literal(std::string_view text);
/// The type that only the value has: `"a"`, `[1, null]`, `{ a: true }`.
std::string literal_type(const Value& value);
/// A property's name, quoted where it has to be.
std::string property_key(std::string_view name);

/// Whether TypeScript takes the name for an identifier (a reserved word is one too).
bool is_identifier(std::string_view name);

/// Words of the text, each with a capital: `some-odd name` is `SomeOddName`.
std::string pascal_case(std::string_view text);

/// Names that are taken in one scope.
class Names {
 public:
  /// The name, or the name with the first number from 2 on that is free.
  std::string take(const std::string& wanted);

 private:
  std::set<std::string> taken_ = {"Array", "Promise"};
};

}  // namespace modebox::declare
