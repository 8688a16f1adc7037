#include "src/mcp/elicitation.h"

#include <algorithm>
#include <string_view>

#include "src/tools/shown_text.h"

namespace modebox::mcp {
namespace {

constexpr std::string_view key = "mcpElicitation";
constexpr std::size_t most_of_message = 4'000;
constexpr std::size_t most_lines = 12;
constexpr std::size_t most_fields = 50;
constexpr std::size_t most_choices = 100;
constexpr std::size_t most_of_text = 500;
constexpr std::size_t most_of_name = 100;

Value empty_form() { return Value::object({{"type", "object"}, {"properties", Value::object()}}); }

std::string shown(const Value& text) {
  return strictly_shown_text(text.as_string().substr(0, most_of_text));
}

/// The server's words, each line marked as such: nothing of it can pass for what modebox says.
std::string quoted_lines(std::string_view text) {
  std::string quoted;
  std::size_t lines = 0;
  for (text = text.substr(0, most_of_message); !text.empty();) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    if (++lines > most_lines) return quoted + "\n> ...";
    quoted += "\n> " + strictly_shown_text(line);
  }
  return quoted;
}

/// Of one choice, or of what an element of a list may be.
Value clean_choices(const Value& choices) {
  Value clean = Value::array();
  for (std::size_t i = 0; choices.is_array() && i < std::min(choices.size(), most_choices); ++i) {
    const Value& one = choices[i];
    if (one.is_string()) {
      clean.push(one);
    } else if (one["const"].is_string()) {
      Value choice = Value::object({{"const", one["const"]}});
      if (one["title"].is_string()) choice.set("title", shown(one["title"]));
      clean.push(choice);
    }
  }
  return clean;
}

/// A field as the protocol knows them, and nothing else of what the server says about it.
Value clean_field(const Value& field, int depth = 0) {
  Value clean = Value::object();
  for (const char* word : {"title", "description"}) {
    if (field[word].is_string()) clean.set(word, shown(field[word]));
  }
  for (const char* word : {"type", "format"}) {
    if (field[word].is_string()) clean.set(word, shown(field[word]));
  }
  for (const char* word :
       {"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"}) {
    if (field[word].is_number()) clean.set(word, field[word]);
  }
  for (const char* word : {"enum", "enumNames", "oneOf", "anyOf"}) {
    if (field[word].is_array()) clean.set(word, clean_choices(field[word]));
  }
  if (field["items"].is_object() && depth == 0) clean.set("items", clean_field(field["items"], 1));
  const Value& value = field["default"];
  if (value.is_string() || value.is_number() || value.is_boolean()) clean.set("default", value);
  if (value.is_array()) clean.set("default", clean_choices(value));
  return clean;
}

bool is_form(const Value& params) {
  const Value& mode = params["mode"];
  return (mode.is_undefined() || mode == Value("form")) && params["requestedSchema"].is_object() &&
         params["requestedSchema"]["properties"].is_object();
}

/// A form with fields that have plain names only.
Value clean_form(const Value& schema) {
  Value fields = Value::object(), required = Value::array();
  for (const Entry& field : schema["properties"].entries()) {
    const std::string_view name = field.key.as_string();
    if (fields.size() == most_fields) break;
    if (name.size() > most_of_name || strictly_shown_text(name) != name) continue;
    fields.set(name, clean_field(field.value));
  }
  const Value& wanted = schema["required"];
  for (std::size_t i = 0; wanted.is_array() && i < wanted.size(); ++i) {
    const bool is_field = wanted[i].is_string() && fields.find(wanted[i].as_string()) != nullptr;
    if (is_field && required.size() < most_fields) required.push(wanted[i]);
  }
  Value form = Value::object({{"type", "object"}, {"properties", fields}});
  if (required.size() > 0) form.set("required", required);
  return form;
}

/// What the form's fields say they are when they are left as they are.
Value defaults_of(const Value& params) {
  Value content = Value::object();
  if (!is_form(params)) return content;
  for (const Entry& field : params["requestedSchema"]["properties"].entries()) {
    const Value& value = field.value["default"];
    if (!value.is_undefined()) content.set(field.key.as_string(), value);
  }
  return content;
}

}  // namespace

Value elicitation_payload(const std::string& server, const Value& requests, const Value& handle) {
  return Value::object(
      {{key, Value::object({{"server", server}, {"requests", requests}})}, {"handle", handle}});
}

const Value* elicitation_of(const Value& payload) {
  const Value* found = payload.is_object() ? payload.find(key) : nullptr;
  const bool is_one =
      found != nullptr && (*found)["server"].is_string() && (*found)["requests"].is_object();
  return is_one ? found : nullptr;
}

const Value* elicitation_of(const Interruption& interruption) {
  const bool asks =
      interruption.reason == InterruptionReason::interrupt && interruption.payload.has_value();
  return asks ? elicitation_of(*interruption.payload) : nullptr;
}

Value plain_answers(const Value& requests, bool allowed) {
  Value answers = Value::object();
  for (const Entry& request : requests.entries()) {
    answers.set(request.key.as_string(),
                allowed ? Value::object({{"action", "accept"},
                                         {"content", defaults_of(request.value["params"])}})
                        : Value::object({{"action", "decline"}}));
  }
  return answers;
}

Value elicitation_form(const std::string& server, const Value& request) {
  const Value& params = request["params"];
  std::string message = "The MCP server " + strictly_shown_text(server) + " asks:";
  if (params["message"].is_string()) message += quoted_lines(params["message"].as_string());
  return Value::object({{"mode", "form"},
                        {"message", message},
                        {"requestedSchema",
                         is_form(params) ? clean_form(params["requestedSchema"]) : empty_form()}});
}

}  // namespace modebox::mcp
