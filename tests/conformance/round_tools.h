// Tools that ask in rounds, as the revision 2026-07-28 has it: an answer says what is missing, and
// the client calls again with that.
#pragma once

#include <vector>

#include "src/mcp/server.h"

namespace modebox::conformance {

std::vector<mcp::ServerTool> round_tools();

}  // namespace modebox::conformance
