// Messages over the standard input and output of a program that is started for it, one per line.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "src/bridge/loop.h"
#include "src/bridge/transport.h"
#include "src/config/command_tool.h"

namespace modebox::bridge {

/// A value type.
struct StdioOptions {
  config::Command command;
  /// NAME=value, as config::environment_of gives it.
  std::vector<std::string> environment;
  std::size_t max_message = std::size_t{8} << 20;
};

/// `loop` must outlive it.
std::shared_ptr<Transport> make_stdio_transport(Loop& loop, StdioOptions options);

}  // namespace modebox::bridge
