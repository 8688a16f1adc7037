#include "src/typescript/prescan.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace modebox::typescript {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Of a word. What is not ASCII may be white space, so it ends a word.
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

// TypeScript's own words, and those of JavaScript that have other forms in it (a
// function or a method without a body, a parameter called this).
constexpr auto words = std::to_array<std::string_view>(
    {"abstract",   "as",     "class",     "declare",   "enum",      "export",   "function",
     "implements", "import", "interface", "module",    "namespace", "override", "private",
     "protected",  "public", "readonly",  "satisfies", "this",      "type"});

bool is_typescript_word(std::string_view word) {
  return std::binary_search(words.begin(), words.end(), word);
}

char last_before(std::string_view source, std::size_t at) {
  while (at > 0 && is_space(source[at - 1])) --at;
  return at == 0 ? '\0' : source[at - 1];
}

/// `x!`, not `!x` and not `x != y`: something that has a value comes before it. A comment
/// may stand between them.
bool is_postfix_bang(std::string_view source, std::size_t at) {
  if (at + 1 < source.size() && source[at + 1] == '=') return false;
  const char before = last_before(source, at);
  return is_name(before) || static_cast<unsigned char>(before) >= 0x80 ||
         (before != '\0' && std::string_view(")]}'\"`!/").find(before) != std::string_view::npos);
}

/// Not `?.` and not `??`.
bool is_lone_question(std::string_view source, std::size_t at) {
  const char next = at + 1 < source.size() ? source[at + 1] : '\0';
  return next != '.' && next != '?' && (at == 0 || source[at - 1] != '?');
}

bool needs_typescript(std::string_view source, std::size_t at) {
  switch (source[at]) {
    case ':':
    case '<':
    case '@':
    case '\\':  // a word may be written with escapes
      return true;
    case '!':
      return is_postfix_bang(source, at);
    case '?':
      return is_lone_question(source, at);
    default:
      return false;
  }
}

}  // namespace

bool may_be_typescript(std::string_view source) {
  for (std::size_t at = 0; at < source.size();) {
    if (!is_name(source[at])) {
      if (needs_typescript(source, at)) return true;
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < source.size() && is_name(source[at])) ++at;
    if (is_typescript_word(source.substr(start, at - start))) return true;
  }
  return false;
}

bool has_word(std::string_view source, std::string_view word) {
  for (std::size_t at = source.find(word); at != std::string_view::npos;
       at = source.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_name(source[at - 1])) && (end == source.size() || !is_name(source[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace modebox::typescript
