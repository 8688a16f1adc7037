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

/// Bytes of a call's text.
constexpr std::size_t most_of_call = std::size_t{2} << 20;

bool is_between(char16_t unit, char16_t first, char16_t last) {
  return unit >= first && unit <= last;
}

/// Characters that a terminal obeys, that turn the direction of the text, or that take
/// no place: what is read would not be what is there.
bool is_control(char16_t unit) {
  return unit < 0x20 || is_between(unit, 0x7F, 0x9F) || unit == 0xAD || unit == 0x34F ||
         unit == 0x61C || is_between(unit, 0x115F, 0x1160) || is_between(unit, 0x17B4, 0x17B5) ||
         is_between(unit, 0x180B, 0x180F) || is_between(unit, 0x200B, 0x200F) ||
         is_between(unit, 0x2028, 0x202E) || is_between(unit, 0x2060, 0x206F) || unit == 0x2800 ||
         unit == 0x3164 || is_between(unit, 0xFE00, 0xFE0F) || unit == 0xFEFF || unit == 0xFFA0 ||
         is_between(unit, 0xFFF0, 0xFFFB);
}

/// The first half of a character from U+E0000 on: tags and variants, all without width.
bool begins_invisible_pair(char16_t unit) { return is_between(unit, 0xDB40, 0xDB7F); }

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
  std::u16string units;
  bool in_pair = false;
  for (const char16_t unit : to_utf16(text)) {
    const bool hidden = std::exchange(in_pair, begins_invisible_pair(unit)) || in_pair;
    if ((!is_control(unit) && !hidden) || unit == u'\n' || unit == u'\t') {
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

std::string render_call(const Interruption& interruption) {
  DescribeOptions options;
  options.max_bytes = most_of_call;
  options.max_depth = 1'000;
  std::string text = interruption.tool + "(";
  for (const Value& argument : interruption.arguments) {
    if (text.back() != '(') text += ", ";
    text += describe(argument, options);
  }
  text += ")";
  const bool is_cut = text.size() >= most_of_call;
  if (is_cut) text += "\n[This call is too large to be shown whole.]";
  return render_text(text);
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
    out += "waits    " + one.id + "  " + render_call(one) + "\n";
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
