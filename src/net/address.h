// IP addresses and ranges of them as values, without any meaning: what an
// address may be used for is special_purpose.h's and host_rules.h's business.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace modebox::net {

/// An IPv4 or IPv6 address. No zone: link-local addresses of one interface can
/// not be named. A value type.
class Address {
 public:
  /// Four bytes or sixteen, most significant first.
  static Address v4(std::uint32_t number);
  static Address v6(std::span<const std::uint8_t, 16> bytes);
  static Address loopback_v4() { return v4(0x7f000001); }
  static Address loopback_v6();

  /// What people and configurations write: `192.0.2.1` with four decimal parts
  /// and no leading zeros, or RFC 4291 text without brackets. Nothing else:
  /// the odd spellings that URLs allow are host.h's.
  static std::optional<Address> parse(std::string_view text);

  bool is_v4() const { return v4_; }
  /// An IPv4 address as a number. Only if is_v4().
  std::uint32_t v4_number() const;
  /// Four or sixteen bytes; they live as long as the address.
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), v4_ ? 4U : 16U}; }
  /// `192.0.2.1`, `2001:db8::1` (RFC 5952).
  std::string text() const;

  bool operator==(const Address&) const = default;

 private:
  bool v4_ = true;
  std::array<std::uint8_t, 16> bytes_{};
};

/// The addresses that begin with the same bits. A value type.
struct AddressRange {
  Address first;
  /// Bits that count: 0 to 32, or to 128.
  int prefix = 0;

  /// `10.0.0.0/8`, `fd00::/8`. The bits after the prefix must be zero.
  static std::optional<AddressRange> parse(std::string_view text);
  /// IPv4 addresses are in no range of IPv6, mapped ones in none of IPv4.
  bool contains(const Address& address) const;
};

}  // namespace modebox::net
