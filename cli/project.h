// What scripts are given on the command line: the tools and rules of a configuration,
// and what makes their continuations last beyond the process.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/state_folder.h"
#include "modebox/engine.h"
#include "modebox/toolbox.h"
#include "src/bridge/bridge.h"
#include "src/config/config.h"
#include "src/mcp/tool_source.h"

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

  /// Whether scripts get any, of the configuration or of MCP servers.
  bool has_tools() const { return !tools_.tools().empty() || !config_.servers.empty(); }
  /// Those of the configuration, and of the servers that were connected.
  const Toolbox& tools() const { return tools_; }
  const config::Config& config() const { return config_; }
  /// Ends the servers when that fires: who waits for them goes on, without their tools.
  Cancel::Registration close_on(const Cancel& stop);
  /// Where scripts get their tools from. Made on first use; the servers end with the project.
  std::shared_ptr<mcp::ToolSource> tool_source();
  /// Its servers; null if there are none.
  std::shared_ptr<bridge::Bridge> bridge();
  /// Connects the MCP servers that a script with that text may name; those that fail are told on
  /// standard error.
  void connect_for_script(std::string_view source);
  /// The same for a run that has tools of these names.
  void connect_for_resume(const std::vector<std::string>& names);
  void connect_all();
  /// The same without a word about those that fail.
  void connect_quietly();
  /// The namespaces of the servers.
  std::vector<std::string> server_groups();
  const std::string& file() const { return file_; }
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
  void take(const mcp::Tools& tools);
  Status allow_fetch();
  Result<std::string> secret(MissingKey missing) const;

  std::string file_;
  std::string store_;
  std::vector<std::string> fetch_hosts_;
  std::vector<std::string> fetch_methods_;
  config::Config config_;
  Toolbox tools_;
  std::shared_ptr<bridge::Bridge> bridge_;
  std::shared_ptr<mcp::ToolSource> source_;
};

}  // namespace modebox::cli
