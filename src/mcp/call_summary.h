// How far the host calls of a run came, for whoever must decide what to do again.
#pragma once

#include <string>
#include <vector>

#include "modebox/outcome.h"

namespace modebox::mcp {

/// One line per state, such as `Completed, do not repeat: mail.send ×12, db.insert`; the same calls
/// are counted. Calls of `tools.*` are left out: they change nothing. At most 40 names per line.
std::string call_summary(const std::vector<CallRecord>& calls);

}  // namespace modebox::mcp
