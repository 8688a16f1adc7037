#include "src/tools/declare_text.h"

#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "modebox/text.h"
#include "src/tools/identifier.h"
#include "src/value/path.h"

namespace modebox::declare {
namespace {

constexpr std::string_view ellipsis = "\xe2\x80\xa6";

/// Controls, what turns the direction of text, and what has no width: a reader would not
/// see it, a compiler would.
bool is_hidden(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x115f ||
         c == 0x1160 || c == 0x180e || (c >= 0x200b && c <= 0x200f && c != 0x200d) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0x3164 ||
         c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff) ||
         (c >= 0xd800 && c <= 0xdfff);
}

bool is_line_end(char32_t c) { return c == '\n' || c == 0x85 || c == 0x2028 || c == 0x2029; }

/// Calls `visit(code point, its bytes)` for each; the text is WTF-8.
template <typename Visit>
void for_each_point(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    size = std::min(size, text.size() - at);
    char32_t point = size == 1 ? first : first & (0x7fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
      point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3f);
    }
    visit(point, text.substr(at, size));
    at += size;
  }
}

/// Cut at the end of a character.
std::string shortened(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  while (max_bytes > 0 && (static_cast<unsigned char>(text[max_bytes]) & 0xc0) == 0x80) --max_bytes;
  return std::string(text.substr(0, max_bytes)).append(ellipsis);
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// No end of a comment, and no word to the compiler (`@ts-ignore`).
void disarm(std::string& line) {
  replace_all(line, "*/", "*\\/");
  replace_all(line, "@ts-", "@ ts-");
  while (!line.empty() && line.back() == ' ') line.pop_back();
}

std::string number_literal(double number) {
  if (number == 0) return "0";
  return std::isfinite(number) ? value::number_text(number) : "number";
}

std::string array_literal(const Value& value) {
  std::string text = "[";
  for (std::size_t i = 0; i < value.size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(literal_type(value[i]));
  }
  return text + "]";
}

std::string object_literal(const Value& value) {
  if (value.size() == 0) return "{ [key: string]: never }";
  std::string text = "{ ";
  for (const auto& [key, item] : value.entries()) {
    text.append(property_key(key.as_string())).append(": ").append(literal_type(item)).append("; ");
  }
  return text.replace(text.size() - 2, 2, " }");
}

bool is_ascii_identifier(std::string_view name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

std::vector<std::string> comment_lines(std::string_view text, std::size_t max_bytes) {
  std::vector<std::string> lines(1);
  for_each_point(shortened(text, max_bytes), [&](char32_t point, std::string_view bytes) {
    if (is_line_end(point)) {
      lines.emplace_back();
    } else if (point == '\t') {
      lines.back() += ' ';
    } else if (!is_hidden(point)) {
      lines.back() += bytes;
    }
  });
  for (std::string& line : lines) disarm(line);
  const auto is_blank = [](const std::string& line) { return line.empty(); };
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  lines.erase(lines.begin(), std::find_if_not(lines.begin(), lines.end(), is_blank));
  return lines;
}

std::string doc_comment(const std::vector<std::string>& lines, int indent) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  if (lines.empty()) return "";
  if (lines.size() == 1) return margin + "/** " + lines[0] + " */\n";
  std::string text = margin + "/**\n";
  for (const std::string& line : lines) {
    text.append(margin).append(line.empty() ? " *" : " * ").append(line).append("\n");
  }
  return text + margin + " */\n";
}

std::string note_comment(std::string_view text) {
  std::string line;
  for (const std::string& part : comment_lines(text, 200)) line.append(" ").append(part);
  return " /*" + line + " */";
}

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for_each_point(text, [&](char32_t point, std::string_view bytes) {
    if (point == '"' || point == '\\') {
      out.append("\\").append(bytes);
    } else if (point == '\n') {
      out += "\\n";
    } else if (is_hidden(point) || point == 0x200d) {
      char code[12];
      std::snprintf(code, sizeof code, point > 0xffff ? "\\u{%x}" : "\\u%04x",
                    static_cast<unsigned>(point));
      out += code;
    } else {
      out += bytes;
    }
  });
  return out + "\"";
}

std::string literal_type(const Value& value) {
  switch (value.kind()) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return value.as_boolean() ? "true" : "false";
    case Kind::number:
      return number_literal(value.as_number());
    case Kind::string:
      return string_literal(value.as_string());
    case Kind::array:
      return array_literal(value);
    case Kind::object:
      return object_literal(value);
    default:
      return "unknown";
  }
}

std::string property_key(std::string_view name) {
  return is_ascii_identifier(name) ? std::string(name) : string_literal(name);
}

bool is_identifier(std::string_view name) {
  static const re2::RE2 pattern(R"([\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*)");
  return is_ascii_identifier(name) ||
         re2::RE2::FullMatch(re2::StringPiece(name.data(), name.size()), pattern);
}

std::string pascal_case(std::string_view text) {
  constexpr std::size_t most = 60;
  std::string out;
  bool starts_word = true;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_part = byte < 0x80 && std::isalnum(byte) != 0;
    if (is_part) out += starts_word ? static_cast<char>(std::toupper(byte)) : c;
    starts_word = !is_part;
  }
  return out;
}

std::string Names::take(const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; !taken_.insert(name).second; ++number) {
    name = wanted + std::to_string(number);
  }
  return name;
}

}  // namespace modebox::declare
