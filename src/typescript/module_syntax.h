// Imports and exports of types, which are no more than types.
#pragma once

#include <cstddef>
#include <string>

namespace modebox::typescript {

/// Turns what begins at `at` into white space: a whole `import type ... from "x"`, or the
/// `export` before a type. False for anything else, which is left as it is.
bool blank_module_syntax(std::string& source, std::size_t at);

}  // namespace modebox::typescript
