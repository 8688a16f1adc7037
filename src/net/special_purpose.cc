#include "src/net/special_purpose.h"

#include <algorithm>
#include <array>
#include <vector>

namespace modebox::net {
namespace {

struct Entry {
  std::string_view range;
  std::string_view purpose;
};

// The first that contains an address names it, so what is special within a
// range stands before it. IANA marks some small parts of 192.0.0.0/24 and 2001::/23 as
// reachable (anycast of PCP, TURN, AMT, AS112, ORCHIDv2, drone IDs): nothing that a script has
// business with, so they are refused with the rest.
constexpr Entry table[] = {
    {"0.0.0.0/8", "this network"},
    {"10.0.0.0/8", "private"},
    {"100.100.100.200/32", cloud_metadata},  // Alibaba
    {"100.64.0.0/10", "shared (carrier-grade NAT)"},
    {"127.0.0.0/8", "loopback"},
    {"168.63.129.16/32", cloud_metadata},    // Azure's WireServer: a public address by its number
    {"169.254.169.254/32", cloud_metadata},  // AWS, Google, Azure and others
    {"169.254.0.0/16", "link-local"},
    {"172.16.0.0/12", "private"},
    {"192.0.0.192/32", cloud_metadata},  // Oracle, classic
    {"192.0.0.0/24", "IETF protocol assignments"},
    {"192.0.2.0/24", "documentation"},
    {"192.31.196.0/24", "AS112"},
    {"192.52.193.0/24", "AMT"},
    {"192.88.99.0/24", "6to4 relay (deprecated)"},
    {"192.168.0.0/16", "private"},
    {"192.175.48.0/24", "AS112"},
    {"198.18.0.0/15", "benchmarking"},
    {"198.51.100.0/24", "documentation"},
    {"203.0.113.0/24", "documentation"},
    {"224.0.0.0/4", "multicast"},
    {"255.255.255.255/32", "broadcast"},
    {"240.0.0.0/4", "reserved"},

    {"::/128", "unspecified"},
    {"::1/128", "loopback"},
    {"::/96", "IPv4-compatible (deprecated)"},
    {"::ffff:0:0/96", "IPv4-mapped"},
    {"::ffff:0:0:0/96", "IPv4-translated"},
    {"64:ff9b::/96", "NAT64"},
    {"64:ff9b:1::/48", "NAT64, local"},
    {"100::/64", "discard-only"},
    {"100:0:0:1::/64", "dummy prefix"},
    {"2001::/32", "Teredo"},
    {"2001:db8::/32", "documentation"},
    {"2001::/23", "IETF protocol assignments"},
    {"2002::/16", "6to4"},
    {"2620:4f:8000::/48", "AS112"},
    {"3fff::/20", "documentation"},
    {"5f00::/16", "segment routing"},
    {"fd00:ec2::/32", cloud_metadata},           // AWS: 254 for metadata, others for time and names
    {"fd20:ce::254/128", cloud_metadata},        // Google
    {"fd00:c1::a9fe:a9fe/128", cloud_metadata},  // Oracle
    {"fc00::/7", "unique local"},
    {"fe80::/10", "link-local"},
    {"fec0::/10", "site-local (deprecated)"},
    {"ff00::/8", "multicast"},
};

struct Range {
  AddressRange range;
  std::string_view purpose;
};

const std::vector<Range>& ranges() {
  static const std::vector<Range>* const all = [] {
    auto* read = new std::vector<Range>;
    for (const Entry& entry : table) {
      // A mistake in the table would be seen by every test.
      read->push_back({AddressRange::parse(entry.range).value(), entry.purpose});
    }
    return read;
  }();
  return *all;
}

bool begins(std::span<const std::uint8_t> bytes, std::initializer_list<std::uint8_t> with) {
  return std::equal(with.begin(), with.end(), bytes.begin());
}

Address v4_at(std::span<const std::uint8_t> bytes, std::size_t at, std::uint8_t flip = 0) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    number = number << 8 | static_cast<std::uint8_t>(bytes[i] ^ flip);
  }
  return Address::v4(number);
}

/// 0000:5efe or 0200:5efe before the last four bytes (RFC 5214).
bool is_isatap(std::span<const std::uint8_t> bytes) {
  return (bytes[8] & 0xfd) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && bytes[11] == 0xfe;
}

}  // namespace

std::optional<std::string_view> special_purpose(const Address& address) {
  for (const Range& entry : ranges()) {
    if (entry.range.contains(address)) return entry.purpose;
  }
  if (address.is_v4()) return {};
  if (is_isatap(address.bytes())) return "ISATAP";
  // What IANA has not yet given out for use on the Internet may become anything.
  if ((address.bytes()[0] & 0xe0) != 0x20) return "reserved";
  return {};
}

std::optional<Address> embedded_v4(const Address& address) {
  if (address.is_v4()) return {};
  const auto bytes = address.bytes();
  const bool zeros = std::all_of(bytes.begin(), bytes.begin() + 8, [](auto b) { return b == 0; });
  if (zeros) {
    const auto middle = bytes.subspan(8, 4);
    if (begins(middle, {0, 0, 0xff, 0xff}) || begins(middle, {0xff, 0xff, 0, 0})) {
      return v4_at(bytes, 12);
    }
    if (begins(middle, {0, 0, 0, 0})) {
      // :: and ::1 are addresses of their own, not 0.0.0.0 and 0.0.0.1.
      if (begins(bytes.subspan(12), {0, 0, 0}) && bytes[15] <= 1) return {};
      return v4_at(bytes, 12);
    }
  }
  if (begins(bytes, {0, 0x64, 0xff, 0x9b})) return v4_at(bytes, 12);
  if (begins(bytes, {0x20, 0x02})) return v4_at(bytes, 2);
  if (begins(bytes, {0x20, 0x01, 0, 0})) return v4_at(bytes, 12, 0xff);
  if (is_isatap(bytes)) return v4_at(bytes, 12);
  return {};
}

}  // namespace modebox::net
