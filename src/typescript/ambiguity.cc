#include "src/typescript/ambiguity.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "src/typescript/place.h"

namespace modebox::typescript {
namespace {

struct Span {
  std::size_t from;
  std::size_t to;
};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

/// The parts of the source that became spaces, with the white space inside them;
/// nothing if anything else is different.
std::optional<std::vector<Span>> blanked(std::string_view source, std::string_view stripped) {
  std::vector<Span> spans;
  bool open = false;
  std::size_t other = 0;
  for (std::size_t at = 0; at < source.size();) {
    const Width width = width_at(source, at);
    const std::string_view rest = stripped.substr(std::min(other, stripped.size()));
    if (rest.substr(0, width.bytes) == source.substr(at, width.bytes)) {
      if (!is_space(source[at])) open = false;
      other += width.bytes;
    } else {
      if (rest.substr(0, width.units) != std::string_view("  ").substr(0, width.units)) return {};
      if (!open) spans.push_back({at, at});
      open = true;
      spans.back().to = at + width.bytes;
      other += width.units;
    }
    at += width.bytes;
  }
  if (other != stripped.size()) return {};
  return spans;
}

// Types that no program has as a variable, and generic ones that nobody compares.
constexpr auto own_types = std::to_array<std::string_view>(
    {"Array", "Map", "Partial", "Promise", "Readonly", "Record", "Set", "any", "bigint", "boolean",
     "never", "number", "object", "string", "symbol", "unknown", "void"});

bool is_own_type(std::string_view word) {
  return std::binary_search(own_types.begin(), own_types.end(), word);
}

/// `<b, c.d>`: names, numbers and what stands between them in comparisons.
bool reads_as_comparison(std::string_view text) {
  if (text.size() < 3 || text.front() != '<' || text.back() != '>') return false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    while (at < text.size() && is_name(text[at])) ++at;
    if (at > start) {
      if (is_own_type(text.substr(start, at - start))) return false;
    } else if (!is_space(text[at]) &&
               std::string_view("<>.,").find(text[at]) == std::string_view::npos) {
      return false;
    } else {
      ++at;
    }
  }
  return true;
}

std::size_t skip_space(std::string_view source, std::size_t at) {
  while (at < source.size() && is_space(source[at])) ++at;
  return at;
}

/// `declare`, at the end of its line.
bool begins_with_lone_word(std::string_view text) {
  for (const std::string_view word :
       {"abstract", "declare", "interface", "module", "namespace", "type"}) {
    if (!text.starts_with(word)) continue;
    const std::size_t next = text.find_first_not_of(" \t", word.size());
    return next != std::string_view::npos && (text[next] == '\n' || text[next] == '\r');
  }
  return false;
}

/// Behind the parenthesis that closes the one at `at`. What strings hold may mislead it,
/// to no more harm than the other reading of a comparison.
std::size_t after_parentheses(std::string_view source, std::size_t at) {
  int depth = 0;
  for (; at < source.size(); ++at) {
    if (source[at] == '(') ++depth;
    if (source[at] == ')' && --depth == 0) return at + 1;
  }
  return at;
}

/// `class A extends b.c`: no comparison can follow that.
bool follows_extends(std::string_view before) {
  while (!before.empty() && (is_name(before.back()) || before.back() == '.'))
    before.remove_suffix(1);
  if (before.empty() || !is_space(before.back())) return false;
  while (!before.empty() && is_space(before.back())) before.remove_suffix(1);
  return before.ends_with("extends");
}

/// A value before it, and one in parentheses behind it. Parentheses with nothing in them, and
/// those that a body follows, are a call's and a function's.
bool stands_between_values(std::string_view source, const Span& span) {
  std::size_t before = span.from;
  while (before > 0 && is_space(source[before - 1])) --before;
  const char last = before == 0 ? '\0' : source[before - 1];
  if (!is_name(last) && last != ')' && last != ']') return false;
  if (follows_extends(source.substr(0, before))) return false;
  const std::size_t next = skip_space(source, span.to);
  if (next == source.size()) return false;
  if (source[next] == '`') return true;
  if (source[next] != '(' || source.substr(skip_space(source, next + 1), 1) == ")") return false;
  const std::size_t end = skip_space(source, after_parentheses(source, next));
  return source.substr(end, 1) != "{" && source.substr(end, 2) != "=>";
}

}  // namespace

bool only_javascript_was_stripped(std::string_view source, std::string_view stripped) {
  // Nearly always the first difference tells.
  const auto first = std::mismatch(source.begin(), source.end(), stripped.begin(), stripped.end());
  const std::string_view rest =
      source.substr(static_cast<std::size_t>(first.first - source.begin()));
  if (!rest.starts_with('<') && !begins_with_lone_word(rest)) return false;
  const auto spans = blanked(source, stripped);
  return spans && std::all_of(spans->begin(), spans->end(), [&](const Span& span) {
           const std::string_view text = source.substr(span.from, span.to - span.from);
           return begins_with_lone_word(text) ||
                  (reads_as_comparison(text) && stands_between_values(source, span));
         });
}

}  // namespace modebox::typescript
