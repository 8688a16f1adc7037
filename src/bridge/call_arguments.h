// The arguments of a script's call as the object of JSON that goes to a server.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "modebox/tool.h"
#include "modebox/value.h"

namespace modebox::bridge {

/// `{}` where nothing was given. Dates become text and undefined is left out, as JSON.stringify
/// does it. More than one argument, one that is no object, and values that JSON can not hold are a
/// TypeError with the code E_INVALID_ARGUMENTS that names where. `tool` is the name that the
/// script knows.
std::variant<Value, ToolError> call_arguments(const std::string& tool,
                                              const std::vector<Value>& arguments);

}  // namespace modebox::bridge
