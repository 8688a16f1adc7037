#include "src/mcp/cut_text.h"

namespace modebox::mcp {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

/// What the character that begins so takes in UTF-16.
std::size_t units_of(char first) { return static_cast<unsigned char>(first) >= 0xF0 ? 2 : 1; }

}  // namespace

std::size_t length_in_units(std::string_view utf8) {
  std::size_t units = 0;
  for (const char byte : utf8) units += begins_character(byte) ? units_of(byte) : 0;
  return units;
}

Beginning beginning_of(std::string_view utf8, std::size_t most) {
  std::size_t units = 0, at = 0;
  Beginning behind_line;
  for (; at < utf8.size(); ++at) {
    if (!begins_character(utf8[at])) continue;
    const std::size_t more = units_of(utf8[at]);
    if (units + more > most) break;
    units += more;
    if (utf8[at] == '\n') behind_line = {utf8.substr(0, at + 1), units};
  }
  const bool is_near = units - behind_line.units <= most / 10;
  if (at < utf8.size() && behind_line.units > 0 && is_near) return behind_line;
  return {utf8.substr(0, at), units};
}

}  // namespace modebox::mcp
