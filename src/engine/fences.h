// Models put a script between the fences of Markdown, often with a sentence before and behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace modebox::engine {

/// Why a source with fences can not be taken for one script.
struct FenceProblem {
  std::string message;
  std::int64_t line = 0;
};

/// Turns the fences of the one block between them ("```ts" and "```", each alone on its line) and
/// the prose around it into blanks, so that no position changes. One of the two fences may be
/// missing where nothing but the script is there. A line outside of the fences that looks like code
/// is never dropped: that is a problem, as several blocks are. Leaves a source without fences, and
/// one that has them in a comment, as it is; outside of comments, no script that works has a line
/// that begins with
/// "```".
std::optional<FenceProblem> blank_fences(std::string& source);

}  // namespace modebox::engine
