// Lines out of the pieces in which they come.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace modebox::bridge {

class LineSplitter {
 public:
  /// Bytes of one line, without its end.
  explicit LineSplitter(std::size_t max_line) : max_line_(max_line) {}

  /// Calls `line(std::string_view)` for each that is whole and not blank, until that says false.
  /// False if a line is too long: no more can be read then.
  template <typename Line>
  bool add(std::string_view piece, Line line) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      const std::string_view part = piece.substr(0, end);
      if (part.size() > max_line_ - rest_.size()) return false;
      if (end == std::string_view::npos) {
        rest_.append(part);
        return true;
      }
      piece.remove_prefix(end + 1);
      // Most lines come whole: those are not copied.
      if (!rest_.empty()) rest_.append(part);
      const std::string_view whole = rest_.empty() ? part : std::string_view(rest_);
      const bool blank = whole.find_first_not_of(" \t\r") == std::string_view::npos;
      const bool goes_on = blank || line(whole);
      rest_.clear();
      if (rest_.capacity() > kept_capacity) std::string().swap(rest_);
      if (!goes_on) return true;
    }
    return true;
  }

 private:
  static constexpr std::size_t kept_capacity = std::size_t{1} << 20;

  const std::size_t max_line_;
  std::string rest_;
};

}  // namespace modebox::bridge
