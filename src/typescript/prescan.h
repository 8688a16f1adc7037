// Sources that need no stripping.
#pragma once

#include <string_view>

namespace modebox::typescript {

/// False only for a source that can not hold any TypeScript syntax: no character and no
/// word that such syntax needs is in it, not even in a string or a comment.
bool may_be_typescript(std::string_view source);

/// Whether the word stands anywhere in the source.
bool has_word(std::string_view source, std::string_view word);

}  // namespace modebox::typescript
