// `modebox.json`: what a project gives to its scripts. Read and checked whole; every
// mistake is told with its place.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/fetch.h"
#include "modebox/limits.h"
#include "modebox/result.h"
#include "modebox/toolbox.h"
#include "src/config/command_tool.h"

namespace modebox::config {

/// The JSON Schema of what a tool takes or gives; undefined if there is none.
struct SchemaConfig {
  Value schema;
  /// The file that holds it, from the folder of the configuration on; load_config reads it.
  std::string file;
};

/// One entry of `tools`. A value type.
struct CommandToolConfig {
  /// As scripts call it: `mail.send`.
  std::string name;
  std::string description;
  SchemaConfig input;
  SchemaConfig output;
  Command command;
  /// It changes nothing, whatever it is called with.
  bool read_only = false;
  /// Every call needs consent.
  bool approve = false;
  bool source = false;
  bool sink = false;
};

/// The key `fetch`. A value type.
struct FetchConfig {
  FetchOptions options;
  /// Every call needs consent, or those with one of these methods.
  bool approve = false;
  std::vector<std::string> approve_methods;
  bool source = false;
  bool sink = false;
  /// The file of FetchOptions::extra_ca_pem, from the folder of the configuration on; load_config
  /// reads it.
  std::string ca_file;
};

/// One entry of `mcpServers`: an MCP server whose tools scripts get as functions. A value type.
struct McpServerConfig {
  std::string name;
  /// Its program, for one that speaks over its standard input and output; no words for one at
  /// `url`.
  Command command;
  std::string url;
  /// Sent with each request; they may be secrets.
  std::vector<std::pair<std::string, std::string>> headers;
  /// Of each call, and of its start; nothing: as DownstreamOptions has it.
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::chrono::milliseconds> start_timeout;
  /// It is not to be used.
  bool disabled = false;
};

/// The file's content. A value type.
struct Config {
  std::vector<CommandToolConfig> tools;
  std::vector<McpServerConfig> servers;
  std::optional<FetchConfig> fetch;
  /// Patterns, as RunOptions takes them.
  std::vector<std::string> approve;
  /// `approve` has "destructive": so does every tool that is not known to be read-only.
  bool approve_destructive = false;
  std::vector<std::string> sources;
  std::vector<std::string> sinks;
  Limits limits;
  /// Whether `modebox mcp` has the tool `approve` (docs/mcp.md).
  bool approve_tool = false;
  /// Name of the environment variable with the secret for continuations.
  std::string secret_env = "MODEBOX_SECRET";
};

/// Bytes of a configuration.
constexpr std::size_t max_config_bytes = std::size_t{1} << 20;

/// Reads the text of a configuration. `file` is for messages; programs run in
/// `folder`, an absolute path. Fails with the mistakes, one line each in the order of
/// the text, at most 20 and then how many more there are:
/// `modebox.json:12:5: tools.mail.timeoutMs must be a positive integer.`
/// Text that is not JSON has one mistake, the first. Columns count characters.
Result<Config> parse_config(std::string_view text, std::string_view file,
                            const std::string& folder);

/// The same of a file, with the schemas that are files; programs run in the folder that holds it
/// (where a symbolic link to it is, not where that leads). Refuses what is not a regular file,
/// without waiting for it, and what is larger than max_config_bytes.
Result<Config> load_config(const std::string& path);

/// The toolbox of the configured tools, and of fetch. Fails when two of them can not be together.
Result<Toolbox> make_toolbox(const Config& config);

}  // namespace modebox::config
