// What a script is told when a call of a program fails. Each names the program as the
// configuration does, but no folder of the host; what the program itself wrote to
// standard error is shown as it is.
#pragma once

#include <string>
#include <string_view>

#include "modebox/tool.h"
#include "src/config/command_tool.h"
#include "src/config/process.h"

namespace modebox::config {

/// The errors of one tool. A value type.
class CommandErrors {
 public:
  CommandErrors(std::string tool, const Command& command);

  ToolError not_started(std::string_view reason) const;
  ToolError wrong_arguments(std::string_view reason) const;
  ToolError cancelled() const;
  ToolError too_slow(std::string_view tail) const;
  ToolError too_much_output(std::string_view tail) const;
  ToolError not_json(std::string_view reason, std::string_view tail) const;
  /// For a failure of ours while the program may have run.
  ToolError broken_off(std::string_view reason) const;
  /// For every end but exit code 0.
  ToolError failed(const Exit& exit, std::string_view tail) const;

 private:
  /// (tools.mail.timeoutMs)
  std::string setting(std::string_view name) const;

  std::string tool_;
  /// The program "x"
  std::string program_;
  std::string timeout_ms_;
  std::string max_output_;
};

}  // namespace modebox::config
