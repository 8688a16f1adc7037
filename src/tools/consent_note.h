// What a model is told of a tool whose calls a person is asked about.
#pragma once

#include <string>
#include <vector>

#include "modebox/tool.h"

namespace modebox {

/// One sentence; empty where nobody is asked. `approve` as in RunOptions.
std::string consent_note(const Tool& tool, const std::vector<std::string>& approve);

}  // namespace modebox
