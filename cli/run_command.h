// `modebox run`.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "modebox/engine.h"

namespace modebox::cli {

enum class ExitCode : int {
  completed = 0,
  script_failed = 1,
  usage = 2,
  limit = 3,
  internal = 70,
  interrupted = 130,
};

/// The exit code that tells of an error of this kind.
ExitCode exit_code(ErrorKind kind);

/// The options and the work of `modebox run`. Lives as long as the parser that
/// it is added to.
class RunCommand {
 public:
  /// Adds the subcommand to the command line.
  CLI::App* add_to(CLI::App& app);
  /// Runs the script and prints what came of it.
  ExitCode run();

 private:
  Result<std::string> read_source();

  std::string file_;
  std::optional<std::string> code_;
  bool json_ = false;
  RunOptions options_;
};

}  // namespace modebox::cli
