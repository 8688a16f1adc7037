#include "src/bridge/mentions.h"

#include <algorithm>
#include <cstdint>

#include "modebox/text.h"

namespace modebox::bridge {
namespace {

constexpr std::array<bool, 256> word_bytes = [] {
  std::array<bool, 256> is_word{};
  for (std::size_t c = 0; c < 256; ++c) {
    is_word[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 c == '_' || c == '$' || c >= 0x80;
  }
  return is_word;
}();

/// Words by which a script may come to a group that it does not name.
constexpr auto doors = std::to_array<std::string_view>(
    {"Function", "constructor", "eval", "globalThis", "this", "tools"});

std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }
bool is_word(char c) { return word_bytes[byte(c)]; }
bool is_one_of(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

/// The first byte behind a word that is no blank. A word on the next line is a line end.
char behind(std::string_view source, std::size_t end) {
  bool is_next_line = false;
  while (end < source.size() && is_one_of(" \t\r\n", source[end])) {
    is_next_line |= source[end++] == '\n';
  }
  if (end == source.size()) return '\n';
  return is_next_line && is_word(source[end]) ? '\n' : source[end];
}

/// What is before a word, without blanks at its end.
std::string_view before(std::string_view source, std::size_t start) {
  while (start > 0 && is_one_of(" \t\r\n", source[start - 1])) --start;
  return source.substr(0, start);
}

/// Whether the word is not one of a sentence of a comment, or a text of its own.
bool is_operand(std::string_view before, char next) {
  if (is_word(next)) return false;
  if (before.empty()) return true;
  if (is_word(before.back())) {
    return before.ends_with("return") || before.ends_with("await") || before.ends_with("yield");
  }
  return !is_one_of("\"'`", before.back());
}

/// Whether the word, one of `doors`, opens one where it stands: the method `constructor` of a
/// class, `this.count`, a variable `tools` and words of comments do not.
bool opens(std::string_view source, std::size_t start, std::size_t end) {
  const std::string_view word = source.substr(start, end - start);
  const char next = behind(source, end);
  const std::string_view front = before(source, start);
  const char last = front.empty() ? '\n' : front.back();
  if (word == "globalThis") return true;
  if (word == "constructor") return is_one_of(".\"'`", last);
  if (word == "tools") return is_one_of(".[?", next) || last == '=';
  if (next == '[') return true;
  if (word == "this") return !is_one_of(".?", next) && is_operand(front, next);
  const bool has_member = end + 1 < source.size() && source[end] == '.' && is_word(source[end + 1]);
  return has_member || is_one_of("(?`", next) || is_operand(front, next);
}

/// The value of the hexadecimal digits at the front; they are removed.
char32_t take_hex(std::string_view& text, std::size_t most) {
  char32_t value = 0;
  for (std::size_t count = 0; count < most && !text.empty(); ++count) {
    const char c = text[0];
    const bool is_digit = c >= '0' && c <= '9';
    const char lower = static_cast<char>(c | 0x20);
    if (!is_digit && (lower < 'a' || lower > 'f')) break;
    value = (value * 16 + static_cast<char32_t>(is_digit ? c - '0' : lower - 'a' + 10)) & 0xFFFFFF;
    text.remove_prefix(1);
  }
  return value;
}

/// With `\u0061` and `\u{61}` as what they stand for, as they may be in names.
std::string without_escapes(std::string_view source) {
  std::string out;
  out.reserve(source.size());
  for (;;) {
    const std::size_t escape = source.find("\\u");
    out += source.substr(0, escape);
    if (escape == std::string_view::npos) return out;
    source.remove_prefix(escape + 2);
    const bool has_braces = source.starts_with('{');
    if (has_braces) source.remove_prefix(1);
    const char32_t point = take_hex(source, has_braces ? source.size() : 4);
    if (has_braces && source.starts_with('}')) source.remove_prefix(1);
    if (point >= 0x10000 && point <= 0x10FFFF) {
      const char16_t pair[] = {static_cast<char16_t>(0xD7C0 + (point >> 10)),
                               static_cast<char16_t>(0xDC00 + (point & 0x3FF))};
      out += from_utf16({pair, 2});
    } else if (point < 0x10000) {
      const auto unit = static_cast<char16_t>(point);
      out += from_utf16({&unit, 1});
    }
  }
}

}  // namespace

struct Mentions::Found {
  explicit Found(std::size_t groups) : is_named(groups) {}

  std::vector<bool> is_named;
  bool all = false;
};

Mentions::Mentions(const std::vector<std::string>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups_.emplace(groups[i], i);
    starts_[byte(groups[i][0])] = true;
  }
  for (const std::string_view door : doors) starts_[byte(door[0])] = true;
  // Blanks beyond ASCII are not told from letters: such words are looked through.
  std::fill(starts_.begin() + 0x80, starts_.end(), true);
}

std::vector<std::size_t> Mentions::in(std::string_view source) const {
  Found found(groups_.size());
  scan(source, found);
  if (!found.all && source.find("\\u") != std::string_view::npos) {
    scan(without_escapes(source), found);
  }
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < found.is_named.size(); ++i) {
    if (found.all || found.is_named[i]) numbers.push_back(i);
  }
  return numbers;
}

void Mentions::scan(std::string_view source, Found& found) const {
  for (std::size_t i = 0; i < source.size() && !found.all;) {
    const std::size_t start = i;
    while (i < source.size() && word_bytes[byte(source[i])]) ++i;
    if (i > start) {
      look_at(source, start, i, found);
    } else {
      ++i;
    }
  }
}

void Mentions::look_at(std::string_view source, std::size_t start, std::size_t end,
                       Found& found) const {
  const std::string_view word = source.substr(start, end - start);
  const bool is_ascii =
      std::none_of(word.begin(), word.end(), [](char c) { return byte(c) >= 0x80; });
  if (is_ascii) {
    if (!starts_[byte(word[0])]) return;
    if (const auto group = groups_.find(word); group != groups_.end()) {
      found.is_named[group->second] = true;
    }
    const bool is_door = std::find(doors.begin(), doors.end(), word) != doors.end();
    if (is_door && opens(source, start, end)) found.all = true;
    return;
  }
  for (const auto& [group, number] : groups_) {
    if (word.find(group) != std::string_view::npos) found.is_named[number] = true;
  }
  for (const std::string_view door : doors) {
    if (word.find(door) != std::string_view::npos) found.all = true;
  }
}

}  // namespace modebox::bridge
