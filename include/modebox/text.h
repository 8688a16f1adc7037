// Strings between JavaScript's UTF-16 and the host's bytes. A JavaScript
// string may hold a surrogate without its partner, which UTF-8 can not express;
// WTF-8 is UTF-8 in which such a lone surrogate stands as three bytes. Every
// well-formed string is plain UTF-8, and each string has exactly one WTF-8 form.
// All functions are pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modebox {

/// Where `bytes` stops being WTF-8, or npos if it never does.
std::size_t find_invalid_wtf8(std::string_view bytes);
/// True if valid WTF-8 has no lone surrogate, so that it is UTF-8.
bool is_well_formed(std::string_view wtf8);

std::string from_utf16(std::u16string_view units);
/// `wtf8` must be valid; what is not becomes U+FFFD.
std::u16string to_utf16(std::string_view wtf8);

/// UTF-8 in which whatever is not, lone surrogates included, is U+FFFD.
std::string to_utf8_lossy(std::string_view bytes);

}  // namespace modebox
