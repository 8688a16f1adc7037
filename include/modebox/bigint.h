// BigInt: an integer of any size, as it crosses the boundary. It can be made,
// read and compared; arithmetic is for scripts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modebox {

/// Sign and magnitude. A value type.
class BigInt {
 public:
  /// 0n.
  BigInt() = default;
  static BigInt from(std::int64_t value);
  static BigInt from_unsigned(std::uint64_t value);
  /// Digits with an optional `-`; nothing else. Nullopt for other text. Takes
  /// time proportional to the square of the length.
  static std::optional<BigInt> parse(std::string_view decimal);
  /// From a big-endian magnitude; leading zeros are fine, zero has no sign.
  static BigInt from_magnitude(bool negative, std::span<const std::uint8_t> big_endian);

  bool negative() const { return negative_; }
  /// Big-endian, no leading zeros; empty for zero.
  std::span<const std::uint8_t> magnitude() const { return magnitude_; }
  /// The number if it fits.
  std::optional<std::int64_t> to_int64() const;
  std::optional<std::uint64_t> to_uint64() const;
  /// Decimal digits. Takes time proportional to the square of the length.
  std::string to_string() const;

  bool operator==(const BigInt&) const = default;

 private:
  bool negative_ = false;
  std::vector<std::uint8_t> magnitude_;
};

}  // namespace modebox
