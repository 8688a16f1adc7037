// The sentences about what went wrong with one server, each with its code.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "src/bridge/downstream.h"
#include "src/bridge/transport.h"

namespace modebox::bridge {

/// A value type.
class Failures {
 public:
  /// The server's name as the configuration has it.
  explicit Failures(std::string_view server);

  /// E_MCP_START.
  CallFailure not_connected(const Loss& loss) const;
  CallFailure not_ready(std::chrono::milliseconds time) const;
  CallFailure no_thread() const;
  /// E_MCP_LOST, or E_MCP_START where nothing was called.
  CallFailure lost(std::string_view tool, const Loss& loss) const;
  CallFailure question_lost() const;
  CallFailure too_late(std::string_view tool, std::chrono::milliseconds time) const;
  CallFailure cancelled(std::string_view tool) const;
  CallFailure no_answer(std::string_view tool, std::string_view why) const;
  CallFailure too_many_rounds(std::string_view tool, int most) const;
  CallFailure bad_handle() const;
  /// E_MCP_ERROR.
  CallFailure error(std::string_view tool, const Value& error) const;
  CallFailure no_list(const Value& error) const;
  CallFailure bad_list() const;

 private:
  /// The MCP server "x"
  std::string server_;
};

/// For who lists.
Error to_error(const CallFailure& failure);

}  // namespace modebox::bridge
