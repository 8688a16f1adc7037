#include "src/value/cbor_head.h"

#include <bit>
#include <cmath>
#include <limits>

namespace modebox::value {
namespace {

double half_float(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 0x1f);
  const double mantissa = static_cast<double>(bits & 0x3ff);
  double value;
  if (exponent == 0) {
    value = std::ldexp(mantissa, -24);
  } else if (exponent == 31) {
    value = mantissa == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else {
    value = std::ldexp(mantissa + 1024, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

}  // namespace

double float_of(const CborHead& head) {
  double number;
  if (head.info == 25) {
    number = half_float(head.argument);
  } else if (head.info == 26) {
    number = std::bit_cast<float>(static_cast<std::uint32_t>(head.argument));
  } else {
    number = std::bit_cast<double>(head.argument);
  }
  return std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
}

std::size_t item_size(const std::byte* at, std::size_t left, std::size_t& problem_at) {
  const std::size_t whole = left;
  std::uint64_t items = 1;  // still to come
  while (items > 0) {
    CborHead head;
    problem_at = whole - left;
    // Each item takes a byte, so more items than bytes can not be there.
    if (items > left || !read_head(at, left, head)) return 0;
    std::size_t size = head.size;
    --items;
    switch (head.major) {
      case Major::bytes:
      case Major::text:
        if (head.argument > left - size) return 0;
        size += static_cast<std::size_t>(head.argument);
        break;
      case Major::array:
      case Major::map:
        if (head.argument > left) return 0;
        items += head.argument * (head.major == Major::map ? 2 : 1);
        break;
      case Major::tag:
        ++items;
        break;
      case Major::simple:
        if (head.info == 24 && head.argument < 32) return 0;
        break;
      default:
        break;
    }
    at += size;
    left -= size;
  }
  return whole - left;
}

}  // namespace modebox::value
