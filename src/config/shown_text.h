// What programs write, as text that people and terminals can be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modebox::config {

/// UTF-8 in which bytes that are not UTF-8 are U+FFFD, and control characters are
/// written as \x1b; line ends and tabs stay as they are.
std::string shown_text(std::string_view bytes);

/// The same of the first `max_bytes`; an ellipsis shows that there were more.
std::string shown_head(std::string_view bytes, std::size_t max_bytes);

/// Keeps the end of what is added.
class Tail {
 public:
  static constexpr std::size_t max_bytes = 4096;

  void add(std::string_view bytes);
  /// As shown_text, without white space around it; an ellipsis shows that there was
  /// more before.
  std::string text() const;

 private:
  std::string bytes_;
  bool cut_ = false;
};

}  // namespace modebox::config
