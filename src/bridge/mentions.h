// Which groups the text of a script could use, without parsing it: all that it names, and all there
// are where it could come to them without naming them. Errs on the side of yes.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace modebox::bridge {

/// Immutable, thread-safe.
class Mentions {
 public:
  explicit Mentions(const std::vector<std::string>& groups);

  /// Their numbers, each once, in ascending order. Takes time in proportion to the text: about a
  /// nanosecond for each of its bytes.
  std::vector<std::size_t> in(std::string_view source) const;

 private:
  struct Found;
  void scan(std::string_view source, Found& found) const;
  void look_at(std::string_view source, std::size_t start, std::size_t end, Found& found) const;

  std::map<std::string, std::size_t, std::less<>> groups_;
  /// First bytes of what is looked for.
  std::array<bool, 256> starts_{};
};

}  // namespace modebox::bridge
