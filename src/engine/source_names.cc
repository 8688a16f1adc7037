#include "src/engine/source_names.h"

#include <algorithm>
#include <array>

namespace modebox::engine {
namespace {

constexpr std::size_t longest = 200;

// Of one name, places that are looked at, and bytes behind each: beyond that it may be declared.
constexpr std::size_t most_places = 500;
constexpr std::size_t most_ahead = 300;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_one_of(char c, std::string_view these) { return these.find(c) != these.npos; }
bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Behind the spaces that stand at a place.
std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}
/// Where the spaces before a place begin.
std::size_t before_spaces(std::string_view text, std::size_t at) {
  while (at > 0 && is_space(text[at - 1])) --at;
  return at;
}

/// Whether a name goes on across a place.
bool is_inside_name(std::string_view text, std::size_t at) {
  return at > 0 && at < text.size() && is_name_byte(text[at - 1]) && is_name_byte(text[at]);
}
/// Behind the name that stands at a place.
std::size_t end_of_name(std::string_view text, std::size_t at) {
  while (at < text.size() && is_name_byte(text[at])) ++at;
  return at;
}
/// Where the name that ends before a place begins.
std::size_t begin_of_name(std::string_view text, std::size_t end) {
  while (end > 0 && is_name_byte(text[end - 1])) --end;
  return end;
}

/// What follows says that a name, or the pattern that it is part of, is being declared.
bool is_declared_by(std::string_view rest) {
  if (rest.starts_with("=")) return !rest.starts_with("==");
  return rest.starts_with("{") || rest.starts_with("of ") || rest.starts_with("in ");
}

/// Whether a name that ends at a place is a parameter or part of a pattern: goes out of the
/// brackets around it, one after the other, and looks at what follows each.
bool is_in_pattern(std::string_view text, std::size_t at) {
  const std::string_view near = text.substr(at, most_ahead);
  std::size_t depth = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const char c = near[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c != ')' && c != ']' && c != '}') continue;
    if (depth > 0) {
      --depth;
      continue;
    }
    const std::string_view rest = near.substr(skip_spaces(near, i + 1));
    if (is_declared_by(rest)) return true;
    if (!rest.empty() && !is_one_of(rest.front(), ",)]}")) return false;
  }
  return near.size() == most_ahead;
}

/// Whether the name between two places is declared there.
bool is_declared_at(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr auto declaring =
      std::to_array<std::string_view>({"class", "const", "function", "let", "using", "var"});
  const std::size_t before = before_spaces(text, begin);
  const std::size_t word = begin_of_name(text, before);
  const std::string_view last = text.substr(word, before - word);
  if (std::find(declaring.begin(), declaring.end(), last) != declaring.end()) return true;
  const std::string_view rest = text.substr(skip_spaces(text, end));
  if (rest.starts_with("=")) return !rest.starts_with("==");
  if (before == 0 || rest.empty()) return false;
  const char sign = text[before - 1];
  if (sign == '*') return rest.starts_with("(");          // function* name()
  if (sign == ',' && rest.starts_with(";")) return true;  // let a, name;
  return is_one_of(sign, "([{,:.") && is_one_of(rest.front(), ",)]}") && is_in_pattern(text, end);
}

}  // namespace

std::string dotted_name_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || !is_name_byte(text[at]) || is_digit(text[at])) return {};
  if (is_inside_name(text, at)) return {};
  std::string name(text.substr(at, end_of_name(text, at) - at));
  while (name.size() <= longest) {
    std::size_t end = before_spaces(text, at);
    const bool is_spread = text.substr(0, end).ends_with("...");
    if (end == 0 || text[end - 1] != '.' || is_spread) break;
    --end;
    if (end > 0 && text[end - 1] == '?') --end;
    end = before_spaces(text, end);
    at = begin_of_name(text, end);
    if (at == end || is_digit(text[at])) return {};
    name.insert(0, std::string(text.substr(at, end - at)) + ".");
  }
  const bool is_private = at > 0 && text[at - 1] == '#';
  return is_private || name.size() > longest ? std::string() : name;
}

bool is_called_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(skip_spaces(text, end_of_name(text, at)));
  return rest.starts_with("(") || rest.starts_with("`") || rest.starts_with("?.(");
}

bool may_declare(std::string_view text, std::string_view name) {
  std::size_t places = 0;
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (is_inside_name(text, at) || is_inside_name(text, end)) continue;
    if (++places > most_places || is_declared_at(text, at, end)) return true;
  }
  return false;
}

}  // namespace modebox::engine
