#include "src/config/command_errors.h"

#include <string.h>

#include <utility>

#include "src/config/shown_text.h"

namespace modebox::config {
namespace {

/// A reason may quote what a program wrote, however long that is.
constexpr std::size_t max_reason = 300;

/// The tool, and the program's word itself, which may be relative to a folder of the
/// project, but not where the host keeps its programs.
std::string shown_program(const std::string& tool, const Command& command) {
  const std::string_view word = command.words.empty() ? std::string_view() : command.words[0];
  const std::size_t last = word.starts_with('/') ? word.rfind('/') + 1 : 0;
  return "The program \"" + shown_text(word.substr(last)) + "\" of " + shown_text(tool);
}

std::string with_tail(std::string message, std::string_view tail) {
  if (!tail.empty()) message.append(" Its standard error:\n").append(tail);
  return message;
}

std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  const std::string number = "signal " + std::to_string(signal);
  return name == nullptr ? number : number + " (SIG" + name + ")";
}

}  // namespace

CommandErrors::CommandErrors(std::string tool, const Command& command)
    : tool_(std::move(tool)),
      program_(shown_program(tool_, command)),
      timeout_ms_(std::to_string(command.timeout.count())),
      max_output_(std::to_string(command.max_output)) {}

std::string CommandErrors::setting(std::string_view name) const {
  return std::string(" (tools.").append(tool_).append(".").append(name).append(")");
}

ToolError CommandErrors::not_started(std::string_view reason) const {
  return {program_ + " can not be started: " + shown_head(reason, max_reason) + ".", "Error",
          "E_COMMAND_START"};
}

ToolError CommandErrors::wrong_arguments(std::string_view reason) const {
  return {program_ + " can not be given these arguments: " + shown_head(reason, max_reason) + ".",
          "TypeError", "E_COMMAND_ARGUMENTS"};
}

ToolError CommandErrors::cancelled() const {
  return {program_ + " was stopped, since the call was cancelled.", "Error", "E_COMMAND_CANCELLED"};
}

ToolError CommandErrors::too_slow(std::string_view tail) const {
  return {with_tail(program_ + " took longer than " + timeout_ms_ + " ms and was stopped" +
                        setting("timeoutMs") + ".",
                    tail),
          "Error", "E_COMMAND_TIMEOUT"};
}

ToolError CommandErrors::too_much_output(std::string_view tail) const {
  return {
      with_tail(program_ + " wrote more than " + max_output_ +
                    " bytes to standard output and was stopped" + setting("maxOutputBytes") + ".",
                tail),
      "Error", "E_COMMAND_OUTPUT"};
}

ToolError CommandErrors::not_json(std::string_view reason, std::string_view tail) const {
  return {
      with_tail(program_ + " has to write one JSON value and nothing else to standard output: " +
                    shown_head(reason, max_reason) + ".",
                tail),
      "Error", "E_COMMAND_OUTPUT"};
}

ToolError CommandErrors::broken_off(std::string_view reason) const {
  return {program_ + " was given up: " + shown_head(reason, max_reason) + ".", "Error",
          "E_COMMAND_FAILED"};
}

ToolError CommandErrors::failed(const Exit& exit, std::string_view tail) const {
  std::string message = program_;
  if (exit.lost) {
    message +=
        " ended, but how is not known: this process waits for all of its children"
        " itself, or ignores SIGCHLD.";
  } else if (exit.signal != 0) {
    message += " was ended by " + signal_name(exit.signal) + ".";
  } else {
    message += " failed with exit code " + std::to_string(exit.code) + ".";
  }
  return {with_tail(std::move(message), tail), "Error", "E_COMMAND_FAILED"};
}

}  // namespace modebox::config
