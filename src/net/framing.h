// How messages are told from each other, answers and requests. Above all, what a head must not say:
// whatever two readers could understand differently, so that one of them takes for the next message
// what the other takes for a body.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/net/http_message.h"

namespace modebox::net {

/// What is wrong with the bytes of a head from `from` on: bare CR or LF, folded lines, control
/// characters but tab. Completes "The server's answer ..."; nothing if they are fine. What ends in
/// a CR is fine so far.
std::optional<std::string> head_text_fault(std::string_view head, std::size_t from = 0);

/// The same of Content-Length and Transfer-Encoding (RFC 9112, 6.3): at most one of them, once; a
/// number of at most 19 digits, or `chunked`, the latter in HTTP/1.1 only.
std::optional<std::string> framing_fault(const HttpHeaders& headers, bool http11);

/// A piece of a body, as a chunk. Nothing for nothing: an empty chunk would be the end.
std::string chunk(std::string_view piece);
constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace modebox::net
