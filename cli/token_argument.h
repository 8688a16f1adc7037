// Tokens as they are named on the command line.
#pragma once

#include <string>

#include "modebox/result.h"

namespace modebox::cli {

/// What TOKEN|FILE stands for: the token itself, `-` for standard input, or a file that
/// holds it. Space around it does not count.
Result<std::string> read_token(const std::string& given);

}  // namespace modebox::cli
