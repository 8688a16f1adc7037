// Tools that take their time: they tell what they do, and ask clients with a handshake for
// something.
#pragma once

#include <vector>

#include "src/mcp/server.h"
#include "tests/conformance/threads.h"

namespace modebox::conformance {

/// `threads` is borrowed by the tools.
std::vector<mcp::ServerTool> asking_tools(Threads& threads);

}  // namespace modebox::conformance
