// http and https URLs as this client takes them: strict, since what they say
// decides what is connected to. A script's URL has been through a parser inside of
// the sandbox, which a hostile script may have taken over; nothing is believed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/host.h"

namespace modebox::net {

/// A value type. Fragments are dropped.
struct Url {
  bool https = false;
  Host host;
  std::uint16_t port = 0;
  /// The path and, if there is one, `?` and the query; begins with `/`, dot
  /// segments are gone. Printable ASCII without `#`, space, `"`, `<` and `>`.
  std::string target = "/";

  /// An absolute URL. Refused: other schemes, user names and passwords, backslashes before the
  /// query, control characters, spaces, anything that is not ASCII, port 0, more than
  /// `max_length` bytes. `error.code` is `invalid_request`.
  static Result<Url> parse(std::string_view text);
  /// What the header `Location` of an answer from this URL leads to (RFC 3986, 5.2).
  /// As browsers do, bytes over 0x7f and spaces are percent-encoded first.
  Result<Url> resolve(std::string_view location) const;

  /// `https` or `http`.
  std::string_view scheme() const { return https ? "https" : "http"; }
  bool has_default_port() const { return port == (https ? 443 : 80); }
  /// `example.com`, `example.com:8080`: what the header `Host` says.
  std::string authority() const;
  /// `https://example.com`: what Fetch calls the origin.
  std::string origin() const;
  std::string text() const { return origin() + target; }

  bool operator==(const Url&) const = default;

  static constexpr std::size_t max_length = 64 << 10;
};

}  // namespace modebox::net
