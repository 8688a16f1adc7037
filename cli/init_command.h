// `modebox init`: a modebox.json to begin with.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_code.h"

namespace modebox::cli {

/// From the MCP servers that an agent's file names, or from questions on the terminal, or as it is.
class InitCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  std::string from_;
  std::string file_ = "modebox.json";
};

}  // namespace modebox::cli
