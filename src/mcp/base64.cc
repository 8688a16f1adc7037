#include "src/mcp/base64.h"

#include <algorithm>
#include <cstdint>

namespace modebox::mcp {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// 64 for what is no digit.
std::uint32_t digit(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
  return c == '+' ? 62 : c == '/' ? 63 : 64;
}

}  // namespace

std::string to_base64(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t j) {
      return i + j < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0;
    };
    const std::uint32_t three = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (const unsigned shift : {18u, 12u, 6u, 0u}) text += alphabet[three >> shift & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  text.replace(text.size() - padding, padding, padding, '=');
  return text;
}

std::optional<std::size_t> base64_size(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  const std::string_view digits = text.substr(0, text.size() - padding);
  const bool are_digits =
      std::all_of(digits.begin(), digits.end(), [](char c) { return digit(c) < 64; });
  if (!are_digits) return std::nullopt;
  const std::uint32_t behind = padding == 0 ? 0 : padding == 1 ? 3 : 15;
  if (padding > 0 && (digit(digits.back()) & behind) != 0) return std::nullopt;
  return text.size() / 4 * 3 - padding;
}

std::string base64_beginning(std::string_view text, std::size_t most) {
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text.substr(0, std::min(text.size(), (most + 2) / 3 * 4))) {
    if (c == '=') break;
    bits = bits << 6 | digit(c);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  bytes.resize(std::min(bytes.size(), most));
  return bytes;
}

}  // namespace modebox::mcp
