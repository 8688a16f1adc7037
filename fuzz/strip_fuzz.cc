// The type stripper, on any text: JavaScript, or an error that is not an internal one, within
// the time that a source has; the same again for the same text; and its own JavaScript is
// JavaScript, so that stripping it once more changes nothing.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "modebox/text.h"
#include "src/typescript/prescan.h"
#include "src/typescript/strip.h"

namespace {

using namespace modebox;
using typescript::StripError;

void require(bool holds) {
  if (!holds) std::abort();
}

/// Short, so that a fuzzer gets on.
constexpr std::chrono::milliseconds time_for_one{20};

void check(const std::string& source, TypeScriptMode mode) {
  const auto result = typescript::strip(source, mode, time_for_one);
  if (const auto* error = std::get_if<StripError>(&result)) {
    require(error->kind != StripError::Kind::internal && !error->message.empty());
    require(error->line >= 0 && error->column >= 0);
    return;
  }
  const std::string& text = std::get<std::string>(result);
  require(find_invalid_wtf8(text) == std::string::npos);
  if (!typescript::may_be_typescript(source)) require(text == source);
  if (mode == TypeScriptMode::transform) return;
  const auto lines = [](std::string_view in) {
    std::size_t count = 0;
    for (const char c : in) count += c == '\n' ? 1 : 0;
    return count;
  };
  require(lines(text) == lines(source) && text.size() <= source.size() + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 4096) return 0;
  const std::string source(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (find_invalid_wtf8(source) != std::string::npos || !is_well_formed(source)) return 0;
  check(source, (data[0] & 1) != 0 ? TypeScriptMode::transform : TypeScriptMode::strip);
  return 0;
}
