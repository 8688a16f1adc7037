#include "src/bridge/argument_headers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <span>

#include "src/bridge/error_answer.h"
#include "src/mcp/base64.h"

namespace modebox::bridge {
namespace {

constexpr std::string_view mark = "x-mcp-header";
/// Of schemas within each other; deeper ones are not looked into, and their marks not kept.
constexpr int max_depth = 100;

bool is_token(std::string_view text) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           others.find(c) != std::string_view::npos;
  });
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Whether a schema, or anything in it, has a mark. `enum`, `const`, `default` and `examples` hold
/// values, no schemas.
bool has_mark(const Value& schema, int depth) {
  if (depth > max_depth) return false;
  if (schema.is_array()) {
    for (auto i = schema.next_index(0); i; i = schema.next_index(std::uint64_t{*i} + 1)) {
      if (has_mark(schema[*i], depth + 1)) return true;
    }
    return false;
  }
  if (!schema.is_object()) return false;
  for (const Entry& entry : schema.entries()) {
    const std::string_view key = entry.key.as_string();
    if (key == mark) return true;
    if (key == "enum" || key == "const" || key == "default" || key == "examples") continue;
    if (has_mark(entry.value, depth + 1)) return true;
  }
  return false;
}

/// Goes through what `properties` alone lead to.
class MarkCheck {
 public:
  std::string look_at(const Value& schema, int depth) {
    if (!schema.is_object() || depth > max_depth) return "";
    for (const Entry& entry : schema.entries()) {
      const std::string_view key = entry.key.as_string();
      if (key == "properties" && entry.value.is_object()) {
        for (const Entry& property : entry.value.entries()) {
          std::string problem = look_at_property(property.value, depth);
          if (!problem.empty()) return problem;
        }
      } else if (key != mark && key != "enum" && key != "const" && key != "default" &&
                 key != "examples" && has_mark(entry.value, depth + 1)) {
        return "it marks with x-mcp-header what is below " + describe_text(key) +
               ", where no argument can be found.";
      }
    }
    return "";
  }

 private:
  std::string look_at_property(const Value& schema, int depth) {
    if (const Value* const name = schema.find(mark)) {
      if (!name->is_string() || !is_token(name->as_string())) {
        return "its x-mcp-header " +
               (name->is_string() ? describe_text(name->as_string()) + " " : std::string()) +
               "is not the name of a header.";
      }
      if (!names_.insert(lower(name->as_string())).second) {
        return "its x-mcp-header " + describe_text(name->as_string()) + " is there twice.";
      }
      const Value& type = schema["type"];
      if (type != Value("string") && type != Value("integer") && type != Value("boolean")) {
        return "its x-mcp-header " + describe_text(name->as_string()) +
               " is on what is no string, integer or boolean.";
      }
    }
    return look_at(schema, depth + 1);
  }

  std::set<std::string> names_;
};

/// The text of an argument, or nothing for what no header can be made of.
std::optional<std::string> text_of(const Value& argument) {
  if (argument.is_string()) return std::string(argument.as_string());
  if (argument.is_boolean()) return argument.as_boolean() ? "true" : "false";
  if (argument.is_number() && std::trunc(argument.as_number()) == argument.as_number() &&
      std::abs(argument.as_number()) <= 9007199254740991.0) {
    return std::to_string(static_cast<long long>(argument.as_number()));
  }
  return std::nullopt;
}

void collect(const Value& schema, const Value& arguments, int depth,
             std::vector<std::pair<std::string, std::string>>& headers) {
  if (!arguments.is_object() || depth > max_depth) return;
  for (const Entry& property : schema["properties"].entries()) {
    const Value* const argument = arguments.find(property.key.as_string());
    if (argument == nullptr) continue;
    const Value& name = property.value[mark];
    if (name.is_string() && is_token(name.as_string())) {
      if (const std::optional<std::string> text = text_of(*argument)) {
        headers.emplace_back("Mcp-Param-" + std::string(name.as_string()), header_value(*text));
      }
    }
    collect(property.value, *argument, depth + 1, headers);
  }
}

}  // namespace

std::string problem_with_headers(const Value& input_schema) {
  if (input_schema.is_object() && input_schema.find(mark) != nullptr) {
    return "it marks with x-mcp-header all of its arguments at once.";
  }
  return MarkCheck().look_at(input_schema, 0);
}

std::vector<std::pair<std::string, std::string>> argument_headers(const Value& input_schema,
                                                                  const Value& arguments) {
  std::vector<std::pair<std::string, std::string>> headers;
  collect(input_schema, arguments, 0, headers);
  return headers;
}

std::string header_value(std::string_view text) {
  constexpr std::string_view begin = "=?base64?";
  constexpr std::string_view end = "?=";
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  const bool padded = !text.empty() && (is_space(text.front()) || is_space(text.back()));
  const bool looks_coded = text.starts_with(begin) && text.ends_with(end);
  if (plain && !padded && !looks_coded) return std::string(text);
  return std::string(begin) + mcp::to_base64(std::as_bytes(std::span(text.data(), text.size()))) +
         std::string(end);
}

}  // namespace modebox::bridge
