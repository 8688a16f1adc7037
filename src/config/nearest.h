// What a person may have meant by a name that is not known.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace modebox::config {

/// The known name with the fewest changes to `name`, letter case not counted; empty
/// if none is near.
std::string_view nearest(std::string_view name, std::span<const std::string_view> known);

/// ` Did you mean "approve"?`, or else ` Known are a, b and c.`
std::string hint_for(std::string_view name, std::span<const std::string_view> known);

}  // namespace modebox::config
