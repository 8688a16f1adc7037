// The keys that tools and MCP servers share: where their programs run, and with what environment.
#pragma once

#include <string>
#include <vector>

#include "src/config/command_tool.h"
#include "src/config/reader.h"

namespace modebox::config {

/// What all programs of a file share.
struct Surroundings {
  /// Of the file.
  std::string folder;
  /// Environment variables that hold secrets.
  std::vector<std::string> withheld;
};

/// A command without words, in these surroundings.
Command command_in(const Surroundings& around);

/// The key `cwd`.
void read_cwd(const Item& item, const Surroundings& around, Command& command);
/// The key `env`.
void read_env(const Item& item, const Surroundings& around, Command& command);

}  // namespace modebox::config
