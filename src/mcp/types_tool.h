// The tool `types`: declarations of what scripts may call.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/mcp/server.h"
#include "src/mcp/tool_source.h"

namespace modebox::mcp {

/// `approve` as in RunOptions.
ServerTool make_types_tool(std::shared_ptr<ToolSource> source, std::vector<std::string> approve);

}  // namespace modebox::mcp
