// Places in a source: line and column, from 1, columns in UTF-16 units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace modebox::typescript {

struct Place {
  std::int64_t line = 0;
  std::int64_t column = 0;
};

/// swc tells columns in the widths of a terminal: two for some characters, four for a tab,
/// none for a mark. In this text, which has the same tokens, every UTF-16 unit of the
/// source is one letter or space of ASCII, so that its columns are the source's.
std::string of_plain_width(std::string_view source);

/// Whether it is like that already.
bool has_plain_width(std::string_view source);

/// The byte of the source at a place; its size if there is no such place.
std::size_t offset_of(std::string_view source, const Place& place);

/// The character at `at`: its bytes and its UTF-16 units. The source is valid UTF-8.
struct Width {
  std::size_t bytes;
  std::size_t units;
};
Width width_at(std::string_view source, std::size_t at);

}  // namespace modebox::typescript
