// `modebox doctor`: whether a project's configuration works, and what an agent will see of it.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"
#include "cli/project.h"

namespace modebox::cli {

class DoctorCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  /// Completed if all is well; script_failed if a server can not be reached; usage if the
  /// configuration has mistakes.
  ExitCode run();

 private:
  Project project_;
  bool json_ = false;
};

}  // namespace modebox::cli
