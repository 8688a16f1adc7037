// Which hosts may be reached. A list of rules is parsed once; a request whose
// host no rule names is refused before anything is looked up, and what a name
// resolves to is judged before anything is connected to. Nothing is allowed by
// an empty list.
//
//   api.example.com        that host, at the default port of the scheme
//   *.example.com          hosts below it, at any depth, not itself
//   *                      any host; its address must be public all the same
//   api.example.com:8443   another port, and only that
//   http://example.com     that scheme only; lets https redirect to it
//   192.0.2.1, [::1]:8080  an address, which need not be public: it is named
//   localhost:8080         this machine's loopback, without looking it up
//   10.0.0.0/8             addresses, private ones too, and names that another
//                          rule allows may resolve to them; not the metadata
//                          services of clouds, which need a rule of their own
//
// So `api.example.com` that resolves to 127.0.0.1 is refused, whatever rules
// for 127.0.0.1 there are, unless a range lists it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "src/net/address.h"
#include "src/net/url.h"

namespace modebox::net {

/// A value type; reading it is thread-safe.
class HostRules {
 public:
  /// Allows nothing.
  HostRules() = default;
  /// The first rule that is not one is named in the error, with what is wrong. A rule with a
  /// scheme may end with a slash, as a browser shows an origin.
  static Result<HostRules> parse(std::span<const std::string> rules);

  bool empty() const { return rules_.empty(); }
  /// Whether a request to `url` may be made, as far as its text says: the address is
  /// judged by `allows_address`, unless the host is an address: then by both.
  bool allows(const Url& url) const;
  /// Whether `url`, that `allows` let in, may be connected at `address`, one of those that
  /// its host resolved to, or itself.
  bool allows_address(const Url& url, const Address& address) const;
  /// Why `allows` says no, for people and scripts: the rules that name the host but another port
  /// or scheme, else all of them; of either the first few. `the host a.test is not among
  /// the allowed hosts: b.test, *.c.test`. Holds nothing that a resolver said.
  std::string refusal(const Url& url) const;
  /// Whether an https page may redirect to this http URL: a rule says `http://`.
  bool allows_downgrade(const Url& url) const;

 private:
  enum class Kind { any, name, subdomains, address, range };
  struct Rule {
    /// As it was given.
    std::string text;
    Kind kind = Kind::name;
    /// Empty: either.
    std::string scheme;
    /// Lower case; for subdomains with the dot in front.
    std::string name;
    AddressRange range;
    /// 0: the scheme's default.
    std::uint16_t port = 0;
  };
  static Result<Rule> parse_rule(std::string_view text);
  static bool matches_port(const Rule& rule, const Url& url);
  static bool names_host(const Rule& rule, const Url& url);
  static bool matches_host(const Rule& rule, const Url& url);

  std::vector<Rule> rules_;
};

}  // namespace modebox::net
