// fetch for scripts: a tool that sends HTTP requests to the hosts that you list.
// Nothing else is reached: a host that no rule names is refused before it is looked
// up, what a name resolves to is judged before anything is connected to (private
// addresses, this machine and metadata services are refused unless they are listed),
// and each redirect is judged again. docs/fetch.md has what scripts get.
//
//   FetchOptions options;
//   options.hosts = {"api.example.com", "*.example.org"};
//   if (Result<Tool> fetch = fetch_tool(options)) tools.add(fetch->source());
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "modebox/tool.h"

namespace modebox {

/// A value type.
struct FetchOptions {
  /// Which hosts may be reached; none is not allowed. A rule is one of
  ///   api.example.com       that host, at the default port of http and https
  ///   *.example.com         hosts below it, at any depth, not itself
  ///   *                     any host with a public address
  ///   api.example.com:8443  another port, and only that
  ///   http://example.com    that scheme only
  ///   192.0.2.1, [::1]:8080 an address, private ones too
  ///   localhost:8080        this machine
  ///   10.0.0.0/8            addresses, private ones too, and names that another rule allows may
  ///                         resolve to them
  std::vector<std::string> hosts;
  /// Which methods; upper case, as they are sent. CONNECT, TRACE and TRACK can not be allowed.
  std::vector<std::string> methods = {"GET", "HEAD"};

  /// For one call, redirects included.
  std::chrono::milliseconds timeout{30'000};
  /// Of the answer's body, as the script gets it and as it comes over the wire. More than about 4
  /// MB needs a larger Limits::max_host_function_output too.
  std::int64_t max_response_bytes = 4'000'000;
  /// Of line, headers and body. More than 1 MiB needs a larger Limits::max_host_function_arguments
  /// too.
  std::int64_t max_request_bytes = std::int64_t{1} << 20;
  /// 0 to 20. What is redirected further fails.
  int max_redirects = 20;

  /// PEM text of certificates to trust besides the system's.
  std::string extra_ca_pem;
  /// `http://host:port` of a proxy that all requests are sent through. It looks names up, so that
  /// only the rules are judged then, not what names resolve to.
  std::string proxy;
  /// The value of Proxy-Authorization for it.
  std::string proxy_authorization;
  /// Take the proxy from http_proxy, https_proxy and no_proxy where `proxy` is empty.
  bool proxy_from_environment = false;
  /// What requests say that do not say it themselves.
  std::string user_agent = "modebox";
  /// Told why requests were refused or failed, for the operator: with addresses, which the script
  /// does not see. Called on a thread of its own; must not block.
  std::function<void(std::string_view)> log;
};

/// The tool `fetch`, to be added to a Toolbox. It is like any other: `approval`, `source`
/// and `sink` can be set on it. A predicate for its approval finds the request in the
/// call's one argument: {url, method, headers: [[name, value]...], body, redirect}; a body that is
/// text is a string, any other an ArrayBuffer. Calls to hosts and with methods that
/// are not allowed fail before anybody is asked. Fails if a rule or method is none, or a limit is
/// not positive. Copies of the tool share one client.
Result<Tool> fetch_tool(FetchOptions options);

}  // namespace modebox
