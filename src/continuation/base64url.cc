#include "src/continuation/base64url.h"

#include <array>
#include <cstdint>

namespace modebox::continuation {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint32_t no_digit = 1u << 24;

constexpr std::array<std::uint32_t, 256> make_digits() {
  std::array<std::uint32_t, 256> digits{};
  digits.fill(no_digit);
  for (std::uint32_t i = 0; i < alphabet.size(); ++i) {
    digits[static_cast<unsigned char>(alphabet[i])] = i;
  }
  return digits;
}
constexpr std::array<std::uint32_t, 256> digits = make_digits();

std::uint32_t digit(char c) { return digits[static_cast<unsigned char>(c)]; }

}  // namespace

std::string to_base64url(std::span<const std::byte> bytes) {
  std::string text((bytes.size() * 4 + 2) / 3, '\0');
  char* out = text.data();
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) *out++ = alphabet[three >> shift & 63];
  }
  if (i == bytes.size()) return text;
  const std::uint32_t rest = at(i) << 16 | (i + 1 < bytes.size() ? at(i + 1) << 8 : 0);
  for (int shift = 18; out != text.data() + text.size(); shift -= 6) {
    *out++ = alphabet[rest >> shift & 63];
  }
  return text;
}

bool from_base64url(std::string_view text, std::vector<std::byte>& out) {
  if (text.size() % 4 == 1) return false;
  out.resize(text.size() * 3 / 4);
  std::byte* to = out.data();
  std::size_t i = 0;
  for (; i + 4 <= text.size(); i += 4) {
    const std::uint32_t three = digit(text[i]) << 18 | digit(text[i + 1]) << 12 |
                                digit(text[i + 2]) << 6 | digit(text[i + 3]);
    if (((digit(text[i]) | digit(text[i + 1]) | digit(text[i + 2]) | digit(text[i + 3])) &
         no_digit) != 0) {
      return false;
    }
    for (int shift = 16; shift >= 0; shift -= 8) *to++ = std::byte(three >> shift & 0xff);
  }
  std::uint32_t rest = 0;
  int bits = 0;
  for (; i < text.size(); ++i, bits += 6) {
    if (digit(text[i]) == no_digit) return false;
    rest = rest << 6 | digit(text[i]);
  }
  for (; bits >= 8; bits -= 8) *to++ = std::byte(rest >> (bits - 8) & 0xff);
  return (rest & ((1u << bits) - 1)) == 0;
}

}  // namespace modebox::continuation
