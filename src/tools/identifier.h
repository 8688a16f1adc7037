// What may be the name of a tool in a script.
#pragma once

#include <string_view>

namespace modebox {

/// Whether the text can stand after a dot: an IdentifierName of ECMAScript.
/// Letters beyond ASCII are taken by any UTF-8 sequence, as the engine's own
/// parser is not at hand here; a text that is not valid UTF-8 is refused.
bool is_identifier_name(std::string_view text);

/// Whether it can not be the name of a variable all the same (`delete`).
bool is_reserved_word(std::string_view text);

/// Whether every script already has a global of that name.
bool is_reserved_global(std::string_view name);

}  // namespace modebox
