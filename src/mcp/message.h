// One message of JSON-RPC 2.0, as the Model Context Protocol uses it: no batches, ids are strings
// or integers. What comes in is anybody's; it is checked here and nowhere else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "modebox/value.h"

namespace modebox::mcp {

/// Codes of JSON-RPC 2.0 and of the protocol's revision 2026-07-28.
enum class ErrorCode {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  header_mismatch = -32020,
  missing_capability = -32021,
  unsupported_version = -32022,
};

/// What is answered instead of a result. A value type.
struct ProtocolError {
  ErrorCode code = ErrorCode::internal_error;
  /// One sentence that says what is wrong, and with what.
  std::string message;
  /// Undefined for none.
  Value data;
};

/// A value type.
struct Message {
  enum class Kind { request, notification, response };

  Kind kind = Kind::notification;
  /// Of requests and responses: a string or a number, given back as it came.
  Value id;
  /// Of requests and notifications.
  std::string method;
  /// An object; empty where the message has none.
  Value params = Value::object();
  /// Of responses: undefined where they hold an error, which is then in `error`.
  Value result;
  Value error;
};

/// Why a text is no message, and the id to say it to (null if there is none).
struct BadMessage {
  Value id = nullptr;
  ProtocolError error;
  /// False for notifications and responses: these are never answered, whatever is wrong with them
  /// (JSON-RPC 2.0, 4.1). What is none of them is answered, also without an id.
  bool is_answered = true;
};

struct MessageLimits {
  std::size_t max_bytes = std::size_t{8} << 20;
  /// Objects and arrays within each other.
  std::size_t max_depth = 100;
};

/// Reads one message.
std::variant<Message, BadMessage> read_message(std::string_view text,
                                               const MessageLimits& limits = {});

// Texts of messages, without a line end. A result or params that JSON can not hold become an
// internal error, and an empty object.
std::string result_text(const Value& id, const Value& result);
std::string error_text(const Value& id, const ProtocolError& error);
std::string request_text(const Value& id, std::string_view method, const Value& params);
std::string notification_text(std::string_view method, const Value& params);

/// The string, or integer, as a key that tells `1` from `"1"`; empty if it is neither.
std::string key_of(const Value& id);

}  // namespace modebox::mcp
