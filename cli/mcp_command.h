// `modebox mcp`: the MCP server.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/limit_flags.h"
#include "cli/output.h"
#include "cli/project.h"
#include "src/mcp/http.h"

namespace modebox::cli {

/// Lives as long as the parser that it is added to.
class McpCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  /// Serves until the client is gone, or a signal ends it.
  ExitCode run();

 private:
  ExitCode serve_http(mcp::Server& server, const Output& output, const Cancel& stop) const;
  Result<mcp::HttpOptions> http_options() const;

  Project project_;
  LimitFlags limits_;
  std::string http_address_;
  std::vector<std::string> http_token_variables_;
  std::vector<std::string> http_hosts_;
};

}  // namespace modebox::cli
