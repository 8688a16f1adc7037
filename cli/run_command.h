// `modebox run`.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/exit_code.h"
#include "cli/limit_flags.h"
#include "cli/project.h"
#include "modebox/engine.h"

namespace modebox::cli {

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
  /// A name that is not there: perhaps that of a tool, and -c was forgotten.
  void add_hint(const RunResult& result) const;

  std::string file_;
  std::optional<std::string> code_;
  bool json_ = false;
  Project project_;
  LimitFlags limits_;
  RunOptions options_;
};

}  // namespace modebox::cli
