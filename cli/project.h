// What scripts are given on the command line: the tools and rules of a configuration,
// and what makes their continuations last beyond the process.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/state_folder.h"
#include "modebox/engine.h"
#include "modebox/toolbox.h"
#include "src/config/config.h"

namespace modebox::cli {

/// Lives as long as the parser that it is added to.
class Project {
 public:
  /// Adds `-c FILE`, `--allow-fetch HOST`, `--allow-fetch-method METHOD` and `--store FILE`.
  void add_to(CLI::App& command);
  /// Adds `-c FILE` alone, for a command that runs nothing.
  void add_config_to(CLI::App& command);
  /// As if it had been named with `-c`.
  void set_file(std::string file) { file_ = std::move(file); }
  /// Reads the configuration, if one was named, and adds the hosts and methods that flags allow.
  Status load();

  bool has_tools() const { return !tools_.tools().empty(); }
  const Toolbox& tools() const { return tools_; }
  /// Of the tools that need consent.
  const std::vector<std::string>& approve_patterns() const { return config_.approve; }
  /// Of the MCP server.
  bool has_approve_tool() const { return config_.approve_tool; }
  /// Sets limits and patterns.
  void apply_to(RunOptions& options) const;
  /// The flags by which another process has the same, to be pasted into a shell.
  std::string flags() const;
  /// Whether a configuration was named.
  bool is_configured() const { return !file_.empty(); }
  /// Secrets and the store: those that the user named, else those of the state folder.
  Result<EngineOptions> engine_options(MissingKey missing) const;

 private:
  Status allow_fetch();
  Result<std::string> secret(MissingKey missing) const;

  std::string file_;
  std::string store_;
  std::vector<std::string> fetch_hosts_;
  std::vector<std::string> fetch_methods_;
  config::Config config_;
  Toolbox tools_;
};

}  // namespace modebox::cli
