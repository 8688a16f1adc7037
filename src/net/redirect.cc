#include "src/net/redirect.h"

#include <array>
#include <string>
#include <string_view>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

/// Fetch drops Authorization; a browser keeps cookies and the rest to itself. Here whoever sends
/// has put these in by hand, for the origin that they named.
constexpr std::array<std::string_view, 16> credentials = {
    "Authorization",
    "Cookie",
    "Cookie2",
    "Proxy-Authorization",
    "X-Api-Key",
    "Api-Key",
    "ApiKey",
    "X-Auth-Token",
    "X-Access-Token",
    "Access-Token",
    "Private-Token",
    "X-Goog-Api-Key",
    "X-Amz-Security-Token",
    "X-CSRF-Token",
    "X-XSRF-Token",
    "X-Auth-Key",
};

constexpr std::array<std::string_view, 4> about_body = {"Content-Encoding", "Content-Language",
                                                        "Content-Location", "Content-Type"};

}  // namespace

bool is_redirect(const HttpResponseHead& head) {
  switch (head.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return head.headers.has("Location");
    default:
      return false;
  }
}

Result<Url> redirect_target(const HttpResponseHead& head, const Url& url) {
  const auto locations = head.headers.all("Location");
  if (locations.size() != 1) {
    return http_error(HttpErrorKind::redirects, "The server's redirect names more than one place.");
  }
  auto target = url.resolve(locations.front());
  if (!target) {
    return http_error(HttpErrorKind::redirects,
                      "The server redirects to what is not followed: " + target.error().message);
  }
  return target;
}

Status redirect_request(HttpRequest& request, int status, const Url& from, const Url& to) {
  if (status != 303 && std::holds_alternative<HttpBodyStream>(request.body)) {
    return http_error(HttpErrorKind::redirects,
                      "The server redirects a request whose body can not be sent again; send it to "
                      "where it leads.");
  }
  const bool to_get = status == 303 ? request.method != "GET" && request.method != "HEAD"
                                    : status <= 302 && request.method == "POST";
  if (to_get) {
    request.method = "GET";
    request.body = std::monostate{};
    for (const auto name : about_body) request.headers.remove(name);
  }
  if (from.origin() != to.origin()) {
    for (const auto name : credentials) request.headers.remove(name);
    for (const auto& name : request.credential_headers) request.headers.remove(name);
  }
  return done();
}

}  // namespace modebox::net
