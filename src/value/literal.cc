#include "src/value/literal.h"

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "src/value/cbor_head.h"

namespace modebox::value {
namespace {

template <typename T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  static_assert(std::endian::native == std::endian::little, "typed arrays are little endian");
  T number;
  std::memcpy(&number, bytes.data() + index * sizeof(T), sizeof(T));
  return number;
}

}  // namespace

std::string iso_date(double time) {
  using namespace std::chrono;
  if (std::isnan(time)) return "";
  const sys_time<milliseconds> moment{milliseconds(static_cast<std::int64_t>(time))};
  const auto day = floor<days>(moment);
  const year_month_day date{day};
  // chrono's years end at 32767; the Gregorian calendar repeats every 400 years.
  const std::int64_t cycles = static_cast<std::int64_t>(
      std::floor(static_cast<double>(day.time_since_epoch().count()) / 146097));
  const year_month_day within{sys_days{days(day.time_since_epoch().count() - cycles * 146097)}};
  const long long year_number = static_cast<int>(within.year()) + cycles * 400;
  const hh_mm_ss clock{moment - day};
  const bool plain = year_number >= 0 && year_number <= 9999;
  char text[64];
  std::snprintf(text, sizeof text, "%s%0*lld-%02u-%02uT%02d:%02d:%02d.%03dZ",
                plain             ? ""
                : year_number < 0 ? "-"
                                  : "+",
                plain ? 4 : 6, std::abs(year_number), static_cast<unsigned>(within.month()),
                static_cast<unsigned>(within.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()));
  return text;
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < count ? std::to_integer<std::uint32_t>(bytes[i + j]) : 0);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= count ? digits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return out;
}

std::string bigint_text(const BigInt& number) {
  constexpr std::size_t max_decimal_bytes = 1024;
  constexpr char digits[] = "0123456789abcdef";
  if (number.magnitude().size() <= max_decimal_bytes) return number.to_string();
  std::string out = number.negative() ? "-0x" : "0x";
  const std::size_t start = out.size();
  for (const std::uint8_t byte : number.magnitude()) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  if (out[start] == '0') out.erase(start, 1);
  return out;
}

Value element_at(const Value& typed_array, std::size_t index) {
  const auto bytes = typed_array.bytes();
  switch (typed_array.element_type()) {
    case ElementType::int8:
      return load<std::int8_t>(bytes, index);
    case ElementType::uint8:
    case ElementType::uint8_clamped:
      return load<std::uint8_t>(bytes, index);
    case ElementType::int16:
      return load<std::int16_t>(bytes, index);
    case ElementType::uint16:
      return load<std::uint16_t>(bytes, index);
    case ElementType::int32:
      return load<std::int32_t>(bytes, index);
    case ElementType::uint32:
      return load<std::uint32_t>(bytes, index);
    case ElementType::bigint64:
      return BigInt::from(load<std::int64_t>(bytes, index));
    case ElementType::biguint64:
      return BigInt::from_unsigned(load<std::uint64_t>(bytes, index));
    case ElementType::float16:
      return float_of({Major::simple, 25, load<std::uint16_t>(bytes, index), 0});
    case ElementType::float32:
      return static_cast<double>(load<float>(bytes, index));
    case ElementType::float64:
      return load<double>(bytes, index);
  }
  return {};
}

}  // namespace modebox::value
