// Text pieces that errors and displays share: where in a value something is,
// and how a number or string reads in JavaScript.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "modebox/value.h"

namespace modebox::value {

/// One step from a container to what it holds. The steps of a walk lie on its
/// stack; they are made into text only for an error.
struct PathStep {
  enum class Into { property, element, map_key, map_value, member };

  const PathStep* up = nullptr;
  Into into = Into::property;
  /// Of a property or map entry; borrowed.
  const Value* key = nullptr;
  /// Of an element, member or map key.
  std::uint64_t index = 0;
};

/// `$.items[3]`, `$["odd name"]`, `$.get("key")` for what a Map holds,
/// `$.keys()[0]` for a Map's key, `$.values()[0]` for a Set's member. Long
/// paths lose their middle.
std::string path_text(const PathStep* last);

/// `.name` for an identifier, else `["odd name"]` (cut if it is long).
std::string property_path(std::string_view key);

/// The string in double quotes, escaped as in JSON (all
/// control characters, since terminals obey them); beyond `max_bytes` it is
/// cut and an ellipsis shows that. A lone surrogate becomes a \u escape.
std::string quoted(std::string_view wtf8, std::size_t max_bytes = ~std::size_t{0});
/// Appends the same.
void append_quoted(std::string& out, std::string_view wtf8);

/// The text with control characters and lone surrogates escaped, nothing else.
std::string printable(std::string_view wtf8);

/// As JavaScript prints it: `1e+21`, `0.1`, `-0`, `NaN`.
std::string number_text(double number);

}  // namespace modebox::value
