// What can still be told of a message that is none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "src/bridge/transport.h"
#include "src/mcp/message.h"

namespace modebox::bridge {

/// Reads a message. Escapes of one half of a surrogate pair, which JSON.stringify writes of a text
/// that was cut in the middle of a character, are taken for U+FFFD.
std::variant<mcp::Message, mcp::BadMessage> read_odd_message(std::string_view text,
                                                             std::size_t max_bytes);

/// The text with such escapes replaced; nothing if it has none.
std::optional<std::string> without_lone_surrogates(std::string_view text);

/// The request of this process that a text answers, which is no message by all rules but has its
/// id; 0 if that can not be told.
RequestId answered_by(std::string_view text);

/// The id of a request of this process; 0 if it can not be one.
RequestId request_id_of(const Value& id);

}  // namespace modebox::bridge
