// What a person, or a model, may have meant by a name that is not known.
#pragma once

#include <span>
#include <string_view>

namespace modebox {

/// The known name with the fewest changes to `name`, letter case not counted: at most one for each
/// three bytes of the longer of the two. Of equals the first; empty if none is near, or if `name`
/// has more than 64 bytes. A view of what `known` holds.
std::string_view nearest(std::string_view name, std::span<const std::string_view> known);

}  // namespace modebox
