// The numbers of the format: major types, simple values and tags. Both codecs
// and docs/boundary.md agree on them.
#pragma once

#include <cstdint>

#include "modebox/value_kind.h"

namespace modebox::value {

enum class Major : std::uint8_t { uint, negative, bytes, text, array, map, tag, simple };

namespace simple {
constexpr std::uint8_t hole = 0xe0;
constexpr std::uint8_t false_value = 0xf4;
constexpr std::uint8_t true_value = 0xf5;
constexpr std::uint8_t null = 0xf6;
constexpr std::uint8_t undefined = 0xf7;
constexpr std::uint8_t float16 = 0xf9;
constexpr std::uint8_t float32 = 0xfa;
constexpr std::uint8_t float64 = 0xfb;
}  // namespace simple

namespace tag {
constexpr std::uint64_t bigint = 2;
constexpr std::uint64_t negative_bigint = 3;
constexpr std::uint64_t shared = 28;
constexpr std::uint64_t reference = 29;
constexpr std::uint64_t set = 258;
constexpr std::uint64_t map = 259;
constexpr std::uint64_t wtf8 = 273;
constexpr std::uint64_t regexp = 21066;
constexpr std::uint64_t sparse_array = 40000;
constexpr std::uint64_t date = 40001;
constexpr std::uint64_t view = 40002;
constexpr std::uint64_t error = 40003;
}  // namespace tag

/// Tag of a whole typed array (RFC 8746, little endian).
constexpr std::uint64_t typed_array_tag(ElementType type) {
  switch (type) {
    case ElementType::int8:
      return 72;
    case ElementType::uint8:
      return 64;
    case ElementType::uint8_clamped:
      return 68;
    case ElementType::int16:
      return 77;
    case ElementType::uint16:
      return 69;
    case ElementType::int32:
      return 78;
    case ElementType::uint32:
      return 70;
    case ElementType::bigint64:
      return 79;
    case ElementType::biguint64:
      return 71;
    case ElementType::float16:
      return 84;
    case ElementType::float32:
      return 85;
    case ElementType::float64:
      return 86;
  }
  return 0;
}
constexpr std::uint64_t first_typed_array_tag = 64;
constexpr std::uint64_t last_typed_array_tag = 86;

/// Arrays with more holes than this are written as index and value pairs.
constexpr bool is_very_sparse(std::uint64_t length, std::uint64_t present) {
  return length > 2 * present + 1000;
}

}  // namespace modebox::value
