#include "cli/render.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
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

/// Characters that a terminal obeys, or that turn the direction of the text.
bool is_control(char16_t unit) {
  return unit < 0x20 || (unit >= 0x7F && unit < 0xA0) || (unit >= 0x202A && unit <= 0x202E) ||
         (unit >= 0x2066 && unit <= 0x2069);
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

Value stats_object(const RunStats& stats) {
  return Value::object({{"wallTimeMs", milliseconds(stats.wall_time)},
                        {"cpuTimeMs", milliseconds(stats.cpu_time)},
                        {"hostCalls", stats.host_calls},
                        {"peakMemoryBytes", stats.peak_memory},
                        {"dirtyPages", stats.dirty_pages},
                        {"fuel", stats.fuel}});
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
  std::u16string units;
  for (const char16_t unit : to_utf16(text)) {
    if (!is_control(unit) || unit == u'\n' || unit == u'\t') {
      units += unit;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, unit < 0x100 ? "\\x%02x" : "\\u%04x",
                  static_cast<unsigned>(unit));
    units.append(escape, escape + std::strlen(escape));
  }
  return to_utf8_lossy(from_utf16(units));
}

std::string render_value(const Value& value) {
  return render_text(value.is_string() ? value.as_string() : describe(value));
}

Result<std::string> render_json(const RunResult& result) {
  Value object = Value::object();
  if (const Value* value = result.value()) {
    object.set("outcome", "completed").set("value", *value);
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
