#include "src/bridge/call_arguments.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "modebox/json.h"

namespace modebox::bridge {
namespace {

/// What to_json and from_json say of the value, which they call `$`.
std::string about_input(const std::string& problem) {
  return problem.starts_with('$') ? "input" + problem.substr(1) : problem;
}

}  // namespace

std::variant<Value, ToolError> call_arguments(const std::string& tool,
                                              const std::vector<Value>& arguments) {
  const auto invalid = [&tool](const std::string& what) {
    return ToolError{tool + ": " + what, "TypeError", "E_INVALID_ARGUMENTS"};
  };
  std::size_t count = arguments.size();
  while (count > 0 && arguments[count - 1].is_undefined()) --count;
  if (count == 0) return Value::object();
  if (count > 1) return invalid("takes one argument, not " + std::to_string(count) + '.');
  const Value& input = arguments[0];
  if (!input.is_object()) {
    return invalid("input must be an object, not " + std::string(with_article(input.kind())) + '.');
  }
  JsonOptions lenient;
  lenient.lenient = true;
  const Result<std::string> json = to_json(input, lenient);
  if (!json) return invalid(about_input(json.error().message));
  Result<Value> plain = from_json(*json);
  if (!plain) return invalid("JSON can not hold input: " + plain.error().message);
  return *std::move(plain);
}

}  // namespace modebox::bridge
