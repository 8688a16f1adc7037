// What a script gets of a request that ended. Nothing here names an address that a name
// resolved to.
#pragma once

#include <string>
#include <string_view>

#include "modebox/result.h"
#include "modebox/tool.h"
#include "src/net/http_message.h"

namespace modebox::fetch {

/// Codes of errors, besides those of net: E_FETCH_METHOD_NOT_ALLOWED.
/// The error of a call: a TypeError `fetch failed: REASON`.
ToolError failure(std::string_view reason, std::string_view code);
/// The same of an error of net: its code becomes `E_FETCH_TIMEOUT` and the like.
ToolError failure(const Error& error);

/// {url, status, statusText, headers, body, redirected}. `method`: of the request.
Value answer(const net::HttpResponse& response, std::string_view method);

/// Bytes as a string of the characters that they number (Latin-1), and back: nothing if a
/// character is above U+00FF.
std::string utf8_of_bytes(std::string_view bytes);
std::optional<std::string> bytes_of_utf8(std::string_view text);

}  // namespace modebox::fetch
