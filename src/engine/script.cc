#include "src/engine/script.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/engine/fences.h"
#include "src/typescript/place.h"
#include "src/typescript/strip.h"

namespace modebox::engine {
namespace {

using typescript::StripError;

ErrorKind kind_of(StripError::Kind kind) {
  switch (kind) {
    case StripError::Kind::syntax:
      return ErrorKind::syntax;
    case StripError::Kind::unsupported:
    case StripError::Kind::too_complex:
      return ErrorKind::typescript;
    case StripError::Kind::internal:
      break;
  }
  return ErrorKind::internal;
}

RunError placed(RunError error, std::int64_t line, std::int64_t column, const RunOptions& options) {
  error.line = line;
  error.column = column;
  if (line > 0) {
    error.stack =
        "    at " + options.source_name + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
  return error;
}

RunError error_of(const StripError& error, const RunOptions& options) {
  RunError result = run_error(kind_of(error.kind), error.message);
  if (result.kind == ErrorKind::syntax) result.name = "SyntaxError";
  return placed(std::move(result), error.line, error.column, options);
}

bool comes_before(const RunError& one, const RunError& other) {
  return one.line < other.line || (one.line == other.line && one.column < other.column);
}

/// What the text at the place begins with, if it is something that many write and that
/// nothing here knows.
std::optional<std::string_view> unknown_construct(std::string_view rest) {
  if (rest.starts_with("@")) {
    return "Decorators are not supported, with or without \"transform\"; call the decorating "
           "function yourself.";
  }
  if (rest.starts_with("<const>")) {
    return "A type assertion in angle brackets can not be stripped; write `value as const`.";
  }
  return std::nullopt;
}

/// Behind a mark of byte order, the line for the shell is not one for the engine.
void comment_out_shell_line(std::string& source) {
  constexpr std::string_view start = "\xef\xbb\xbf#!";
  if (source.starts_with(start)) source.replace(start.size() - 2, 2, "//");
}

}  // namespace

std::variant<Script, RunError, TakesLonger> read_script(std::string source,
                                                        const RunOptions& options, StripTime time) {
  const bool brief = time == StripTime::brief;
  comment_out_shell_line(source);
  if (const auto problem = blank_fences(source)) {
    RunError error = run_error(ErrorKind::syntax, problem->message);
    error.name = "SyntaxError";
    return placed(std::move(error), problem->line, 1, options);
  }
  auto stripped = typescript::strip(source, options.typescript,
                                    brief ? typescript::brief_time : typescript::most_time);
  if (auto* text = std::get_if<std::string>(&stripped)) return Script{std::move(*text)};
  const auto& error = std::get<StripError>(stripped);
  if (brief && error.kind == StripError::Kind::too_complex) return TakesLonger{};
  RunError told = error_of(error, options);
  // What is too complex may still be JavaScript.
  const bool may_run =
      error.kind == StripError::Kind::syntax || error.kind == StripError::Kind::too_complex;
  if (!may_run) return told;
  return Script{std::move(source), std::move(told)};
}

RunError explain_syntax_error(RunError error, std::string_view text,
                              const std::optional<RunError>& doubt) {
  if (doubt && (doubt->line == 0 || comes_before(error, *doubt))) return *doubt;
  const std::size_t at = typescript::offset_of(text, {error.line, error.column});
  if (error.line > 0) {
    if (const auto sentence = unknown_construct(text.substr(at))) {
      RunError told = run_error(ErrorKind::typescript, std::string(*sentence));
      told.line = error.line;
      told.column = error.column;
      told.stack = error.stack;
      return told;
    }
  }
  return error;
}

}  // namespace modebox::engine
