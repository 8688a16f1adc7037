#include "src/value/excerpt.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "modebox/text.h"

namespace modebox::value {
namespace {

/// Characters of a source line that are shown around the caret.
constexpr std::size_t excerpt_width = 96;

/// Where the first line ends, and the next one begins (ECMA-262, 12.3).
std::pair<std::size_t, std::size_t> line_end(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') return {i, i + 1};
    if (text[i] == '\r') return {i, text.substr(i).starts_with("\r\n") ? i + 2 : i + 1};
    const std::string_view rest = text.substr(i, 3);
    if (rest == "\u2028" || rest == "\u2029") return {i, i + 3};
  }
  return {text.size(), std::string_view::npos};
}

std::string_view nth_line(std::string_view text, std::int64_t line) {
  for (std::int64_t i = 1; i < line; ++i) {
    const std::size_t next = line_end(text).second;
    if (next == std::string_view::npos) return {};
    text.remove_prefix(next);
  }
  return text.substr(0, line_end(text).first);
}

/// They must not reach the terminal.
std::u16string printable(std::u16string units) {
  std::replace_if(units.begin(), units.end(), is_control, u' ');
  return units;
}

/// How many columns the units take, a surrogate pair as one.
std::size_t display_width(std::u16string_view units) {
  return static_cast<std::size_t>(std::count_if(
      units.begin(), units.end(), [](char16_t unit) { return unit < 0xDC00 || unit > 0xDFFF; }));
}

}  // namespace

std::string excerpt(std::string_view source, std::string_view source_name, std::int64_t line,
                    std::int64_t column) {
  const std::string_view text = nth_line(source, line);
  if (line < 1 || text.empty()) return {};
  std::u16string units = printable(to_utf16(text));
  std::size_t caret =
      std::min(static_cast<std::size_t>(std::max<std::int64_t>(column, 1)) - 1, units.size());
  std::string lead;
  if (units.size() > excerpt_width) {
    const std::size_t first = caret > excerpt_width / 2 ? std::min(caret - excerpt_width / 2,
                                                                   units.size() - excerpt_width)
                                                        : 0;
    units = units.substr(first, excerpt_width);
    caret -= first;
    if (first > 0) lead = "...";
  }
  const std::string number = std::to_string(line);
  const std::string margin(number.size(), ' ');
  const std::string indent(lead.size() + display_width(std::u16string_view(units).substr(0, caret)),
                           ' ');
  std::string place = std::string(source_name) + ":" + number;
  if (column > 0) place += ":" + std::to_string(column);
  return margin + "--> " + place + "\n" + number + " | " + lead + to_utf8_lossy(from_utf16(units)) +
         "\n" + margin + " | " + indent + "^\n";
}

}  // namespace modebox::value
