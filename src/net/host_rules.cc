#include "src/net/host_rules.h"

#include <algorithm>
#include <charconv>

#include "src/net/special_purpose.h"

namespace modebox::net {
namespace {

Error bad_rule(std::string_view rule, const std::string& why) {
  return Error{"The host rule \"" + std::string(rule.substr(0, 300)) + "\" " + why + '.'};
}

/// Takes `:port` off the end; 0 where there is none. Nothing if it is no port.
std::optional<std::uint16_t> take_port(std::string_view& text) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon == std::string_view::npos) return 0;
  const std::string_view digits = text.substr(colon + 1);
  unsigned port = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (digits.empty() || digits.size() > 5 || read.ec != std::errc{} ||
      read.ptr != digits.data() + digits.size() || port == 0 || port > 65535) {
    return {};
  }
  text = text.substr(0, colon);
  return static_cast<std::uint16_t>(port);
}

}  // namespace

Result<HostRules> HostRules::parse(std::span<const std::string> rules) {
  HostRules parsed;
  for (const std::string& text : rules) {
    auto rule = parse_rule(text);
    if (!rule) return std::move(rule).error();
    parsed.rules_.push_back(std::move(*rule));
  }
  return parsed;
}

Result<HostRules::Rule> HostRules::parse_rule(std::string_view text) {
  const std::string_view whole = text;
  Rule rule;
  if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos) {
    rule.scheme = text.substr(0, scheme);
    if (rule.scheme != "http" && rule.scheme != "https") {
      return bad_rule(whole, "has a scheme that is neither http nor https");
    }
    text.remove_prefix(scheme + 3);
  }
  const bool range = text.find('/') != std::string_view::npos;
  if (range && !text.starts_with('[') && std::count(text.begin(), text.end(), ':') > 1) {
    // An IPv6 range without brackets: its colons are no port's.
    const auto parsed = AddressRange::parse(text);
    if (!parsed) return bad_rule(whole, "is no range of addresses; write it as fd00::/8");
    rule.kind = Kind::range;
    rule.range = *parsed;
    return rule;
  }
  const auto port = take_port(text);
  if (!port) return bad_rule(whole, "has a port that is not a number from 1 to 65535");
  rule.port = *port;
  if (range) {
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    const auto parsed = AddressRange::parse(text);
    if (!parsed) {
      return bad_rule(whole,
                      "has a path, or is no range of addresses (as in 10.0.0.0/8, with zeros "
                      "after the prefix)");
    }
    rule.kind = Kind::range;
    rule.range = *parsed;
    return rule;
  }
  if (text == "*") {
    rule.kind = Kind::any;
    return rule;
  }
  if (text.starts_with("*.")) {
    rule.kind = Kind::subdomains;
    text.remove_prefix(2);
  }
  if (text.find('*') != std::string_view::npos) {
    return bad_rule(whole, "may have a * only as its first label, as in *.example.com");
  }
  auto host = Host::parse(text);
  if (!host) return bad_rule(whole, "names no host: " + host.error().message);
  if (host->address) {
    if (rule.kind == Kind::subdomains) return bad_rule(whole, "has a * before an address");
    // Rules are read by people: one that looks like another address than it is misleads them.
    if (host->address->is_v4() && host->name != text) {
      return bad_rule(whole, "spells an address oddly; write " + host->name);
    }
    rule.kind = Kind::address;
    rule.range = {*host->address, host->address->is_v4() ? 32 : 128};
    return rule;
  }
  rule.name = rule.kind == Kind::subdomains ? '.' + host->name : host->name;
  return rule;
}

bool HostRules::matches_port(const Rule& rule, const Url& url) {
  if (!rule.scheme.empty() && rule.scheme != url.scheme()) return false;
  return rule.port == 0 ? url.has_default_port() : rule.port == url.port;
}

bool HostRules::matches_host(const Rule& rule, const Url& url) {
  if (!matches_port(rule, url)) return false;
  switch (rule.kind) {
    case Kind::any:
      return true;
    case Kind::name:
      return !url.host.address && url.host.name == rule.name;
    case Kind::subdomains:
      return !url.host.address && url.host.name.size() > rule.name.size() &&
             url.host.name.ends_with(rule.name);
    case Kind::address:
    case Kind::range:
      return url.host.address && rule.range.contains(*url.host.address);
  }
  return false;
}

bool HostRules::allows(const Url& url) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&](const Rule& rule) { return matches_host(rule, url); });
}

bool HostRules::allows_address(const Url& url, const Address& address) const {
  if (!special_purpose(address)) return true;
  // What an address of IPv6 stands for is judged as well: a listed NAT64 prefix opens no way to
  // private addresses behind it.
  const auto listed = [&](const Address& wanted) {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
      if (!matches_port(rule, url)) return false;
      switch (rule.kind) {
        case Kind::range:
          // Credentials are served at some addresses within private ranges. Nobody means those by
          // listing the range.
          if (special_purpose(wanted) == cloud_metadata &&
              rule.range.prefix < static_cast<int>(wanted.bytes().size()) * 8) {
            return false;
          }
          return rule.range.contains(wanted);
        case Kind::address:
          return url.host.address && rule.range.contains(wanted);
        case Kind::name:
          // Not looked up but known: nobody else can say what it is.
          return rule.name == "localhost" && url.host.name == "localhost" &&
                 (wanted == Address::loopback_v4() || wanted == Address::loopback_v6());
        default:
          return false;
      }
    });
  };
  if (!listed(address)) return false;
  const auto inner = embedded_v4(address);
  if (!inner || !special_purpose(*inner)) return true;
  // A literal of the whole address names what it stands for.
  const bool by_literal = url.host.address == address &&
                          std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
                            return rule.kind == Kind::address && matches_host(rule, url);
                          });
  return by_literal || listed(*inner);
}

bool HostRules::allows_downgrade(const Url& url) const {
  return !url.https && std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    return rule.scheme == "http" && matches_host(rule, url);
  });
}

}  // namespace modebox::net
