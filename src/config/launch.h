// What the kernel needs to start the program of a command: its file, its words, its
// environment. Nothing in it comes from a script.
#pragma once

#include <string>
#include <vector>

#include "modebox/result.h"
#include "src/config/command_tool.h"

namespace modebox::config {

/// A value type.
struct Launch {
  /// An absolute path.
  std::string file;
  std::vector<std::string> words;
  /// NAME=value.
  std::vector<std::string> environment;
  /// Where it runs.
  std::string folder;
};

/// This process's environment as the command changes it, sorted by name. To be read
/// when no other thread changes the environment.
std::vector<std::string> environment_of(const Command& command);

/// The program's file as it is now. Errors say why there is none, without a path, as
/// the end of a sentence: `it is not found in $PATH`.
Result<Launch> prepare_launch(const Command& command, std::vector<std::string> environment);

}  // namespace modebox::config
