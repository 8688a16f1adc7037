#include "cli/render.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <utility>

#include "modebox/json.h"
#include "modebox/text.h"

namespace modebox::cli {
namespace {

/// Characters of a source line that are shown around the caret.
constexpr std::size_t excerpt_width = 96;

/// Where the first line ends, and the next one begins (ECMA-262, 12.3).
std::pair<std::size_t, std::size_t> line_end(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') return {i, i + 1};
    if (text[i] == '\r') return {i, text.substr(i).starts_with("\r\n") ? i + 2 : i + 1};
    const std::string_view rest = text.substr(i, 3);
    if (rest == "\u2028" || rest == "\u2029") return {i, i + 3};
  }
  return {text.size(), std::string_view::npos};
}

std::string_view nth_line(std::string_view text, std::int64_t line) {
  for (std::int64_t i = 1; i < line; ++i) {
    const std::size_t next = line_end(text).second;
    if (next == std::string_view::npos) return {};
    text.remove_prefix(next);
  }
  return text.substr(0, line_end(text).first);
}

/// Bytes of a call in a list, where nobody decides by it.
constexpr std::size_t most_in_list = 2'000;
/// So many blanks in a row are shown; more would push what stands around them away.
constexpr std::size_t most_blanks = 8;

bool is_between(char16_t unit, char16_t first, char16_t last) {
  return unit >= first && unit <= last;
}

/// Characters that a terminal obeys, or that turn the direction of the text.
bool is_control(char16_t unit) {
  return unit < 0x20 || is_between(unit, 0x7F, 0x9F) || is_between(unit, 0x202A, 0x202E) ||
         is_between(unit, 0x2066, 0x2069);
}

/// Characters that show nothing, or move what stands around them: with them, a text that
/// somebody decides by could read otherwise than it is.
bool is_hidden(char16_t unit) {
  return is_control(unit) || unit == 0xA0 || unit == 0xAD || unit == 0x34F || unit == 0x61C ||
         is_between(unit, 0x335, 0x338) || is_between(unit, 0x115F, 0x1160) ||
         is_between(unit, 0x17B4, 0x17B5) || is_between(unit, 0x180B, 0x180F) ||
         is_between(unit, 0x2000, 0x200F) || is_between(unit, 0x2028, 0x202F) ||
         is_between(unit, 0x205F, 0x206F) || is_between(unit, 0x20D0, 0x20FF) || unit == 0x2800 ||
         unit == 0x3000 || unit == 0x3164 || is_between(unit, 0xFE00, 0xFE0F) || unit == 0xFEFF ||
         unit == 0xFFA0 || is_between(unit, 0xFFF0, 0xFFFB);
}

/// Whether a pair that begins so may be hidden, too: format characters of some scripts and
/// of music, tags, variants.
bool may_begin_hidden_pair(char16_t unit) {
  return unit == 0xD804 || unit == 0xD80D || unit == 0xD81B || unit == 0xD82F || unit == 0xD834 ||
         is_between(unit, 0xDB40, 0xDB7F);
}

void append_escape(std::u16string& out, char16_t unit) {
  char escape[8];
  std::snprintf(escape, sizeof escape, unit < 0x100 ? "\\x%02x" : "\\u%04x",
                static_cast<unsigned>(unit));
  out.append(escape, escape + std::strlen(escape));
}

/// For what a person decides by: nothing in it is hidden.
std::string render_strictly(std::string_view text) {
  std::u16string out;
  bool in_pair = false;
  for (const char16_t unit : to_utf16(text)) {
    const bool was_in_pair = std::exchange(in_pair, may_begin_hidden_pair(unit));
    is_hidden(unit) || was_in_pair || in_pair ? append_escape(out, unit) : out.push_back(unit);
  }
  return to_utf8_lossy(from_utf16(out));
}

/// They must not reach the terminal.
std::u16string printable(std::u16string units) {
  std::replace_if(units.begin(), units.end(), is_control, u' ');
  return units;
}

/// How many columns the units take, a surrogate pair as one.
std::size_t display_width(std::u16string_view units) {
  return static_cast<std::size_t>(std::count_if(
      units.begin(), units.end(), [](char16_t unit) { return unit < 0xDC00 || unit > 0xDFFF; }));
}

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::string without_long_blanks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    out.append(std::min(blanks, most_blanks), ' ');
    if (blanks > most_blanks) out += "[" + std::to_string(blanks - most_blanks) + " more blanks]";
    text.remove_prefix(blanks);
    const std::size_t word = std::min(text.find(' '), text.size());
    out += text.substr(0, word);
    text.remove_prefix(word);
  }
  return out;
}

Value text(std::string_view bytes) { return Value::string_lossy(bytes); }

Value error_object(const RunError& error) {
  Value object = Value::object({{"kind", to_string(error.kind)},
                                {"code", text(error.code)},
                                {"message", text(error.message)}});
  if (!error.name.empty()) object.set("name", text(error.name));
  if (!error.stack.empty()) object.set("stack", text(error.stack));
  if (error.line > 0) object.set("line", error.line).set("column", error.column);
  if (error.thrown) object.set("thrown", *error.thrown);
  return object;
}

Value interruption_list(const std::vector<Interruption>& interruptions) {
  Value list = Value::array();
  for (const Interruption& one : interruptions) {
    Value object = Value::object({{"id", text(one.id)},
                                  {"tool", text(one.tool)},
                                  {"arguments", Value::array(one.arguments)},
                                  {"reason", to_string(one.reason)}});
    if (one.payload) object.set("payload", *one.payload);
    list.push(std::move(object));
  }
  return list;
}

Value stats_object(const RunStats& stats) {
  Value object = Value::object({{"wallTimeMs", milliseconds(stats.wall_time)},
                                {"cpuTimeMs", milliseconds(stats.cpu_time)},
                                {"hostCalls", stats.host_calls},
                                {"peakMemoryBytes", stats.peak_memory},
                                {"dirtyPages", stats.dirty_pages},
                                {"fuel", stats.fuel}});
  if (stats.token_size != 0) object.set("tokenSizeBytes", stats.token_size);
  return object;
}

}  // namespace

std::string render_excerpt(std::string_view source, std::string_view source_name, std::int64_t line,
                           std::int64_t column) {
  const std::string_view text = nth_line(source, line);
  if (line < 1 || text.empty()) return {};
  std::u16string units = printable(to_utf16(text));
  std::size_t caret =
      std::min(static_cast<std::size_t>(std::max<std::int64_t>(column, 1)) - 1, units.size());
  std::string lead;
  if (units.size() > excerpt_width) {
    const std::size_t first = caret > excerpt_width / 2 ? std::min(caret - excerpt_width / 2,
                                                                   units.size() - excerpt_width)
                                                        : 0;
    units = units.substr(first, excerpt_width);
    caret -= first;
    if (first > 0) lead = "...";
  }
  const std::string number = std::to_string(line);
  const std::string margin(number.size(), ' ');
  const std::string indent(lead.size() + display_width(std::u16string_view(units).substr(0, caret)),
                           ' ');
  std::string place = std::string(source_name) + ":" + number;
  if (column > 0) place += ":" + std::to_string(column);
  return margin + "--> " + place + "\n" + number + " | " + lead + to_utf8_lossy(from_utf16(units)) +
         "\n" + margin + " | " + indent + "^\n";
}

std::string render_error(const RunError& error, std::string_view source_name,
                         std::string_view source) {
  std::string text = "error: ";
  if (!error.name.empty()) text += error.name + ": ";
  text += error.message + " [" + error.code + "]\n";
  if (error.line > 0) text += render_excerpt(source, source_name, error.line, error.column);
  std::string_view stack = error.stack;
  while (!stack.empty()) {
    std::string_view frame = stack.substr(0, stack.find('\n'));
    stack.remove_prefix(std::min(stack.size(), frame.size() + 1));
    frame.remove_prefix(std::min(frame.size(), frame.find_first_not_of(' ')));
    if (!frame.empty()) text += "    " + std::string(frame) + "\n";
  }
  return render_text(text);
}

std::string render_text(std::string_view text) {
  std::u16string out;
  for (const char16_t unit : to_utf16(text)) {
    is_control(unit) && unit != u'\n' && unit != u'\t' ? append_escape(out, unit)
                                                       : out.push_back(unit);
  }
  return to_utf8_lossy(from_utf16(out));
}

std::string render_value(const Value& value) {
  return render_text(value.is_string() ? value.as_string() : describe(value));
}

Description render_call(const Interruption& interruption, std::size_t max_bytes) {
  DescribeOptions options;
  options.line_width = std::numeric_limits<std::size_t>::max();
  Description call;
  for (const Value& argument : interruption.arguments) {
    if (!call.text.empty()) call.text += ", ";
    options.max_bytes = max_bytes - std::min(max_bytes, call.text.size());
    const Description one = describe_whole(argument, options);
    call.text += one.text;
    call.whole = call.whole && one.whole;
    if (!call.whole) break;
  }
  call.text = interruption.tool + "(" + without_long_blanks(render_strictly(call.text)) + ")";
  if (!call.whole) call.text += " [not shown whole]";
  return call;
}

std::string render_waiting(const Interruption& interruption) {
  return interruption.id + "  " + render_call(interruption, most_in_list).text;
}

std::string render_in_margin(std::string_view text, std::size_t width) {
  std::u16string out;
  std::size_t column = width;  // the first unit begins a line
  for (const char16_t unit : to_utf16(text)) {
    const bool is_second_half = is_between(unit, 0xDC00, 0xDFFF);
    // What may be twice as wide is taken for that.
    const std::size_t columns = is_second_half ? 0 : unit < 0x1100 ? 1 : 2;
    if (unit == u'\n' || column + columns > width) {
      if (!out.empty()) out += u'\n';
      out += u"  | ";
      column = 0;
    }
    if (unit == u'\n') continue;
    out += unit;
    column += columns;
  }
  return to_utf8_lossy(from_utf16(out));
}

std::string render_info(const ContinuationInfo& info) {
  const auto time = [](double ms) { return describe(Value::date(ms)); };
  std::string out = std::string(to_string(info.kind)) + " of " + info.source_name + ", " +
                    std::to_string(info.token_size) + " bytes\n";
  out += "made     " + time(info.created_ms) + "\n";
  out += "expires  " + time(info.expires_ms) + (info.expired ? " (expired)" : "") + "\n";
  if (!info.audience.empty()) out += "audience " + info.audience + "\n";
  out += "image    " + info.image_hash + (info.image_matches ? "" : " (not this modebox's)") + "\n";
  out += "calls    " + std::to_string(info.host_calls) + " so far\n";
  out += "tools   ";
  for (const std::string& tool : info.tools) out += " " + tool;
  out += "\n";
  for (const Interruption& one : info.interruptions) {
    out += "waits    " + render_waiting(one) + "\n";
  }
  return render_text(out);
}

Result<std::string> render_info_json(const ContinuationInfo& info) {
  Value tools = Value::array();
  for (const std::string& tool : info.tools) tools.push(text(tool));
  const Value object = Value::object({{"kind", to_string(info.kind)},
                                      {"interruptions", interruption_list(info.interruptions)},
                                      {"createdMs", info.created_ms},
                                      {"expiresMs", info.expires_ms},
                                      {"expired", info.expired},
                                      {"audience", text(info.audience)},
                                      {"imageHash", text(info.image_hash)},
                                      {"imageMatches", info.image_matches},
                                      {"tools", tools},
                                      {"sourceName", text(info.source_name)},
                                      {"hostCalls", info.host_calls},
                                      {"tokenSize", info.token_size},
                                      {"memorySize", info.memory_size},
                                      {"compressedMemorySize", info.compressed_memory_size}});
  return to_tagged_json(object, JsonOptions{.indent = 2});
}

Result<std::string> render_json(const RunResult& result) {
  Value object = Value::object();
  if (const Value* value = result.value()) {
    object.set("outcome", "completed").set("value", *value);
  } else if (const Interrupted* interrupted = result.interrupted()) {
    object.set("outcome", "interrupted")
        .set("continuation", text(interrupted->continuation))
        .set("interruptions", interruption_list(interrupted->interruptions));
  } else {
    object.set("outcome", "failed").set("error", error_object(*result.error()));
  }
  Value logs = Value::array();
  for (const LogEntry& log : result.logs) {
    logs.push(
        Value::object({{"level", text(log.level)}, {"text", text(log.text)}, {"time", log.time}}));
  }
  Value calls = Value::array();
  for (const CallRecord& call : result.calls) {
    calls.push(Value::object({{"name", text(call.name)},
                              {"state", to_string(call.state)},
                              {"durationMs", milliseconds(call.duration)}}));
  }
  object.set("logs", logs).set("stats", stats_object(result.stats)).set("calls", calls);
  JsonOptions options;
  options.indent = 2;
  return to_tagged_json(object, options);
}

}  // namespace modebox::cli
