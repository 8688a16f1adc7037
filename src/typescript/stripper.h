// One entry of the stripper's sandbox: what swc is asked, and what it answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "modebox/typescript.h"

namespace modebox::typescript {

/// What swc has to say about a source. Places as swc counts them (place.h).
struct Answer {
  bool failed = false;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  /// The JavaScript; of a failure, `InvalidSyntax` or `UnsupportedSyntax`.
  std::string code;
  /// The source map, if there is one; of a failure, its message.
  std::string text;
};

/// Why there is no answer.
enum class NoAnswer : std::uint8_t {
  /// It took too much time, stack or memory.
  too_complex,
  /// The system refused a sandbox, or the stripper broke down.
  broken,
};

/// The time for one source, however often swc is asked about it.
class Allowance {
 public:
  explicit Allowance(std::chrono::nanoseconds time);
  /// Computing time of this thread that is left.
  std::chrono::nanoseconds left() const;

 private:
  std::chrono::nanoseconds end_;
};

std::variant<Answer, NoAnswer> ask_swc(std::string_view source, TypeScriptMode mode,
                                       const Allowance& allowance);

}  // namespace modebox::typescript
