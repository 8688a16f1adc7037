#include "src/bridge/failures.h"

#include "src/bridge/error_answer.h"

namespace modebox::bridge {
namespace {

std::string in_ms(std::chrono::milliseconds time) { return std::to_string(time.count()) + " ms"; }

/// Of a request that was not let in: it has called nothing.
bool was_turned_away(const Loss& loss) {
  if (loss.was_taken) return false;
  return loss.never_sent || loss.session_gone ||
         (loss.http_status >= 300 && loss.http_status < 500 && loss.http_status != 408);
}

std::string with(std::string sentence, const std::string& detail) {
  return detail.empty() ? sentence : std::move(sentence) + " " + detail;
}

}  // namespace

Failures::Failures(std::string_view server) : server_("The MCP server " + describe_text(server)) {}

CallFailure Failures::not_connected(const Loss& loss) const {
  return {with(server_ + " " + loss.what + ".", loss.detail), "E_MCP_START", {}};
}

CallFailure Failures::not_ready(std::chrono::milliseconds time) const {
  return {server_ + " was not ready within " + in_ms(time) + ", and was ended.", "E_MCP_START", {}};
}

CallFailure Failures::no_thread() const {
  return {server_ + " was not started: the system has no thread to give.", "E_MCP_START", {}};
}

CallFailure Failures::lost(std::string_view tool, const Loss& loss) const {
  if (was_turned_away(loss)) return not_connected(loss);
  return {with(server_ + " " + loss.what + " during the call of its tool " + describe_text(tool) +
                   "; whether that took effect is not known.",
               loss.detail),
          "E_MCP_LOST",
          {}};
}

CallFailure Failures::question_lost() const {
  return {server_ +
              " asked its user something, and the answer came too late or after a restart; whether "
              "the call took effect is not known.",
          "E_MCP_LOST",
          {}};
}

CallFailure Failures::too_late(std::string_view tool, std::chrono::milliseconds time) const {
  return {server_ + " did not answer the call of its tool " + describe_text(tool) + " within " +
              in_ms(time) + "; whether it took effect is not known.",
          "E_MCP_TIMEOUT",
          {}};
}

CallFailure Failures::cancelled(std::string_view tool) const {
  return {server_ + " was told that the call of its tool " + describe_text(tool) +
              " is cancelled; whether it took effect is not known.",
          "E_MCP_CANCELLED",
          {}};
}

CallFailure Failures::no_answer(std::string_view tool, std::string_view why) const {
  return {server_ + " gave an answer to the call of its tool " + describe_text(tool) + " " +
              std::string(why) + ".",
          "E_MCP_PROTOCOL",
          {}};
}

CallFailure Failures::too_many_rounds(std::string_view tool, int most) const {
  return {server_ + " asked more than " + std::to_string(most) +
              " times before it answered the call of its tool " + describe_text(tool) +
              ", which was given up.",
          "E_MCP_PROTOCOL",
          {}};
}

CallFailure Failures::bad_handle() const {
  return {server_ + " can not go on: what was kept of its question is not whole.",
          "E_MCP_PROTOCOL",
          {}};
}

CallFailure Failures::error(std::string_view tool, const Value& error) const {
  return {server_ + " answered the call of its tool " + describe_text(tool) +
              " with an error: " + error_text_of(error),
          "E_MCP_ERROR", error_data_of(error)};
}

CallFailure Failures::no_list(const Value& error) const {
  return {server_ + " answered with an error when asked for its tools: " + error_text_of(error),
          "E_MCP_ERROR", error_data_of(error)};
}

CallFailure Failures::bad_list() const {
  return {server_ + " was asked for its tools, and answered with what is no list of tools.",
          "E_MCP_PROTOCOL",
          {}};
}

Error to_error(const CallFailure& failure) { return {failure.message, failure.code}; }

}  // namespace modebox::bridge
