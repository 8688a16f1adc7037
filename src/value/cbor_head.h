// The head of a CBOR item: its major type and argument. Shared by the reader
// and the decoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/value/cbor_format.h"

namespace modebox::value {

struct CborHead {
  Major major = Major::uint;
  /// The low five bits: for simple values and floats, which one it is.
  std::uint8_t info = 0;
  std::uint64_t argument = 0;
  /// Bytes of the head.
  std::size_t size = 0;
};

inline std::uint64_t load_big_endian(const std::byte* at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | std::to_integer<std::uint64_t>(at[i]);
  return value;
}

/// Reads the head at `at`, of which `left` bytes are there. False for one that
/// is cut off, has a reserved form, or an indefinite length.
inline bool read_head(const std::byte* at, std::size_t left, CborHead& head) {
  if (left == 0) return false;
  const auto first = std::to_integer<std::uint8_t>(*at);
  head.major = static_cast<Major>(first >> 5);
  head.info = first & 0x1f;
  if (head.info < 24) {
    head.argument = head.info;
    head.size = 1;
    return true;
  }
  if (head.info > 27) return false;
  const std::size_t more = std::size_t{1} << (head.info - 24);
  if (left - 1 < more) return false;
  head.argument = load_big_endian(at + 1, more);
  head.size = 1 + more;
  return true;
}

/// The number of a float item (float16, float32 or float64) from its argument.
double float_of(const CborHead& head);

/// Bytes that one well-formed item takes, whatever is in it, without recursion.
/// Zero if there is none; `problem_at` is then where it goes wrong.
std::size_t item_size(const std::byte* at, std::size_t left, std::size_t& problem_at);

}  // namespace modebox::value
