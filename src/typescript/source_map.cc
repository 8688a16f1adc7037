#include "src/typescript/source_map.h"

#include <array>
#include <cstddef>

namespace modebox::typescript {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Variable-length numbers in base 64, the lowest five bits first, the sign lowest of all.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool at_number() const { return !at_end() && text_[at_] != ',' && text_[at_] != ';'; }

  std::optional<std::int64_t> next() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 40 && !at_end(); shift += 5) {
      const std::size_t digit = digits.find(text_[at_++]);
      if (digit == std::string_view::npos) return std::nullopt;
      value |= (digit & 31) << shift;
      if ((digit & 32) != 0) continue;
      const auto magnitude = static_cast<std::int64_t>(value >> 1);
      return (value & 1) != 0 ? -magnitude : magnitude;
    }
    return std::nullopt;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Column, source, line and column in it, name: what a segment changes.
using Fields = std::array<std::int64_t, 5>;

/// How many numbers the segment has; none if it is not well formed.
std::size_t read_segment(Numbers& numbers, Fields& fields) {
  std::size_t count = 0;
  for (; numbers.at_number(); ++count) {
    const auto change = count < fields.size() ? numbers.next() : std::nullopt;
    if (!change) return 0;
    fields[count] += *change;
    if (fields[count] < 0 || fields[count] > 0x7fffffff) return 0;
  }
  return count;
}

std::optional<std::string_view> mappings_of(std::string_view json) {
  // Within a string of the map its quotes would be escaped.
  constexpr std::string_view key = "\"mappings\":\"";
  const std::size_t start = json.rfind(key);
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view rest = json.substr(start + key.size());
  return rest.substr(0, rest.find('"'));
}

}  // namespace

std::optional<std::vector<Mapping>> read_mappings(std::string_view json) {
  const auto text = mappings_of(json);
  if (!text) return std::nullopt;
  Numbers numbers(*text);
  std::vector<Mapping> mappings;
  Fields fields = {};
  std::uint32_t line = 0;
  while (!numbers.at_end()) {
    if (numbers.take(',')) continue;
    if (numbers.take(';')) {
      ++line;
      fields[0] = 0;
      continue;
    }
    const std::size_t count = read_segment(numbers, fields);
    if (count == 0) return std::nullopt;
    if (count < 4) continue;
    mappings.push_back({line, static_cast<std::uint32_t>(fields[0]),
                        static_cast<std::uint32_t>(fields[2]),
                        static_cast<std::uint32_t>(fields[3])});
  }
  return mappings;
}

}  // namespace modebox::typescript
