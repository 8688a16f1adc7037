// The operator's HTTP proxy: where it is, and the words of CONNECT.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/url.h"

namespace modebox::net {

struct Proxy {
  /// Always http; its path does not matter.
  Url url;
  /// The value of Proxy-Authorization; empty for none.
  std::string authorization;
};

/// Fails if `url` is not `http://host:port`, or `authorization` can not be a header's value.
Result<Proxy> parse_proxy(std::string_view url, std::string authorization);

/// What http_proxy, https_proxy (or HTTPS_PROXY) and no_proxy (or NO_PROXY) say of `url`: nothing
/// where it is reached without. HTTP_PROXY is not read: a CGI program's client can set it. no_proxy
/// lists hosts, with those below them, separated by commas; `*` is all. Fails if a variable names
/// no proxy, so that a mistake does not open the direct way.
Result<std::optional<Proxy>> environment_proxy(const Url& url);

/// Asks the proxy for a connection to the host of `url`.
std::string connect_request(const Proxy& proxy, const Url& url);

}  // namespace modebox::net
