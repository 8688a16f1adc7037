// swc's parser takes a script for a module, in which nothing may be returned from the top
// level. So a script with a `return` is also tried as the body of a function, on the same
// lines. Nothing depends on that function: what breaks out of it is taken apart from it
// again, and is then no program any more, as the engine's own parser will say.
#include "src/typescript/strip.h"

#include <limits>
#include <optional>
#include <utility>

#include "src/typescript/ambiguity.h"
#include "src/typescript/layout.h"
#include "src/typescript/module_syntax.h"
#include "src/typescript/place.h"
#include "src/typescript/prescan.h"
#include "src/typescript/refusal.h"
#include "src/typescript/stripper.h"

namespace modebox::typescript {
namespace {

constexpr std::string_view mark = "\xef\xbb\xbf";  // of byte order, which swc drops
constexpr std::string_view before_body = "(async()=>{";
constexpr std::string_view after_body = "\n})";
constexpr std::string_view return_refused = "Return statement is not allowed here";

/// What swc leaves of a script that imported nothing but types.
constexpr std::string_view empty_export = "export { };\n";

constexpr std::string_view shell_line = "#!";
constexpr std::string_view comment = "//";
constexpr std::string_view modules_refused =
    "'import', and 'export' cannot be used outside of module code";

enum class Frame { none, function };

/// What swc says of the source in a frame, told of the source alone.
struct Reading {
  Answer answer;
  Frame frame = Frame::none;

  bool is(std::string_view code) const { return answer.failed && answer.code == code; }
};
using Read = std::variant<Reading, NoAnswer>;

std::string framed(std::string_view source, Frame frame) {
  std::string text;
  if (frame == Frame::none) return text = source;
  text.reserve(source.size() + before_body.size() + after_body.size());
  text.append(before_body).append(source).append(after_body);
  // A first line for the shell would not be the first one any more.
  if (source.starts_with(shell_line)) text.replace(before_body.size(), 2, comment);
  return text;
}

class Attempts {
 public:
  Attempts(std::string_view source, std::chrono::nanoseconds time)
      : source_(source), allowance_(time) {}

  /// As a module or as a function's body, whichever is likelier first.
  Read read(TypeScriptMode mode) const {
    const bool returns = has_word(source_, "return");
    const bool is_module = has_word(source_, "import") || has_word(source_, "export");
    const Frame first = returns && !is_module ? Frame::function : Frame::none;
    Read one = read(source_, mode, first);
    const Reading* reading = std::get_if<Reading>(&one);
    if (!returns || reading == nullptr || !reading->is("InvalidSyntax")) return one;
    if (first == Frame::none && reading->answer.text != return_refused) return one;
    Read other = first == Frame::none ? read_function(mode) : read(source_, mode, Frame::none);
    const Reading* second = std::get_if<Reading>(&other);
    if (second == nullptr || !second->is("InvalidSyntax")) return other;
    return first == Frame::function ? one : other;
  }

  StripError never_ends() const {
    constexpr auto beyond = std::numeric_limits<std::int64_t>::max();
    const Place end = within({beyond, 1});
    return {StripError::Kind::syntax,
            "The script ends in the middle of something that it does not close.", end.line,
            end.column};
  }

  /// Where in the source a failure is.
  Place place_of(const Reading& reading, TypeScriptMode mode) const {
    return place_of(reading, mode, source_);
  }

 private:
  Place place_of(const Reading& reading, TypeScriptMode mode, std::string_view source) const {
    Answer answer = reading.answer;
    if (!has_plain_width(source)) {
      const std::string plain = of_plain_width(source);
      const auto again = ask_swc(framed(plain, reading.frame), mode, allowance_);
      const Answer* told = std::get_if<Answer>(&again);
      // Where it is another failure now, its place is better than none.
      if (told != nullptr && told->failed) answer = *told;
    }
    Place place{answer.line, answer.column + 1};
    if (reading.frame == Frame::function && place.line == 1) {
      place.column -= static_cast<std::int64_t>(before_body.size());
    }
    return within(place);
  }

  /// A script that returns and that imports or exports nothing but types, which the
  /// function's body may not do: those statements are taken out, one by one.
  Read read_function(TypeScriptMode mode) const {
    std::string source(source_);
    for (;;) {
      Read read_now = read(source, mode, Frame::function);
      const Reading* reading = std::get_if<Reading>(&read_now);
      if (reading == nullptr || reading->answer.text != modules_refused) return read_now;
      const std::size_t at = offset_of(source, place_of(*reading, mode, source));
      if (!blank_module_syntax(source, at)) return read_now;
    }
  }

  Read read(std::string_view source, TypeScriptMode mode, Frame frame) const {
    auto answer = ask_swc(framed(source, frame), mode, allowance_);
    if (const NoAnswer* none = std::get_if<NoAnswer>(&answer)) return *none;
    return Reading{std::get<Answer>(std::move(answer)), frame};
  }

  /// A failure behind the source is one at its end.
  Place within(const Place& place) const {
    Place last{1, 1};
    for (std::size_t at = 0; at < source_.size();) {
      const Width width = width_at(source_, at);
      last = source_[at] == '\n'
                 ? Place{last.line + 1, 1}
                 : Place{last.line, last.column + static_cast<std::int64_t>(width.units)};
      at += width.bytes;
    }
    if (place.line > last.line) return last;
    return {place.line, place.column < 1 ? 1 : place.column};
  }

  std::string_view source_;
  Allowance allowance_;
};

StripError no_answer(NoAnswer why) {
  if (why == NoAnswer::too_complex) {
    return {StripError::Kind::too_complex,
            "The script is too complex for the TypeScript stripper. Nest it less, or run it as "
            "JavaScript without types."};
  }
  return {StripError::Kind::internal,
          "The TypeScript stripper failed on this script; that is a fault of modebox or of this "
          "machine."};
}

/// `read_as` is the mode in which the reading was made, `mode` the one that was asked for.
StripError refusal(std::string_view source, const Attempts& attempts, const Reading& reading,
                   TypeScriptMode read_as, TypeScriptMode mode) {
  const Place place = attempts.place_of(reading, read_as);
  // What is refused while compiling comes without a code.
  const bool is_uncoded = reading.answer.code.empty() && !reading.answer.text.empty();
  const bool unsupported = reading.is("UnsupportedSyntax") || is_uncoded;
  if (!unsupported && !reading.is("InvalidSyntax")) return no_answer(NoAnswer::broken);
  return {unsupported ? StripError::Kind::unsupported : StripError::Kind::syntax,
          unsupported ? refuse_construct(reading.answer.text, mode)
                      : tell_syntax_error(source, place, reading.answer.text),
          place.line, place.column};
}

/// The text between what the frame put around it; nothing if that is not there.
std::optional<std::string> unframed(std::string text, Frame frame) {
  if (frame == Frame::none) return text;
  if (!text.starts_with(before_body) || !text.ends_with(after_body)) return std::nullopt;
  return text.substr(before_body.size(), text.size() - before_body.size() - after_body.size());
}

StripResult stripped(std::string_view source, const Reading& reading) {
  auto text = unframed(reading.answer.code, reading.frame);
  if (!text) return no_answer(NoAnswer::broken);
  if (source.starts_with(shell_line) && text->starts_with(comment)) text->replace(0, 2, shell_line);
  if (source.starts_with(mark) && !text->starts_with(mark)) text->insert(0, mark);
  if (only_javascript_was_stripped(source, *text)) return std::string(source);
  return *std::move(text);
}

StripResult transformed(const Attempts& attempts, std::string_view source) {
  const Read read = attempts.read(TypeScriptMode::transform);
  if (const NoAnswer* none = std::get_if<NoAnswer>(&read)) return no_answer(*none);
  const Reading& reading = std::get<Reading>(read);
  if (reading.answer.failed) {
    return refusal(source, attempts, reading, TypeScriptMode::transform, TypeScriptMode::transform);
  }
  const bool in_function = reading.frame == Frame::function;
  std::string_view code = reading.answer.code;
  if (code.ends_with(empty_export)) code.remove_suffix(empty_export.size());
  auto text =
      lay_out(code, reading.answer.text, {in_function ? before_body.size() : 0, in_function});
  if (text) return *std::move(text);
  // swc forgives a literal that does not end; then the function's end is part of it.
  return in_function ? attempts.never_ends() : no_answer(NoAnswer::broken);
}

}  // namespace

StripResult strip(std::string_view source, TypeScriptMode mode, std::chrono::microseconds time) {
  if (!may_be_typescript(source)) return std::string(source);
  const Attempts attempts(source, time);
  const Read read = attempts.read(TypeScriptMode::strip);
  if (const NoAnswer* none = std::get_if<NoAnswer>(&read)) return no_answer(*none);
  const Reading& reading = std::get<Reading>(read);
  if (!reading.answer.failed) return stripped(source, reading);
  // Only what needs it is compiled: everything else keeps its exact place.
  if (mode == TypeScriptMode::transform && reading.is("UnsupportedSyntax") &&
      can_be_compiled(reading.answer.text)) {
    return transformed(attempts, source);
  }
  return refusal(source, attempts, reading, TypeScriptMode::strip, mode);
}

}  // namespace modebox::typescript
