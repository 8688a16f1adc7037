// What the demo shows of a run.
#pragma once

#include <iosfwd>
#include <string>

#include "modebox/outcome.h"
#include "modebox/toolbox.h"

namespace billing {

/// The script with line numbers.
void print_script(std::ostream& out, const std::string& source);
void print_tools(std::ostream& out, const modebox::Toolbox& tools);
/// Logs, outcome, calls and stats.
void print_result(std::ostream& out, const modebox::RunResult& result);

}  // namespace billing
