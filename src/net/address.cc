#include "src/net/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace modebox::net {

Address Address::v4(std::uint32_t number) {
  Address address;
  for (int i = 0; i < 4; ++i) address.bytes_[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  return address;
}

Address Address::v6(std::span<const std::uint8_t, 16> bytes) {
  Address address;
  address.v4_ = false;
  std::copy(bytes.begin(), bytes.end(), address.bytes_.begin());
  return address;
}

Address Address::loopback_v6() {
  std::array<std::uint8_t, 16> bytes{};
  bytes[15] = 1;
  return v6(bytes);
}

std::optional<Address> Address::parse(std::string_view text) {
  // inet_pton takes exactly these two forms: no octal, no short ones, no zones. It reads up to
  // a NUL, so none may be inside.
  const std::string terminated(text);
  if (terminated.size() > 45 || terminated.find('\0') != std::string::npos) return {};
  std::array<std::uint8_t, 16> bytes{};
  if (inet_pton(AF_INET6, terminated.c_str(), bytes.data()) == 1) return v6(bytes);
  if (inet_pton(AF_INET, terminated.c_str(), bytes.data()) != 1) return {};
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | bytes[i];
  return v4(number);
}

std::uint32_t Address::v4_number() const {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number << 8 | bytes_[i];
  return number;
}

std::string Address::text() const {
  char text[INET6_ADDRSTRLEN] = "";
  inet_ntop(v4_ ? AF_INET : AF_INET6, bytes_.data(), text, sizeof text);
  return text;
}

namespace {

bool same_bits(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b, int bits) {
  const int whole = bits / 8;
  if (!std::equal(a.begin(), a.begin() + whole, b.begin())) return false;
  const int rest = bits % 8;
  if (rest == 0) return true;
  const int shift = 8 - rest;
  return a[whole] >> shift == b[whole] >> shift;
}

}  // namespace

std::optional<AddressRange> AddressRange::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {};
  const auto first = Address::parse(text.substr(0, slash));
  if (!first) return {};
  const std::string_view digits = text.substr(slash + 1);
  if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits[0] == '0')) return {};
  int prefix = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
  const int bits = static_cast<int>(first->bytes().size()) * 8;
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() || prefix < 0 ||
      prefix > bits) {
    return {};
  }
  for (int bit = prefix; bit < bits; ++bit) {
    if ((first->bytes()[bit / 8] >> (7 - bit % 8) & 1) != 0) return {};
  }
  return AddressRange{*first, prefix};
}

bool AddressRange::contains(const Address& address) const {
  return address.is_v4() == first.is_v4() && same_bits(address.bytes(), first.bytes(), prefix);
}

}  // namespace modebox::net
