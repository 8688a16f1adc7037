// The judge of addresses: which ones are not part of the public Internet. The
// table is that of IANA's special-purpose address registries for IPv4 and IPv6
// (RFC 6890 and its followers), with multicast, what has been deprecated, and the
// addresses at which clouds serve credentials to their machines.
#pragma once

#include <optional>
#include <string_view>

#include "src/net/address.h"

namespace modebox::net {

/// What `address` is for when it is not public: `loopback`, `private`,
/// `link-local`, `cloud metadata`...; nothing if it is public. An IPv6 address
/// that carries one of IPv4 (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is
/// never public.
std::optional<std::string_view> special_purpose(const Address& address);

/// What special_purpose says of addresses that serve credentials to machines of a cloud.
inline constexpr std::string_view cloud_metadata = "cloud metadata";

/// The IPv4 address that an IPv6 address stands for, where its form says so
/// (mapped, compatible, NAT64, 6to4, Teredo's client, ISATAP).
std::optional<Address> embedded_v4(const Address& address);

}  // namespace modebox::net
