// The tokens of JavaScript that swc has printed, as far as laying it out needs them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/typescript/source_map.h"

namespace modebox::typescript {

/// The text lies in the code, the mapping in the vector that were given.
struct Token {
  /// `other`: strings, templates with all that is in them, regular expressions.
  enum class Kind : std::uint8_t { word, sign, other };
  Kind kind = Kind::sign;
  std::string_view text;
  bool after_space = false;  ///< or after a comment
  bool on_new_line = false;
  /// Of the place where it begins, if it has one.
  const Mapping* mapping = nullptr;
};

/// Comments are left out.
std::vector<Token> read_tokens(std::string_view code, const std::vector<Mapping>& mappings);

}  // namespace modebox::typescript
