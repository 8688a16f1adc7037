// Tools that answer at once, with the contents that the suite looks for.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/mcp/server.h"

namespace modebox::conformance {

/// A JSON text of this program's own.
Value json(std::string_view text);

/// A tool that takes any arguments.
mcp::ServerTool make_tool(std::string_view name, std::string_view description,
                          std::function<void(std::shared_ptr<mcp::ToolCall>)> call);

Value text_result(std::string_view text);
Value error_result(std::string_view text);

std::vector<mcp::ServerTool> content_tools();

}  // namespace modebox::conformance
