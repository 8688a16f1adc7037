#include "src/engine/fences.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace modebox::engine {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view mark_of_order = "\xef\xbb\xbf";

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

/// A line with a fence: from its beginning to behind its end.
struct Fence {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t length = 0;  // of the fence
  std::int64_t line = 0;
  bool is_bare = false;  // nothing behind the fence: it may close
};

std::vector<Fence> fences_in(std::string_view source) {
  std::vector<Fence> fences;
  std::int64_t number = 1;
  for (std::size_t begin = 0; begin < source.size(); ++number) {
    const std::size_t end = std::min(source.find('\n', begin), source.size() - 1) + 1;
    std::string_view line = source.substr(begin, end - begin);
    if (begin == 0 && line.starts_with(mark_of_order)) line.remove_prefix(mark_of_order.size());
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(blanks)));
    const std::size_t length = std::min(line.find_first_not_of('`'), line.size());
    const std::string_view rest = line.substr(length);
    if (length >= 3 && rest.find('`') == rest.npos) {
      fences.push_back({begin, end, length, number, is_blank(rest)});
    }
    begin = end;
  }
  return fences;
}

/// Where a comment that has begun in the text is still open.
bool ends_in_comment(std::string_view text) {
  const std::size_t open = text.rfind("/*");
  return open != text.npos && text.find("*/", open + 2) == text.npos;
}

/// Whether a line looks more like a statement than like a sentence.
bool is_statement(std::string_view line) {
  constexpr auto keywords = std::to_array<std::string_view>(
      {"async", "await", "class", "const", "export", "for", "function", "if", "import", "interface",
       "let", "return", "throw", "try", "type", "var", "while"});
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(blanks)));
  line = line.substr(0, line.find_last_not_of(blanks) + 1);
  if (line.empty() || line.starts_with("//")) return false;
  if (std::string_view(";{}").find(line.back()) != std::string_view::npos) return true;
  const std::string_view word = line.substr(0, line.find(' '));
  const std::string_view rest = line.substr(word.size());
  if (std::find(keywords.begin(), keywords.end(), word) != keywords.end()) {
    return rest.find_first_of("=({\"'") != rest.npos;
  }
  const std::size_t call = word.find('(');
  return (call != word.npos && call > 0 && word[0] != '`') || rest.starts_with(" = ") ||
         rest.starts_with(" += ");
}

bool is_code(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (is_statement(line)) return true;
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return false;
}

/// All but what ends lines, as the engine counts them.
void blank(std::string& source, std::size_t begin, std::size_t end) {
  constexpr std::string_view line_separator = "\u2028", paragraph_separator = "\u2029";
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view rest = std::string_view(source).substr(i, 3);
    if (rest == line_separator || rest == paragraph_separator) {
      i += 2;
    } else if (source[i] != '\n' && source[i] != '\r') {
      source[i] = ' ';
    }
  }
}

}  // namespace

std::optional<FenceProblem> blank_fences(std::string& source) {
  if (source.find("```") == source.npos) return std::nullopt;
  const std::vector<Fence> fences = fences_in(source);
  if (fences.empty() || ends_in_comment(std::string_view(source).substr(0, fences[0].begin))) {
    return std::nullopt;
  }
  const Fence& opening = fences[0];
  const auto closing = std::find_if(fences.begin() + 1, fences.end(), [&](const Fence& fence) {
    return fence.is_bare && fence.length >= opening.length;
  });
  const std::string_view before = std::string_view(source).substr(0, opening.begin);
  if (closing == fences.end()) {
    const bool closes = is_blank(std::string_view(source).substr(opening.end)) && opening.is_bare;
    if (!closes && is_code(before)) {
      return FenceProblem{
          "There is code before the fence of Markdown (```); give one script without fences.",
          opening.line};
    }
    blank(source, closes ? opening.begin : 0, opening.end);
    return std::nullopt;
  }
  if (closing + 1 != fences.end()) {
    return FenceProblem{
        "There is more than one block between fences of Markdown (```); give one "
        "script without fences.",
        (closing + 1)->line};
  }
  const bool code_before = is_code(before);
  if (code_before || is_code(std::string_view(source).substr(closing->end))) {
    return FenceProblem{
        "There is code outside of the fences of Markdown (```); give one script "
        "without fences.",
        code_before ? opening.line : closing->line};
  }
  blank(source, 0, opening.end);
  blank(source, closing->begin, source.size());
  return std::nullopt;
}

}  // namespace modebox::engine
