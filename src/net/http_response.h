// What the server sends: heads of answers, and the answers that it gives by itself.
#pragma once

#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/http_message.h"

namespace modebox::net {

/// How the end of an answer's body is told.
enum class HttpEnding {
  /// Content-Length.
  length,
  chunks,
  /// `Connection: close`, and closing.
  close,
  /// There is no body.
  none,
};

/// Before the answer. Who did not ask for it by `Expect` takes no notice (RFC 9110, 15.2.1).
constexpr std::string_view continue_head = "HTTP/1.1 100 Continue\r\n\r\n";
/// What a client is told where nobody has an answer for it.
constexpr std::string_view server_failed = "The server failed to answer.";

/// Whether an answer with that status has a body at all (RFC 9110, 6.4.1).
bool has_body(std::string_view request_method, int status);

/// From the status line to the empty line, with Date. `length` only counts for HttpEnding::length,
/// `close` says so to a client of HTTP/1.1. An error if a header or the status is none, see
/// HttpResponder.
Result<std::string> response_head(int status, const HttpHeaders& headers, HttpEnding ending,
                                  std::size_t length, bool close);

/// A whole answer to a request of that method, its body left out where there is none. As
/// response_head.
Result<std::string> whole_response(std::string_view request_method, int status,
                                   const HttpHeaders& headers, std::string_view body, bool close);

/// An answer of the server's own, a sentence as text; `with_body`: not to HEAD.
std::string own_response(int status, std::string_view text, bool close, bool with_body = true);

}  // namespace modebox::net
