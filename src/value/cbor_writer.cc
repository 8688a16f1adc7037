#include "src/value/cbor_writer.h"

#include <limits>

#include "modebox/text.h"

namespace modebox::value {

void CborWriter::head(Major major, std::uint64_t argument) {
  const auto type = static_cast<std::uint8_t>(static_cast<unsigned>(major) << 5);
  if (argument < 24) return byte(static_cast<std::uint8_t>(type | argument));
  const int log_size = argument <= 0xff         ? 0
                       : argument <= 0xffff     ? 1
                       : argument <= 0xffffffff ? 2
                                                : 3;
  std::byte bytes[9];
  bytes[0] = static_cast<std::byte>(type | (24 + log_size));
  const int size = 1 << log_size;
  for (int i = size; i > 0; --i, argument >>= 8) bytes[i] = static_cast<std::byte>(argument & 0xff);
  out_.insert(out_.end(), bytes, bytes + 1 + size);
}

void CborWriter::number(double number) {
  constexpr double limit = 9007199254740991.0;
  if (std::abs(number) <= limit) {
    const auto whole = static_cast<std::int64_t>(number);
    if (static_cast<double>(whole) == number && (whole != 0 || !std::signbit(number))) {
      if (whole >= 0) return head(Major::uint, static_cast<std::uint64_t>(whole));
      return head(Major::negative, static_cast<std::uint64_t>(-1 - whole));
    }
  }
  if (std::isnan(number)) number = std::numeric_limits<double>::quiet_NaN();
  auto bits = std::bit_cast<std::uint64_t>(number);
  std::byte bytes[9];
  bytes[0] = static_cast<std::byte>(simple::float64);
  for (int i = 8; i > 0; --i, bits >>= 8) bytes[i] = static_cast<std::byte>(bits & 0xff);
  out_.insert(out_.end(), bytes, bytes + sizeof bytes);
}

void CborWriter::text(std::string_view utf8) {
  if (find_invalid_wtf8(utf8) != std::string_view::npos || !is_well_formed(utf8)) {
    return text(to_utf8_lossy(utf8));
  }
  head(Major::text, utf8.size());
  raw(std::as_bytes(std::span(utf8)));
}

void CborWriter::string(std::string_view wtf8) {
  if (!is_well_formed(wtf8)) {
    tag(tag::wtf8);
    return bytes(wtf8);
  }
  head(Major::text, wtf8.size());
  raw(std::as_bytes(std::span(wtf8)));
}

}  // namespace modebox::value
