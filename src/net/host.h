// The host of a URL: read once, by the rules of the WHATWG URL Standard for
// hosts that are ASCII already, so that what is judged, what is looked up and
// what is connected to are the same thing. All odd spellings of an IPv4 address
// (`127.1`, `0x7f.1`, `2130706433`, octal) become the address here; no
// resolver ever gets to interpret them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/address.h"

namespace modebox::net {

/// A value type.
struct Host {
  /// A name in lower case without a final dot, or the canonical text of `address`
  /// (no brackets).
  std::string name;
  /// Set if the host is an address.
  std::optional<Address> address;

  /// From the text between `//` and the port: a name, an IPv4 address, or an IPv6
  /// address in brackets. Refused: anything that is not ASCII, `%`, zones, characters
  /// outside of letters, digits, `-`, `_` and `.`, empty labels, labels over 63
  /// or names over 253 bytes, a last label that is a number without the whole
  /// being an address.
  static Result<Host> parse(std::string_view text);

  /// As it stands in URLs and in the header `Host`: addresses of IPv6 in brackets.
  std::string text() const;
  bool operator==(const Host&) const = default;
};

}  // namespace modebox::net
