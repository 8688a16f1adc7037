// Who may come in over HTTP, and what the headers must say: checked before a message is looked at,
// or against it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/mcp/message.h"
#include "src/net/http_message.h"

namespace modebox::mcp {

/// A refusal: a status of HTTP, and a sentence. A value type.
struct Refusal {
  int status = 400;
  std::string message;
};

/// The host of a Host header or of an Origin's URL, in lower case without port; empty if it is
/// none.
std::string host_of(std::string_view authority);

/// Whether a page of a foreign origin, or a name that was made to resolve to here, is behind the
/// request. `hosts` may be called besides the loopback's names.
std::optional<Refusal> check_origin(const net::HttpHeaders& headers,
                                    const std::vector<std::string>& hosts);

/// Who sends the request: one for each of the tokens, whatever their order; where none is wanted,
/// one for all. Nothing if it brings none of them. Takes the same time for every wrong one.
std::optional<std::string> principal_of(const net::HttpHeaders& headers,
                                        const std::vector<std::string>& tokens);

/// What the transport demands of a POST's media types.
std::optional<Refusal> check_media_types(const net::HttpHeaders& headers);

/// Of the modern era: headers must repeat what the message says (`MCP-Protocol-Version`,
/// `Mcp-Method`, `Mcp-Name`).
std::optional<ProtocolError> check_mirrored(const net::HttpHeaders& headers,
                                            const Message& message);

/// A header's value that may be written as `=?base64?...?=`; nothing if that is malformed.
std::optional<std::string> decoded_value(std::string_view value);

}  // namespace modebox::mcp
