// The texts of `modebox help TOPIC`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace modebox::cli {

/// The text of a topic, nothing if there is no such topic.
std::optional<std::string_view> help_text(std::string_view topic);
/// The topics with a line each.
std::string help_topics();

}  // namespace modebox::cli
