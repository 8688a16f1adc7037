#include "modebox/text.h"

#include <cstdint>
#include <cstring>

namespace modebox {
namespace {

constexpr char32_t replacement = 0xfffd;

bool is_lead(char32_t unit) { return unit >= 0xd800 && unit <= 0xdbff; }
bool is_trail(char32_t unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

/// One code point of generalized UTF-8 (lone surrogates pass).
struct Decoded {
  char32_t point = replacement;
  /// Bytes it takes; where invalid, the bytes that one U+FFFD stands for.
  std::size_t size = 1;
  bool valid = false;
};

Decoded decode_at(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return {first, 1, true};
  std::size_t more;
  char32_t point;
  unsigned low = 0x80, high = 0xbf;  // of the second byte
  if (first >= 0xc2 && first <= 0xdf) {
    more = 1, point = first & 0x1f;
  } else if (first >= 0xe0 && first <= 0xef) {
    more = 2, point = first & 0x0f;
    if (first == 0xe0) low = 0xa0;
  } else if (first >= 0xf0 && first <= 0xf4) {
    more = 3, point = first & 0x07;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
  } else {
    return {};
  }
  for (std::size_t i = 1; i <= more; ++i) {
    if (at + i >= bytes.size() || byte(at + i) < low || byte(at + i) > high) {
      return {replacement, i, false};
    }
    point = (point << 6) | (byte(at + i) & 0x3f);
    low = 0x80, high = 0xbf;
  }
  return {point, more + 1, true};
}

void append(std::string& out, char32_t point) {
  const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xc0 | point >> 6), put(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    put(0xe0 | point >> 12), put(0x80 | (point >> 6 & 0x3f)), put(0x80 | (point & 0x3f));
  } else {
    put(0xf0 | point >> 18), put(0x80 | (point >> 12 & 0x3f));
    put(0x80 | (point >> 6 & 0x3f)), put(0x80 | (point & 0x3f));
  }
}

std::size_t ascii_prefix(std::string_view bytes, std::size_t at) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  const std::size_t start = at;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    if ((word & high_bits) != 0) break;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) ++at;
  return at - start;
}

}  // namespace

std::size_t find_invalid_wtf8(std::string_view bytes) {
  bool after_lead = false;
  for (std::size_t at = 0; at < bytes.size();) {
    if (const std::size_t ascii = ascii_prefix(bytes, at)) {
      at += ascii;
      after_lead = false;
      continue;
    }
    const Decoded next = decode_at(bytes, at);
    // A pair of surrogates has to be written as the one code point it means.
    if (!next.valid || (after_lead && is_trail(next.point))) return at;
    after_lead = is_lead(next.point);
    at += next.size;
  }
  return std::string_view::npos;
}

bool is_well_formed(std::string_view wtf8) {
  for (std::size_t at = 0; at < wtf8.size(); ++at) {
    const void* found = std::memchr(wtf8.data() + at, 0xed, wtf8.size() - at);
    if (found == nullptr) return true;
    at = static_cast<std::size_t>(static_cast<const char*>(found) - wtf8.data());
    if (at + 1 < wtf8.size() && static_cast<unsigned char>(wtf8[at + 1]) >= 0xa0) return false;
  }
  return true;
}

std::string from_utf16(std::u16string_view units) {
  std::string out;
  out.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t point = units[i];
    if (is_lead(point) && i + 1 < units.size() && is_trail(units[i + 1])) {
      point = 0x10000 + ((point - 0xd800) << 10) + (units[++i] - 0xdc00u);
    }
    append(out, point);
  }
  return out;
}

std::u16string to_utf16(std::string_view wtf8) {
  std::u16string out;
  out.reserve(wtf8.size());
  for (std::size_t at = 0; at < wtf8.size();) {
    const Decoded next = decode_at(wtf8, at);
    at += next.size;
    if (next.point < 0x10000) {
      out.push_back(static_cast<char16_t>(next.point));
    } else {
      out.push_back(static_cast<char16_t>(0xd800 + ((next.point - 0x10000) >> 10)));
      out.push_back(static_cast<char16_t>(0xdc00 + ((next.point - 0x10000) & 0x3ff)));
    }
  }
  return out;
}

std::string to_utf8_lossy(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t ascii = ascii_prefix(bytes, at);
    out.append(bytes, at, ascii);
    at += ascii;
    if (at == bytes.size()) break;
    const Decoded next = decode_at(bytes, at);
    at += next.size;
    append(out, is_lead(next.point) || is_trail(next.point) ? replacement : next.point);
  }
  return out;
}

}  // namespace modebox
