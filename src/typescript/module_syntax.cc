#include "src/typescript/module_syntax.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "src/typescript/place.h"

namespace modebox::typescript {
namespace {

/// The text behind a word and the white space after it; empty if it does not begin so.
std::string_view after_word(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return {};
  const std::size_t next = text.find_first_not_of(" \t\r\n", word.size());
  return next == std::string_view::npos || next == word.size() ? std::string_view()
                                                               : text.substr(next);
}

/// Up to the end of its first string.
std::size_t length_of_import(std::string_view text) {
  const std::size_t quote = text.find_first_of("'\"");
  if (quote == std::string_view::npos) return 0;
  const std::size_t end = text.find(text[quote], quote + 1);
  return end == std::string_view::npos ? 0 : end + 1;
}

std::size_t length_to_blank(std::string_view text) {
  const std::string_view imported = after_word(text, "import");
  if (!after_word(imported, "type").empty()) return length_of_import(text);
  const std::string_view exported = after_word(text, "export");
  constexpr auto words = std::to_array<std::string_view>({"type", "interface", "declare"});
  const bool is_type = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return !after_word(exported, word).empty();
  });
  // `export type { A }` names what may be a value elsewhere.
  return is_type && !after_word(exported, "type").starts_with("{") ? 6 : 0;
}

}  // namespace

bool blank_module_syntax(std::string& source, std::size_t at) {
  const std::size_t length =
      at < source.size() ? length_to_blank(std::string_view(source).substr(at)) : 0;
  if (length == 0) return false;
  std::string blank;
  const std::string_view text = std::string_view(source).substr(at, length);
  for (std::size_t i = 0; i < text.size();) {
    const Width width = width_at(text, i);
    const bool ends_line = text[i] == '\n' || text[i] == '\r';
    ends_line ? blank.append(1, text[i]) : blank.append(width.units, ' ');
    i += width.bytes;
  }
  source.replace(at, length, blank);
  return true;
}

}  // namespace modebox::typescript
