// TypeScript to JavaScript, before a script is run.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "modebox/typescript.h"

namespace modebox::typescript {

struct StripError {
  enum class Kind : std::uint8_t {
    /// The text is neither TypeScript nor, as far as TypeScript knows, JavaScript.
    syntax,
    /// It is TypeScript that can not be run, as it is or at all.
    unsupported,
    /// Its stripping takes more time or memory than any script should.
    too_complex,
    /// The host or the stripper failed.
    internal,
  };
  Kind kind = Kind::internal;
  /// One sentence, or two.
  std::string message;
  /// From 1; columns in UTF-16 units. 0 if unknown.
  std::int64_t line = 0;
  std::int64_t column = 0;
};

/// JavaScript, or why there is none.
using StripResult = std::variant<std::string, StripError>;

/// More than enough for any source: 256 KiB take 10 ms.
inline constexpr std::chrono::microseconds most_time{80'000};
/// Enough for a page of text, for a thread that must not be held up.
inline constexpr std::chrono::microseconds brief_time{300};

/// `source` must be valid UTF-8. JavaScript comes back as it is. A source that takes more
/// than `time` of computing is too complex. Thread-safe.
StripResult strip(std::string_view source, TypeScriptMode mode,
                  std::chrono::microseconds time = most_time);

}  // namespace modebox::typescript
