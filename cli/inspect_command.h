// `modebox inspect`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/exit_code.h"
#include "cli/project.h"

namespace modebox::cli {

/// Like RunCommand.
class InspectCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  /// Prints what a token tells, and does not use it.
  ExitCode run();

 private:
  std::string token_;
  bool json_ = false;
  Project project_;
};

}  // namespace modebox::cli
