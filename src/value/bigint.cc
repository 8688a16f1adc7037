#include "modebox/bigint.h"

#include <algorithm>
#include <limits>

namespace modebox {
namespace {

constexpr std::uint32_t chunk = 1'000'000'000;  // nine digits at a time
constexpr int chunk_digits = 9;

/// 32-bit digits, the least significant first.
using Limbs = std::vector<std::uint32_t>;

Limbs to_limbs(std::span<const std::uint8_t> big_endian) {
  Limbs limbs((big_endian.size() + 3) / 4);
  for (std::size_t i = 0; i < big_endian.size(); ++i) {
    const std::uint32_t byte = big_endian[big_endian.size() - 1 - i];
    limbs[i / 4] |= byte << (8 * (i % 4));
  }
  return limbs;
}

std::vector<std::uint8_t> to_bytes(const Limbs& limbs) {
  std::vector<std::uint8_t> big_endian;
  for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      big_endian.push_back(static_cast<std::uint8_t>(*limb >> shift));
    }
  }
  return big_endian;
}

}  // namespace

BigInt BigInt::from(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  BigInt result = from_unsigned(value < 0 ? 0 - bits : bits);
  result.negative_ = value < 0;
  return result;
}

BigInt BigInt::from_unsigned(std::uint64_t value) {
  std::uint8_t bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(value >> (8 * (7 - i)));
  return from_magnitude(false, bytes);
}

BigInt BigInt::from_magnitude(bool negative, std::span<const std::uint8_t> big_endian) {
  const auto first = std::find_if(big_endian.begin(), big_endian.end(),
                                  [](std::uint8_t byte) { return byte != 0; });
  BigInt result;
  result.magnitude_.assign(first, big_endian.end());
  result.negative_ = negative && !result.magnitude_.empty();
  return result;
}

std::optional<BigInt> BigInt::parse(std::string_view decimal) {
  const bool negative = decimal.starts_with('-');
  if (negative) decimal.remove_prefix(1);
  if (decimal.empty()) return std::nullopt;
  Limbs limbs;
  while (!decimal.empty()) {
    const std::string_view digits = decimal.substr(0, chunk_digits);
    decimal.remove_prefix(digits.size());
    std::uint64_t carry = 0;
    std::uint64_t scale = 1;
    for (const char digit : digits) {
      if (digit < '0' || digit > '9') return std::nullopt;
      carry = carry * 10 + static_cast<std::uint64_t>(digit - '0');
      scale *= 10;
    }
    for (std::uint32_t& limb : limbs) {
      carry += limb * scale;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limbs.push_back(static_cast<std::uint32_t>(carry));
  }
  return from_magnitude(negative, to_bytes(limbs));
}

std::optional<std::uint64_t> BigInt::to_uint64() const {
  if (negative_ || magnitude_.size() > 8) return std::nullopt;
  std::uint64_t result = 0;
  for (const std::uint8_t byte : magnitude_) result = (result << 8) | byte;
  return result;
}

std::optional<std::int64_t> BigInt::to_int64() const {
  constexpr auto min_magnitude = std::uint64_t{1} << 63;
  const auto magnitude = from_magnitude(false, magnitude_).to_uint64();
  if (!magnitude || *magnitude > min_magnitude) return std::nullopt;
  if (*magnitude == min_magnitude && !negative_) return std::nullopt;
  return static_cast<std::int64_t>(negative_ ? 0 - *magnitude : *magnitude);
}

std::string BigInt::to_string() const {
  if (magnitude_.empty()) return "0";
  Limbs limbs = to_limbs(magnitude_);
  std::string reversed;
  while (!limbs.empty()) {
    std::uint64_t rest = 0;
    for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
      rest = (rest << 32) | *limb;
      *limb = static_cast<std::uint32_t>(rest / chunk);
      rest %= chunk;
    }
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
    for (int i = 0; i < chunk_digits && (rest != 0 || !limbs.empty()); ++i, rest /= 10) {
      reversed.push_back(static_cast<char>('0' + rest % 10));
    }
  }
  if (negative_) reversed.push_back('-');
  return {reversed.rbegin(), reversed.rend()};
}

}  // namespace modebox
