// `modebox.json`: what a project gives to its scripts. Read and checked whole; every
// mistake is told with its place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/limits.h"
#include "modebox/result.h"
#include "modebox/toolbox.h"
#include "src/config/command_tool.h"

namespace modebox::config {

/// When calls of a tool need consent: `"approve": true` or `false` of the tool itself.
struct CommandToolConfig {
  std::string name;
  std::string description;
  Command command;
  bool approve = false;
  bool source = false;
  bool sink = false;
};

/// The file's content. A value type.
struct Config {
  std::vector<CommandToolConfig> tools;
  /// Patterns, as RunOptions takes them.
  std::vector<std::string> approve;
  std::vector<std::string> sources;
  std::vector<std::string> sinks;
  Limits limits;
  /// Name of the environment variable with the secret for continuations.
  std::string secret_env = "MODEBOX_SECRET";
};

/// Reads the text of a configuration. `file` is for messages; programs run in
/// `folder`, an absolute path. Fails with all mistakes, one line each:
/// `modebox.json:12:5: tools.mail.timeoutMs must be a positive integer.`
Result<Config> parse_config(std::string_view text, std::string_view file,
                            const std::string& folder);

/// The same of a file; programs run in the folder that holds it. Refuses what is
/// not a regular file or is larger than 1 MiB.
Result<Config> load_config(const std::string& path);

/// The toolbox of the configured tools. Fails when two of them can not be together.
Result<Toolbox> make_toolbox(const Config& config);

}  // namespace modebox::config
