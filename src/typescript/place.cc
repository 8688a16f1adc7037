#include "src/typescript/place.h"

#include <algorithm>

namespace modebox::typescript {
namespace {

char32_t character_at(std::string_view source, std::size_t at, std::size_t bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(source[at + i]); };
  if (bytes == 1) return byte(0);
  char32_t result = byte(0) & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) result = result << 6 | (byte(i) & 0x3fu);
  return result;
}

bool is_wide_space(char32_t c) {
  return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000 || c == 0xfeff;
}

bool is_plain(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\r'; }

}  // namespace

Width width_at(std::string_view source, std::size_t at) {
  const auto first = static_cast<unsigned char>(source[at]);
  if (first < 0x80) return {1, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return {std::min(bytes, source.size() - at), bytes == 4 ? 2u : 1u};
}

bool has_plain_width(std::string_view source) {
  return std::all_of(source.begin(), source.end(), is_plain);
}

std::string of_plain_width(std::string_view source) {
  std::string result;
  result.reserve(source.size());
  for (std::size_t at = 0; at < source.size();) {
    const Width width = width_at(source, at);
    if (width.bytes == 1) {
      const bool other = !is_plain(source[at]);
      result += other ? ' ' : source[at];
    } else {
      result.append(width.units, is_wide_space(character_at(source, at, width.bytes)) ? ' ' : 'a');
    }
    at += width.bytes;
  }
  return result;
}

std::size_t offset_of(std::string_view source, const Place& place) {
  std::size_t at = 0;
  for (std::int64_t line = 1; line < place.line; ++line) {
    const std::size_t end = source.find('\n', at);
    if (end == std::string_view::npos) return source.size();
    at = end + 1;
  }
  for (std::int64_t column = 1; column < place.column && at < source.size();) {
    const Width width = width_at(source, at);
    column += static_cast<std::int64_t>(width.units);
    at += width.bytes;
  }
  return std::min(at, source.size());
}

}  // namespace modebox::typescript
