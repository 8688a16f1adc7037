// The tool `types`: declarations of what scripts may call.
#pragma once

#include "src/mcp/catalog.h"
#include "src/mcp/server.h"

namespace modebox::mcp {

ServerTool make_types_tool(Catalog catalog);

}  // namespace modebox::mcp
