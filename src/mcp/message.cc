#include "src/mcp/message.h"

#include <cmath>
#include <optional>
#include <utility>

#include "modebox/json.h"
#include "src/mcp/message_outline.h"

namespace modebox::mcp {
namespace {

/// Memory that the value of a message may take: for each byte of its text, and besides. Many small
/// containers (`[[],[],...]`) take much more than their text does, long texts do not.
constexpr std::size_t memory_per_byte = 8;
constexpr std::size_t memory_besides = std::size_t{1} << 20;

bool is_id(const Value& value) {
  return value.is_string() ||
         (value.is_number() && std::trunc(value.as_number()) == value.as_number() &&
          std::abs(value.as_number()) <= 9007199254740991.0);
}

BadMessage bad(ErrorCode code, std::string message, Value id = nullptr) {
  return {std::move(id), {code, std::move(message), {}}};
}

BadMessage unanswered(ErrorCode code, std::string message) {
  return {nullptr, {code, std::move(message), {}}, false};
}

std::optional<BadMessage> read_response(const Value& object, Message& message) {
  const Value* const result = object.find("result");
  const Value* const error = object.find("error");
  if ((result == nullptr) == (error == nullptr)) {
    return unanswered(ErrorCode::invalid_request, "A response must have either result or error.");
  }
  message.kind = Message::Kind::response;
  if (!is_id(message.id)) {
    return unanswered(ErrorCode::invalid_request,
                      "The id of a response must be a string or an integer.");
  }
  if (result != nullptr) message.result = *result;
  if (error != nullptr) message.error = *error;
  return std::nullopt;
}

std::optional<BadMessage> read_call(const Value& object, Message& message) {
  const Value& method = object["method"];
  const bool has_id = object.find("id") != nullptr;
  const Value answer_to = is_id(message.id) ? message.id : Value(nullptr);
  if (has_id && !is_id(message.id)) {
    return bad(ErrorCode::invalid_request, "The id must be a string or an integer.");
  }
  if (!method.is_string()) {
    return bad(ErrorCode::invalid_request, "The message has no method, which must be a string.",
               answer_to);
  }
  message.kind = has_id ? Message::Kind::request : Message::Kind::notification;
  message.method = std::string(method.as_string());
  if (const Value* const params = object.find("params")) {
    if (!params->is_object()) {
      const std::string wrong = "params must be an object.";
      return has_id ? bad(ErrorCode::invalid_params, wrong, answer_to)
                    : unanswered(ErrorCode::invalid_params, wrong);
    }
    message.params = *params;
  }
  return std::nullopt;
}

std::string text_of(const Value& message) {
  Result<std::string> text = to_json(message, {.lenient = true});
  return text ? *std::move(text) : std::string();
}

}  // namespace

std::variant<Message, BadMessage> read_message(std::string_view text, const MessageLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return bad(ErrorCode::invalid_request,
               "The message has more than " + std::to_string(limits.max_bytes) + " bytes.");
  }
  const std::size_t memory = text.size() * memory_per_byte + memory_besides;
  const Result<Value> object =
      from_json(text, {.max_depth = limits.max_depth, .max_memory = memory});
  if (!object) {
    // Its sender may wait, and not know of limits and escapes that are refused here only.
    MessageOutline outline;
    outline.feed(text);
    return bad(ErrorCode::parse_error, "This is not JSON: " + object.error().message, outline.id());
  }
  if (object->is_array()) {
    return bad(ErrorCode::invalid_request,
               "Batches are not supported: send one message at a time.");
  }
  if (!object->is_object() || (*object)["jsonrpc"] != Value("2.0")) {
    return bad(ErrorCode::invalid_request,
               "A message must be an object with \"jsonrpc\": \"2.0\".");
  }
  Message message;
  message.id = (*object)["id"];
  const bool is_response = object->find("method") == nullptr &&
                           (object->find("result") != nullptr || object->find("error") != nullptr);
  std::optional<BadMessage> mistake =
      is_response ? read_response(*object, message) : read_call(*object, message);
  if (mistake) return *std::move(mistake);
  return message;
}

std::string result_text(const Value& id, const Value& result) {
  std::string text = text_of(Value::object({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}}));
  if (!text.empty()) return text;
  return error_text(id, {ErrorCode::internal_error, "The result is too large for a message.", {}});
}

std::string error_text(const Value& id, const ProtocolError& error) {
  // The message may quote what is no UTF-8.
  Value object = Value::object(
      {{"code", static_cast<int>(error.code)}, {"message", Value::string_lossy(error.message)}});
  if (!error.data.is_undefined()) object.set("data", error.data);
  return text_of(Value::object({{"jsonrpc", "2.0"}, {"id", id}, {"error", object}}));
}

std::string request_text(const Value& id, std::string_view method, const Value& params) {
  return text_of(
      Value::object({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}));
}

std::string notification_text(std::string_view method, const Value& params) {
  return text_of(Value::object({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
}

std::string key_of(const Value& id) {
  if (!is_id(id)) return "";
  if (id.is_string()) return "s" + std::string(id.as_string());
  return "n" + std::to_string(static_cast<long long>(id.as_number()));
}

}  // namespace modebox::mcp
