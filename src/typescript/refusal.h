// What a person is told about a script that can not be stripped.
#pragma once

#include <string>
#include <string_view>

#include "modebox/typescript.h"
#include "src/typescript/place.h"

namespace modebox::typescript {

/// Whether swc can compile a construct that it does not strip, by its message about it.
bool can_be_compiled(std::string_view message);

/// The construct by its name, and what to do about it.
std::string refuse_construct(std::string_view message, TypeScriptMode mode);

/// swc's message about a syntax error, as a sentence; with what is at the place, where that
/// tells more.
std::string tell_syntax_error(std::string_view source, const Place& place,
                              std::string_view message);

}  // namespace modebox::typescript
