// Which request follows an answer that redirects. The rules are those of the Fetch Standard
// (HTTP-redirect fetch); whether the new host may be reached is judged again, like that of any
// request.
#pragma once

#include <optional>

#include "modebox/result.h"
#include "src/net/http_message.h"
#include "src/net/url.h"

namespace modebox::net {

/// Whether an answer leads somewhere else: 301, 302, 303, 307 or 308 with a Location.
bool is_redirect(const HttpResponseHead& head);

/// Where it leads, from `url`. Fails (`redirects`) if that is no URL that is taken.
Result<Url> redirect_target(const HttpResponseHead& head, const Url& url);

/// Makes the request that led to `from` the one for `to`: method and body by the status, no
/// credentials for another origin. Fails (`redirects`) if it has a stream for a body, which is sent
/// once only.
Status redirect_request(HttpRequest& request, int status, const Url& from, const Url& to);

}  // namespace modebox::net
