// A request as bytes: what may be sent, and what the client adds.
#pragma once

#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/http_message.h"
#include "src/net/url.h"

namespace modebox::net {

/// Fails (`invalid_request`, `too_large`) where the method, a header or a limit is not one.
Status check_request(const HttpRequest& request);

/// The request line and all headers, with the empty line at their end. The request has been
/// checked.
std::string request_head(const HttpRequest& request, const Url& url, std::string_view user_agent);

/// Whether a stream is sent in chunks.
bool is_chunked(const HttpBody& body);

}  // namespace modebox::net
