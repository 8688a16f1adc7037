#include "src/base/hex.h"

#include <array>

namespace modebox {
namespace {

constexpr std::string_view all_digits = "0123456789abcdef";

unsigned value_of(char digit) { return static_cast<unsigned>(all_digits.find(digit)) & 15; }

}  // namespace

std::string to_hex(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte byte : bytes) {
    text += all_digits[std::to_integer<unsigned>(byte) >> 4];
    text += all_digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

std::vector<std::byte> from_hex(std::string_view digits) {
  std::vector<std::byte> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(std::byte(value_of(digits[i]) << 4 | value_of(digits[i + 1])));
  }
  return bytes;
}

bool is_hex(std::string_view text, std::size_t bytes) {
  return text.size() == 2 * bytes && text.find_first_not_of(all_digits) == std::string_view::npos;
}

std::string random_id(RandomSource& random) {
  std::array<std::byte, 16> bytes;
  random.fill(bytes);
  return to_hex(bytes);
}

}  // namespace modebox
