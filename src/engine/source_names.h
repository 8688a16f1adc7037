// Names in the text of a script, read without parsing it: what is told to a person may be left out,
// but must not be wrong in ordinary code. The text is hostile; the work is bounded by its size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modebox::engine {

/// Names joined by dots that end with the one at a byte of the text, such as `stock.count` at its
/// `c`; without spaces, and with `.` for `?.`. Empty if what stands there is no such thing
/// (`f().count`, `list[0].count`), or is longer than 200 bytes.
std::string dotted_name_at(std::string_view text, std::size_t at);

/// Whether the name at a byte of the text is called there: an open parenthesis or a template
/// follows.
bool is_called_at(std::string_view text, std::size_t at);

/// Whether the text may have a variable, a parameter, a function or a class of that name. Errs on
/// the side of yes.
bool may_declare(std::string_view text, std::string_view name);

}  // namespace modebox::engine
