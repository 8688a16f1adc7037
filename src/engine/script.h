// From the text that a caller gives to the JavaScript that the engine's parser gets, and
// from that parser's error to the one that helps whoever wrote the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "modebox/engine.h"

namespace modebox::engine {

struct Script {
  /// Each place in it is that of the given text.
  std::string text;
  /// Why TypeScript's parser refused the text. It was then left as it is, and the engine's
  /// own parser decides.
  std::optional<RunError> doubt = {};
};

/// How long stripping may take. `brief`: where a thread is only lent.
enum class StripTime { brief, full };
/// It would have taken longer.
struct TakesLonger {};

/// The script in a source that was checked; a RunError if it can not be run.
std::variant<Script, RunError, TakesLonger> read_script(std::string source,
                                                        const RunOptions& options, StripTime time);

/// The engine's syntax error, or a better one: TypeScript's, where that parser got further
/// in the same text, or one that names a construct that neither knows.
RunError explain_syntax_error(RunError error, std::string_view text,
                              const std::optional<RunError>& doubt);

}  // namespace modebox::engine
