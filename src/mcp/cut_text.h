// Cutting text that is too long to be shown at once.
#pragma once

#include <cstddef>
#include <string_view>

namespace modebox::mcp {

/// Length in UTF-16 code units, as JavaScript counts. Of valid UTF-8.
std::size_t length_in_units(std::string_view utf8);

struct Beginning {
  /// A part of the text that was given.
  std::string_view text;
  /// Its length in UTF-16 code units: where `slice` goes on.
  std::size_t units = 0;
};

/// The beginning of valid UTF-8 that has at most `most` UTF-16 code units. It never ends within a
/// character; it ends behind a line where that costs at most a tenth of it.
Beginning beginning_of(std::string_view utf8, std::size_t most);

}  // namespace modebox::mcp
