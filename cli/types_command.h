// `modebox types`.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"
#include "cli/project.h"

namespace modebox::cli {

/// Like RunCommand.
class TypesCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  /// Prints TypeScript declarations of the tools; only MCP servers are started.
  ExitCode run();

 private:
  bool json_ = false;
  DeclarationOptions options_;
  Project project_;
};

}  // namespace modebox::cli
