#include "src/value/path.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "src/value/node.h"

namespace modebox::value {
namespace {

constexpr std::size_t max_key_bytes = 60;
constexpr std::size_t max_path_bytes = 240;

bool is_identifier(std::string_view text) {
  if (text.empty() || text.size() > max_key_bytes) return false;
  const auto is_start = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  };
  for (const char c : text) {
    if (!is_start(c) && !(c >= '0' && c <= '9')) return false;
  }
  return is_start(text.front());
}

std::string key_text(const Value& key) {
  if (key.is_string()) return quoted(key.as_string(), max_key_bytes);
  if (key.is_number()) return number_text(key.as_number());
  return std::string(to_string(key.kind()));
}

std::string step_text(const PathStep& step) {
  std::string index = "[" + std::to_string(step.index) + "]";
  switch (step.into) {
    case PathStep::Into::property:
      return property_path(step.key->as_string());
    case PathStep::Into::element:
      return index;
    case PathStep::Into::map_key:
      return ".keys()" + index;
    case PathStep::Into::map_value:
      return ".get(" + key_text(*step.key) + ")";
    case PathStep::Into::member:
      return ".values()" + index;
  }
  return "";
}

/// Bytes of the character at `at`, of valid WTF-8.
std::size_t character_size(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return std::min(size, text.size() - at);
}

void append_unit(std::string& out, unsigned unit) {
  constexpr char digits[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += digits[unit >> shift & 0xf];
}

void append_escaped(std::string& out, std::string_view text, bool in_quotes = true) {
  std::size_t plain = 0;  // from here to `at` nothing needs escaping
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    const bool lone =
        c == 0xed && at + 2 < text.size() && static_cast<unsigned char>(text[at + 1]) >= 0xa0;
    const bool c1 = c == 0xc2 && at + 1 < text.size() &&
                    static_cast<unsigned char>(text[at + 1]) < 0xa0;  // terminals obey these too
    const bool quote = in_quotes && (c == '"' || c == '\\');
    if (c >= 0x20 && c != 0x7f && !quote && !lone && !c1) continue;
    out.append(text, plain, at - plain);
    if (lone) {
      append_unit(out, 0xd000u | (static_cast<unsigned char>(text[at + 1]) & 0x3fu) << 6 |
                           (static_cast<unsigned char>(text[at + 2]) & 0x3fu));
      at += 2;
    } else if (c1) {
      append_unit(out, static_cast<unsigned char>(text[++at]));
    } else if (quote) {
      out += '\\', out += static_cast<char>(c);
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else {
      append_unit(out, c);
    }
    plain = at + 1;
  }
  out.append(text, plain);
}

}  // namespace

std::string path_text(const PathStep* last) {
  std::vector<const PathStep*> steps;
  for (; last != nullptr; last = last->up) steps.push_back(last);
  std::string text = "$";
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) text += step_text(**step);
  if (text.size() <= max_path_bytes) return text;
  std::size_t cut = max_path_bytes / 2, resume = text.size() - max_path_bytes / 2;
  const auto inside = [&](std::size_t at) { return (text[at] & 0xc0) == 0x80; };
  while (cut > 0 && inside(cut)) --cut;
  while (resume < text.size() && inside(resume)) ++resume;
  return text.substr(0, cut) + "..." + text.substr(resume);
}

std::string property_path(std::string_view key) {
  if (is_identifier(key)) return "." + std::string(key);
  return "[" + quoted(key, max_key_bytes) + "]";
}

std::string quoted(std::string_view wtf8, std::size_t max_bytes) {
  std::size_t end = wtf8.size();
  if (end > max_bytes) {
    for (end = 0;;) {
      const std::size_t size = character_size(wtf8, end);
      if (end + size > max_bytes) break;
      end += size;
    }
  }
  std::string out;
  append_quoted(out, wtf8.substr(0, end));
  if (end < wtf8.size()) out.insert(out.size() - 1, "...");
  return out;
}

std::string printable(std::string_view wtf8) {
  std::string out;
  append_escaped(out, wtf8, false);
  return out;
}

void append_quoted(std::string& out, std::string_view wtf8) {
  out += '"';
  append_escaped(out, wtf8);
  out += '"';
}

std::string number_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  const std::string sign = std::signbit(number) ? "-" : "";
  number = std::abs(number);
  if (number == 0) return sign + "0";
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<std::size_t>(end.ptr - buffer));
  const std::size_t e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(),
                  exponent);
  std::string digits(1, text[0]);
  if (e > 1) digits += text.substr(2, e - 2);
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // digits before the decimal point
  if (count <= point && point <= 21)
    return sign + digits + std::string(static_cast<std::size_t>(point - count), '0');
  if (0 < point && point <= 21) return sign + digits.insert(static_cast<std::size_t>(point), ".");
  if (-6 < point && point <= 0)
    return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (count > 1) digits.insert(1, ".");
  return sign + digits + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

}  // namespace modebox::value
