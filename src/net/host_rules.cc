#include "src/net/host_rules.h"

#include <algorithm>
#include <charconv>

#include "src/net/special_purpose.h"

namespace modebox::net {
namespace {

Error bad_rule(std::string_view rule, const std::string& why) {
  return Error{"The host rule \"" + std::string(rule.substr(0, 300)) + "\" " + why + '.'};
}

constexpr std::size_t most_named = 8;
constexpr std::size_t most_of_a_rule = 100;

/// `a, b and c`, or `a, b, c and 12 more`.
std::string list_of(const std::vector<std::string>& words) {
  const std::size_t named = std::min(words.size(), most_named);
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    const bool is_last = i + 1 == words.size();
    if (i > 0) text += is_last ? " and " : ", ";
    text += words[i].substr(0, most_of_a_rule);
  }
  if (words.size() > named) text += " and " + std::to_string(words.size() - named) + " more";
  return text;
}

void add_once(std::vector<std::string>& words, std::string word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
}

/// Whether what has a slash in it can be a range: an address before it, a number behind it.
bool looks_like_a_range(std::string_view text, std::size_t slash) {
  std::string_view before = text.substr(0, slash);
  if (before.starts_with('[')) before.remove_prefix(1);
  std::string_view after = text.substr(slash + 1);
  after = after.substr(0, after.find_first_of("]:"));
  return Address::parse(before).has_value() && !after.empty() &&
         after.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What `Host::parse` says, without what is said already.
std::string why_no_host(std::string message) {
  static constexpr std::string_view subject = "The URL's host ";
  if (message.starts_with(subject)) message.replace(0, subject.size(), "it ");
  if (message.ends_with('.')) message.pop_back();
  return "names no host: " + message;
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
    rule->text = text;
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
    // As browsers write an origin. Without the scheme it may be a range that somebody left half
    // written.
    if (text.ends_with('/') && text.find('/') == text.size() - 1) text.remove_suffix(1);
  }
  const std::size_t slash = text.find('/');
  const bool range = slash != std::string_view::npos;
  if (range && !looks_like_a_range(text, slash)) {
    return bad_rule(whole,
                    "has a path, which can not be part of a rule; a range of addresses is written "
                    "as 10.0.0.0/8");
  }
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
                      "is no range of addresses (as in 10.0.0.0/8, with zeros after the prefix)");
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
  if (!host) return bad_rule(whole, why_no_host(host.error().message));
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

bool HostRules::names_host(const Rule& rule, const Url& url) {
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

bool HostRules::matches_host(const Rule& rule, const Url& url) {
  return matches_port(rule, url) && names_host(rule, url);
}

bool HostRules::allows(const Url& url) const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [&](const Rule& rule) { return matches_host(rule, url); });
}

std::string HostRules::refusal(const Url& url) const {
  std::vector<std::string> ports, schemes, all;
  for (const Rule& rule : rules_) {
    add_once(all, rule.text);
    // A star does not name what it does not reach.
    const bool is_private = url.host.address && special_purpose(*url.host.address);
    if (!names_host(rule, url) || (rule.kind == Kind::any && is_private)) continue;
    if (!rule.scheme.empty() && rule.scheme != url.scheme()) {
      add_once(schemes, rule.scheme);
    } else if (rule.port != 0) {
      add_once(ports, std::to_string(rule.port));
    } else {
      if (rule.scheme != "https") add_once(ports, "80 (http)");
      if (rule.scheme != "http") add_once(ports, "443 (https)");
    }
  }
  const std::string host = "the host " + url.host.text();
  if (!ports.empty()) {
    return host + " is allowed at port " + list_of(ports) + " only, not " +
           std::to_string(url.port) + " (" + std::string(url.scheme()) + "): allow " +
           url.authority();
  }
  if (!schemes.empty()) {
    return host + " is allowed with " + list_of(schemes) + " only, not " +
           std::string(url.scheme()) + ": allow " + url.origin();
  }
  return "the host " + url.authority() + " is not among the allowed hosts" +
         (all.empty() ? "" : ": " + list_of(all));
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
