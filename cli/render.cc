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
#include "src/tools/shown_text.h"
#include "src/value/excerpt.h"

namespace modebox::cli {
namespace {

using value::is_between;

/// Bytes of a call in a list, where nobody decides by it.
constexpr std::size_t most_in_list = 2'000;

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

std::string render_error(const RunError& error, std::string_view source_name,
                         std::string_view source) {
  std::string text = "error: ";
  if (!error.name.empty()) text += error.name + ": ";
  text += error.message + " [" + error.code + "]\n";
  if (error.line > 0) text += value::excerpt(source, source_name, error.line, error.column);
  std::string_view stack = error.stack;
  while (!stack.empty()) {
    std::string_view frame = stack.substr(0, stack.find('\n'));
    stack.remove_prefix(std::min(stack.size(), frame.size() + 1));
    frame.remove_prefix(std::min(frame.size(), frame.find_first_not_of(' ')));
    if (!frame.empty()) text += "    " + std::string(frame) + "\n";
  }
  return shown_text(text);
}

std::string render_value(const Value& value) {
  return shown_text(value.is_string() ? value.as_string() : describe(value));
}

std::string render_waiting(const Interruption& interruption) {
  return interruption.id + "  " + shown_call(interruption, most_in_list).text;
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
  return shown_text(out);
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
