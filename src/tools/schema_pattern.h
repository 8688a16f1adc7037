// Regular expressions of schemas. They are written for JavaScript and matched by RE2,
// which takes time proportional to the text, whatever the pattern.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"

namespace modebox::schema {

class Pattern {
 public:
  /// Fails for what RE2 has no means for (lookahead, back references), for patterns that
  /// would take much memory, and for what is no pattern: a clause that says which.
  static Result<std::shared_ptr<const Pattern>> compile(std::string_view javascript);
  ~Pattern();

  /// Whether it matches somewhere in the text.
  bool finds(std::string_view text) const;
  /// About how much work that is, in the steps of a check.
  std::size_t cost(std::size_t text_bytes) const;

 private:
  struct Compiled;
  explicit Pattern(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<Compiled> compiled_;
};

/// The pattern as RE2 spells it; nothing if it has no spelling for it. For tests.
std::optional<std::string> to_re2(std::string_view javascript);

}  // namespace modebox::schema
