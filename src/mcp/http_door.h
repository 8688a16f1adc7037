// Who may come in over HTTP, and what the headers must say: checked before a message is received,
// or against it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/mcp/message.h"
#include "src/net/http_message.h"
#include "src/net/http_server.h"

namespace modebox::mcp {

constexpr std::string_view session_header = "Mcp-Session-Id";

/// A refusal: a status of HTTP, and a sentence. A value type.
struct Refusal {
  int status = 400;
  std::string message;
  net::HttpHeaders headers = {};
};

/// The host of a Host header or of an Origin's URL, in lower case without port; empty if it is
/// none.
std::string host_of(std::string_view authority);

/// Whether the request may come in, by all that its head says; one may that brings a message, or
/// ends a session. Kept outside are pages of foreign origins, requests to names that were made to
/// resolve to here (`hosts` may be called besides the loopback's names), and who brings none of the
/// tokens, if there are any.
std::optional<Refusal> check_head(const net::HttpServerRequest& head,
                                  const std::vector<std::string>& hosts,
                                  const std::vector<std::string>& tokens);

/// Who sends the request: one for each of the tokens, whatever their order; where none is wanted,
/// one for all. Nothing if it brings none of them. Takes the same time for every wrong one.
std::optional<std::string> principal_of(const net::HttpHeaders& headers,
                                        const std::vector<std::string>& tokens);

/// Whether a version that the header names, and the message not otherwise, is one that is spoken.
std::optional<ProtocolError> check_version(const net::HttpHeaders& headers, const Message& message);

/// Whether the request is of the modern era: its message says so, or its header, or its method.
bool is_modern(const net::HttpHeaders& headers, const Message& message);

/// Of the modern era: headers must repeat what the message says (`MCP-Protocol-Version`,
/// `Mcp-Method`, `Mcp-Name`).
std::optional<ProtocolError> check_mirrored(const net::HttpHeaders& headers,
                                            const Message& message);

/// A header's value that may be written as `=?base64?...?=`; nothing if that is malformed.
std::optional<std::string> decoded_value(std::string_view value);

}  // namespace modebox::mcp
