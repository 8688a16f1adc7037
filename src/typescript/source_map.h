// The mappings of a source map (revision 3), as swc writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace modebox::typescript {

/// A token that was made from one of the source. Lines and columns from 0, in UTF-16 units.
struct Mapping {
  std::uint32_t line;
  std::uint32_t column;
  std::uint32_t source_line;
  std::uint32_t source_column;
};

/// In the order of the made text. Nothing if the map is not well formed.
std::optional<std::vector<Mapping>> read_mappings(std::string_view json);

}  // namespace modebox::typescript
