// What is JavaScript and TypeScript, and means different things in them.
#pragma once

#include <string_view>

namespace modebox::typescript {

/// Whether all that stripping took away is what JavaScript reads as comparisons
/// (`f(a < b, c > (d))`) and TypeScript as the type arguments of a call, or a variable on a
/// line of its own that is called like a word of TypeScript (`declare`). Such a script is
/// JavaScript, unless one of TypeScript's own types is among the arguments
/// (`new Set<string>([])`).
bool only_javascript_was_stripped(std::string_view source, std::string_view stripped);

}  // namespace modebox::typescript
