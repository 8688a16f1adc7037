// MCP over standard input and output: one message per line, one client.
#pragma once

#include <cstddef>

#include "modebox/cancel.h"
#include "src/mcp/server.h"

namespace modebox::mcp {

struct StdioOptions {
  int input = 0;
  int output = 1;
  /// Bytes of a line without its end; a longer one is skipped, and answered with an error if it is
  /// a request.
  std::size_t max_line = std::size_t{8} << 20;
  /// Bytes that wait for a client that does not read; with more it is given up.
  std::size_t max_waiting = std::size_t{64} << 20;
};

/// Serves until the input ends, the client does not take what is written, or `stop` fires. Then
/// what is being worked on is cancelled, and what was answered is written out.
void serve_stdio(Server& server, const Cancel& stop, const StdioOptions& options = {});

}  // namespace modebox::mcp
