#include "src/net/proxy.h"

#include <algorithm>
#include <cstdlib>

#include "src/net/field_names.h"

namespace modebox::net {
namespace {

std::string variable(const char* name, const char* other = nullptr) {
  const char* value = std::getenv(name);
  if ((value == nullptr || *value == '\0') && other != nullptr) value = std::getenv(other);
  return value == nullptr ? "" : value;
}

bool is_exempt(const std::string& list, const Host& host) {
  std::size_t begin = 0;
  while (begin < list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string item = lower_ascii(std::string_view(list).substr(begin, end - begin));
    std::erase_if(item, [](char c) { return c == ' ' || c == '\t'; });
    begin = end + 1;
    if (item == "*") return true;
    if (item.starts_with("*.")) item.erase(0, 1);
    if (item.starts_with('.')) item.erase(0, 1);
    if (item.empty()) continue;
    if (host.name == item) return true;
    if (!host.address && host.name.ends_with('.' + item)) return true;
  }
  return false;
}

}  // namespace

Result<Proxy> parse_proxy(std::string_view url, std::string authorization) {
  auto parsed = Url::parse(url);
  if (!parsed)
    return Error{"The proxy \"" + std::string(url.substr(0, 200)) +
                 "\" is no URL: " + parsed.error().message};
  if (parsed->https || parsed->target != "/") {
    return Error{"The proxy \"" + std::string(url.substr(0, 200)) +
                 "\" is not of the form http://host:port."};
  }
  const bool fit = std::all_of(authorization.begin(), authorization.end(),
                               [](char c) { return c >= 0x20 && c < 0x7f; });
  if (!fit) return Error{"The proxy's authorization has characters that a header can not hold."};
  return Proxy{std::move(*parsed), std::move(authorization)};
}

Result<std::optional<Proxy>> environment_proxy(const Url& url) {
  const std::string text =
      url.https ? variable("https_proxy", "HTTPS_PROXY") : variable("http_proxy");
  if (text.empty() || is_exempt(variable("no_proxy", "NO_PROXY"), url.host)) {
    return std::optional<Proxy>();
  }
  auto proxy = parse_proxy(text.find("://") == std::string::npos ? "http://" + text : text, "");
  if (!proxy) return std::move(proxy).error();
  return std::optional<Proxy>(std::move(*proxy));
}

std::string connect_request(const Proxy& proxy, const Url& url) {
  const std::string target = url.host.text() + ':' + std::to_string(url.port);
  std::string head = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
  if (!proxy.authorization.empty()) {
    head += "Proxy-Authorization: " + proxy.authorization + "\r\n";
  }
  return head + "\r\n";
}

}  // namespace modebox::net
