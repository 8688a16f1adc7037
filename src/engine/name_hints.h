// The engine's errors about names that are not there, or are taken, with what the script may have
// meant: the tools of the run have names, and what other runtimes have is known. Only the error
// that ends a run is told so; what a script catches is the language's own.
#pragma once

#include <string_view>
#include <vector>

#include "modebox/outcome.h"
#include "modebox/tool.h"

namespace modebox::engine {

/// The error of a run, its message with a hint where there is one:
/// `stock.cont is not a function. Did you mean stock.count?` for "not a function",
/// `stok is not defined. Did you mean stock?`, or
/// `cannot read property 'x' of undefined. There is no stock.cont. Did you mean stock.count?`.
/// Where a variable of the script has the name of a tool or group, and that is what went wrong, it
/// says so. `text`: what the places of the error are in; may be empty, which leaves errors that do
/// not name what they are about as they are. An error that a script made to look like the engine's
/// gets the same.
RunError explain_name_error(RunError error, std::string_view text, const std::vector<Tool>& tools);

}  // namespace modebox::engine
