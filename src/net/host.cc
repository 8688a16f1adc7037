#include "src/net/host.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

Error bad_host(const std::string& what) {
  return http_error(HttpErrorKind::invalid_request, "The URL's host " + what + ".");
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t dot = text.find('.', begin);
    parts.push_back(text.substr(begin, dot - begin));
    if (dot == std::string_view::npos) return parts;
    begin = dot + 1;
  }
}

/// One part of an IPv4 address as the WHATWG standard reads it: decimal, 0 octal, 0x hex ("0x"
/// alone is 0).
std::optional<std::uint64_t> ipv4_part(std::string_view part) {
  if (part.empty()) return {};
  int base = 10;
  if (part.starts_with("0x")) {
    base = 16;
    part.remove_prefix(2);
  } else if (part.size() > 1 && part[0] == '0') {
    base = 8;
    part.remove_prefix(1);
  }
  std::uint64_t number = 0;
  for (const char c : part) {
    const int digit = is_digit(c) ? c - '0' : is_hex(c) ? c - 'a' + 10 : 99;
    if (digit >= base) return {};
    number = number * base + digit;
    if (number > 0xffffffff) number = std::uint64_t{1} << 32;  // too large, and stays so
  }
  return number;
}

/// Whether the standard takes a name for an IPv4 address: its last label is a number.
bool ends_in_number(std::string_view last) {
  if (!last.empty() && all_digits(last)) return true;
  return last.starts_with("0x") && std::all_of(last.begin() + 2, last.end(), is_hex);
}

std::optional<Address> ipv4(const std::vector<std::string_view>& parts) {
  if (parts.size() > 4) return {};
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = ipv4_part(parts[i]);
    if (!number) return {};
    if (i + 1 < parts.size()) {
      if (*number > 255) return {};
      address |= *number << (24 - 8 * i);
    } else {
      // The last one fills what the others left.
      if (*number >= std::uint64_t{1} << (8 * (5 - parts.size()))) return {};
      address |= *number;
    }
  }
  return Address::v4(static_cast<std::uint32_t>(address));
}

Result<Host> address_host(const Address& address) { return Host{address.text(), address}; }

}  // namespace

Result<Host> Host::parse(std::string_view text) {
  if (text.empty()) return bad_host("is empty");
  if (text.front() == '[') {
    if (text.size() < 2 || text.back() != ']') return bad_host("has a bracket too few");
    const auto address = Address::parse(text.substr(1, text.size() - 2));
    if (!address || address->is_v4()) return bad_host("has no IPv6 address in its brackets");
    return address_host(*address);
  }
  std::string name;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (!is_digit(lower) && !(lower >= 'a' && lower <= 'z') && lower != '-' && lower != '_' &&
        lower != '.') {
      return bad_host(static_cast<unsigned char>(c) >= 0x80
                          ? "is not ASCII; write it in its xn-- form"
                          : "has a character that host names do not have");
    }
    name += lower;
  }
  if (name.back() == '.') name.pop_back();
  if (name.empty()) return bad_host("is empty");
  const auto labels = split(name);
  if (ends_in_number(labels.back())) {
    const auto address = ipv4(labels);
    if (!address) return bad_host("ends in a number but is no IPv4 address");
    return address_host(*address);
  }
  if (name.size() > 253) return bad_host("is longer than 253 characters");
  for (const auto label : labels) {
    if (label.empty()) return bad_host("has an empty label");
    if (label.size() > 63) return bad_host("has a label of more than 63 characters");
  }
  return Host{std::move(name), std::nullopt};
}

std::string Host::text() const { return address && !address->is_v4() ? '[' + name + ']' : name; }

}  // namespace modebox::net
