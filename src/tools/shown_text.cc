#include "src/tools/shown_text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

#include "modebox/text.h"
#include "src/value/excerpt.h"

namespace modebox {
namespace {

using value::is_between;
using value::is_control;

/// So many blanks in a row are shown; more would push what stands around them away.
constexpr std::size_t most_blanks = 8;

/// Characters that show nothing, or move what stands around them: with them, a text that
/// somebody decides by could read otherwise than it is.
bool is_hidden(char16_t unit) {
  return is_control(unit) || unit == 0xA0 || unit == 0xAD || unit == 0x34F || unit == 0x61C ||
         is_between(unit, 0x335, 0x338) || is_between(unit, 0x115F, 0x1160) ||
         is_between(unit, 0x17B4, 0x17B5) || is_between(unit, 0x180B, 0x180F) ||
         is_between(unit, 0x2000, 0x200F) || is_between(unit, 0x2028, 0x202F) ||
         is_between(unit, 0x205F, 0x206F) || is_between(unit, 0x20D0, 0x20FF) || unit == 0x2800 ||
         unit == 0x3000 || unit == 0x3164 || is_between(unit, 0xFE00, 0xFE0F) || unit == 0xFEFF ||
         unit == 0xFFA0 || is_between(unit, 0xFFF0, 0xFFFB);
}

/// Whether a pair that begins so may be hidden, too: format characters of some scripts and
/// of music, tags, variants.
bool may_begin_hidden_pair(char16_t unit) {
  return unit == 0xD804 || unit == 0xD80D || unit == 0xD81B || unit == 0xD82F || unit == 0xD834 ||
         is_between(unit, 0xDB40, 0xDB7F);
}

void append_escape(std::u16string& out, char16_t unit) {
  char escape[8];
  std::snprintf(escape, sizeof escape, unit < 0x100 ? "\\x%02x" : "\\u%04x",
                static_cast<unsigned>(unit));
  out.append(escape, escape + std::strlen(escape));
}

/// For what a person decides by: nothing in it is hidden.
std::string strictly_shown(std::string_view text) {
  std::u16string out;
  bool in_pair = false;
  for (const char16_t unit : to_utf16(text)) {
    const bool was_in_pair = std::exchange(in_pair, may_begin_hidden_pair(unit));
    is_hidden(unit) || was_in_pair || in_pair ? append_escape(out, unit) : out.push_back(unit);
  }
  return to_utf8_lossy(from_utf16(out));
}

std::string without_long_blanks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    out.append(std::min(blanks, most_blanks), ' ');
    if (blanks > most_blanks) out += "[" + std::to_string(blanks - most_blanks) + " more blanks]";
    text.remove_prefix(blanks);
    const std::size_t word = std::min(text.find(' '), text.size());
    out += text.substr(0, word);
    text.remove_prefix(word);
  }
  return out;
}

}  // namespace

std::string shown_text(std::string_view text) {
  std::u16string out;
  for (const char16_t unit : to_utf16(text)) {
    is_control(unit) && unit != u'\n' && unit != u'\t' ? append_escape(out, unit)
                                                       : out.push_back(unit);
  }
  return to_utf8_lossy(from_utf16(out));
}

std::string strictly_shown_text(std::string_view text) {
  return without_long_blanks(strictly_shown(text));
}

Description shown_call(const Interruption& interruption, std::size_t max_bytes) {
  DescribeOptions options;
  options.line_width = std::numeric_limits<std::size_t>::max();
  Description call;
  for (const Value& argument : interruption.arguments) {
    if (!call.text.empty()) call.text += ", ";
    options.max_bytes = max_bytes - std::min(max_bytes, call.text.size());
    const Description one = describe_whole(argument, options);
    call.text += one.text;
    call.whole = call.whole && one.whole;
    if (!call.whole) break;
  }
  call.text = interruption.tool + "(" + without_long_blanks(strictly_shown(call.text)) + ")";
  if (!call.whole) call.text += " [not shown whole]";
  return call;
}

}  // namespace modebox
