#include "src/bridge/error_answer.h"

#include <cmath>

#include "src/config/shown_text.h"

namespace modebox::bridge {
namespace {

constexpr std::size_t max_message = 4096;
constexpr std::size_t max_word = 200;

}  // namespace

bool is_error(const Value& error, mcp::ErrorCode code) {
  const Value& number = error["code"];
  return number.is_number() && number.as_number() == static_cast<double>(code);
}

std::string error_text_of(const Value& error) {
  const Value& message = error["message"];
  std::string text = message.is_string() && !message.as_string().empty()
                         ? config::shown_head(message.as_string(), max_message)
                         : "an error without a message";
  const Value& code = error["code"];
  // Servers write the code into the message, some of them.
  if (code.is_number() && std::trunc(code.as_number()) == code.as_number() &&
      std::abs(code.as_number()) < 1e9) {
    const std::string number = std::to_string(static_cast<long long>(code.as_number()));
    if (text.find(number) == std::string::npos) text += " (" + number + ")";
  }
  return text;
}

Value error_data_of(const Value& error) {
  Value result =
      Value::object({{"code", error["code"].is_number() ? error["code"] : Value(nullptr)},
                     {"message", error["message"].is_string() ? error["message"] : Value("")}});
  if (const Value* const data = error.find("data")) result.set("data", *data);
  return result;
}

std::string describe_text(std::string_view text) {
  return "\"" + config::shown_head(text, max_word) + "\"";
}

}  // namespace modebox::bridge
