#include "src/bridge/tool_names.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "modebox/text.h"
#include "src/tools/identifier.h"

namespace modebox::bridge {
namespace {

constexpr std::size_t longest = 100;

/// Properties that the language asks objects for, or that all others have.
constexpr auto special_members = std::to_array<std::string_view>(
    {"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "prototype", "then",
     "toJSON", "toLocaleString", "toString", "valueOf"});

bool is_special(std::string_view identifier, Place place) {
  const bool is_internal =
      identifier.size() > 4 && identifier.starts_with("__") && identifier.ends_with("__");
  if (is_internal || std::find(special_members.begin(), special_members.end(), identifier) !=
                         special_members.end()) {
    return true;
  }
  return place == Place::global &&
         (identifier == "tools" || is_reserved_word(identifier) || is_reserved_global(identifier));
}

/// The beginning of it, whole characters only.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace

std::string identifier_of(std::string_view name, Place place) {
  // The second are in the classes of the first, but nobody sees them.
  static const re2::RE2 no_part(
      R"([^\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]|)"
      R"([\x{34F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}\x{E0100}-\x{E01EF}])");
  static const re2::RE2 start(R"([\p{L}\p{Nl}_$])");
  // A few bytes more than are left, so that this cut does not show.
  std::string made = to_utf8_lossy(cut(name, longest + 4));
  re2::RE2::GlobalReplace(&made, no_part, "_");
  re2::StringPiece rest(made);
  if (!re2::RE2::Consume(&rest, start)) made.insert(made.begin(), '_');
  made = cut(made, longest);
  return is_special(made, place) ? made + '_' : made;
}

Identifiers distinct_identifiers(const std::vector<std::string>& names, Place place,
                                 const std::set<std::string, std::less<>>& taken) {
  Identifiers identifiers;
  std::set<std::string, std::less<>> used = taken;
  std::set<std::string> others;
  for (const std::string& name : names) {
    if (identifiers.contains(name) || others.contains(name)) continue;
    if (identifier_of(name, place) == name && used.insert(name).second) {
      identifiers.emplace(name, name);
    } else {
      others.insert(name);
    }
  }
  // By what is counted up: a thousand tools may come to the same name.
  std::map<std::string, std::size_t> next;
  for (const std::string& name : others) {
    const std::string wanted = identifier_of(name, place);
    std::string found = wanted;
    std::size_t& number = next.try_emplace(wanted, 2).first->second;
    while (!used.insert(found).second) {
      const std::string suffix = '_' + std::to_string(number++);
      found = std::string(cut(wanted, longest - suffix.size())) + suffix;
    }
    identifiers.emplace(name, std::move(found));
  }
  return identifiers;
}

}  // namespace modebox::bridge
