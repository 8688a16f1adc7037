// `modebox resume`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/limit_flags.h"
#include "cli/output.h"
#include "cli/project.h"
#include "modebox/engine.h"

namespace modebox::cli {

/// Like RunCommand.
class ResumeCommand {
 public:
  CLI::App* add_to(CLI::App& app);
  ExitCode run();

 private:
  /// As flags gave them; a mistake names its flag.
  Result<std::vector<Resolution>> resolutions() const;
  /// What most likely was forgotten.
  std::string hint_for(const Error& error) const;
  ExitCode resume(const Engine& engine, const Output& output, const std::string& token,
                  std::vector<Resolution> resolutions);

  std::string token_;
  std::vector<std::string> approved_;
  std::vector<std::string> denied_;
  std::vector<std::string> values_;
  bool json_ = false;
  Project project_;
  LimitFlags limits_;
  RunOptions options_;
};

}  // namespace modebox::cli
