// Names of servers and of their tools as identifiers of scripts: different names stay different,
// and the order in which a server lists its tools decides nothing.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace modebox::bridge {

/// Where an identifier stands: a group is a global variable, a tool a property of its group.
enum class Place { global, member };

/// Identifiers by names.
using Identifiers = std::map<std::string, std::string, std::less<>>;

/// What a name is made into, looked at alone: what can not be in an identifier is `_`; what can not
/// begin one, or is empty, gets `_` in front; what means something else there (`delete` and `Map`
/// as a global, `then` and `constructor` anywhere) gets `_` behind; at most 100 bytes are left.
/// Letters beyond ASCII stay.
std::string identifier_of(std::string_view name, Place place);

/// An identifier of its own for each name; the same one twice counts once. A name that is an
/// identifier stays as it is, unless it is `taken`. Of the others that would be the same, the
/// first in the order of bytes has it, the next ones get `_2`, `_3` behind it.
Identifiers distinct_identifiers(const std::vector<std::string>& names, Place place,
                                 const std::set<std::string, std::less<>>& taken = {});

}  // namespace modebox::bridge
