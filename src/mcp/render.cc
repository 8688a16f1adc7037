#include "src/mcp/render.h"

#include <algorithm>
#include <utility>

#include "modebox/json.h"
#include "modebox/text.h"
#include "src/mcp/call_summary.h"
#include "src/mcp/cut_text.h"
#include "src/value/excerpt.h"

namespace modebox::mcp {
namespace {

/// Of an error: bytes of its message, and frames of its stack.
constexpr std::size_t most_message = 4000;
constexpr std::size_t most_frames = 12;
constexpr std::size_t most_frame = 300;
/// Of a call that waits.
constexpr std::size_t most_arguments = 1000;
constexpr std::size_t most_waiting = 20;
/// A value may be written out in full when it shares much of itself; beyond that it is cut for
/// good.
constexpr std::size_t most_value_bytes = std::size_t{4} << 20;

std::string cut_off(std::string_view text, std::size_t most) {
  const Beginning beginning = beginning_of(text, most);
  return std::string(beginning.text) + (beginning.text.size() < text.size() ? "..." : "");
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

std::string value_text(const Value& value) {
  if (value.is_undefined()) return "The script's value is undefined.";
  if (value.is_string() && !is_blank(value.as_string())) return to_utf8_lossy(value.as_string());
  if (Result<std::string> json = to_json(value, {.max_bytes = most_value_bytes})) {
    return to_utf8_lossy(*json);
  }
  return to_utf8_lossy(
      describe(value, {.max_bytes = most_value_bytes, .max_depth = 100, .line_width = 100}));
}

std::string log_text(const std::vector<LogEntry>& logs) {
  std::string text;
  for (const LogEntry& log : logs) {
    if (log.level != "log") text += log.level + ": ";
    text += log.text + "\n";
  }
  return to_utf8_lossy(text);
}

std::string stack_text(std::string_view stack) {
  std::string text;
  std::size_t frames = 0;
  while (!stack.empty() && frames < most_frames) {
    std::string_view frame = stack.substr(0, stack.find('\n'));
    stack.remove_prefix(std::min(stack.size(), frame.size() + 1));
    frame.remove_prefix(std::min(frame.size(), frame.find_first_not_of(" \t")));
    if (frame.empty()) continue;
    text += "    " + cut_off(to_utf8_lossy(frame), most_frame) + "\n";
    ++frames;
  }
  return text + (is_blank(stack) ? "" : "    ...\n");
}

std::string calls_text(const RunResult& result) {
  const std::string summary = call_summary(result.calls);
  return summary.empty() ? "No host call was made.\n" : "Host calls of this run:\n" + summary;
}

std::string failure_text(const RunError& error, const RunResult& result,
                         const RenderOptions& options) {
  std::string text = std::string(to_string(error.kind)) + " (" +
                     cut_off(to_utf8_lossy(error.code), most_frame) + "): ";
  if (!error.name.empty()) text += cut_off(to_utf8_lossy(error.name), most_frame) + ": ";
  text += cut_off(to_utf8_lossy(error.message), most_message) + "\n";
  if (error.line > 0) {
    text += to_utf8_lossy(
        value::excerpt(options.source, options.source_name, error.line, error.column));
  }
  return text + stack_text(error.stack) + calls_text(result);
}

std::string arguments_text(const Interruption& call) {
  constexpr std::size_t no_lines = 100'000;
  std::string text;
  for (const Value& argument : call.arguments) {
    if (text.size() >= most_arguments) return text + ", ...";
    text +=
        (text.empty() ? "" : ", ") +
        to_utf8_lossy(describe(argument, {.max_bytes = most_arguments, .line_width = no_lines}));
  }
  return text;
}

std::string waiting_text(const Interrupted& interrupted, const RunResult& result) {
  std::string text = "The script waits for a person's consent to:\n";
  std::size_t shown = 0;
  for (const Interruption& one : interrupted.interruptions) {
    if (shown++ == most_waiting) {
      text += "and " + std::to_string(interrupted.interruptions.size() - most_waiting) +
              " other calls\n";
      break;
    }
    text += "  " + to_utf8_lossy(one.tool) + "(" + arguments_text(one) + ")\n";
  }
  return text + calls_text(result);
}

/// Takes parts of text, in the order of their importance, and gives each what is left.
class TextBudget {
 public:
  explicit TextBudget(const RenderOptions& options)
      : left_(options.max_text), outputs_(options.outputs) {}

  std::size_t left() const { return left_; }

  /// The text, or what `most` lets through of it and a line about the rest.
  std::string fit(std::string text, std::size_t most) {
    const std::size_t length = length_in_units(text);
    if (length <= most) {
      left_ -= std::min(left_, length);
      return text;
    }
    const Beginning beginning = beginning_of(text, most);
    left_ -= std::min(left_, beginning.units);
    std::string shown(beginning.text);
    if (!shown.empty() && shown.back() != '\n') shown += "\n";
    shown += "[" + std::to_string(length - beginning.units) + " of " + std::to_string(length) +
             " characters are missing. ";
    if (outputs_ == nullptr) return shown + "Return or print less.]";
    const std::string id = outputs_->keep(std::move(text));
    return shown + "In a later script, await tools.output(\"" + id +
           "\") is the whole text: search it, or take .slice(" + std::to_string(beginning.units) +
           ", ...) of it.]";
  }

 private:
  std::size_t left_;
  OutputStore* outputs_;
};

/// All that a script can make long: the value and the logs. Each may have half; what one does not
/// need, the other gets.
class Renderer {
 public:
  explicit Renderer(const RenderOptions& options) : options_(options), budget_(options) {}

  Rendering render(const RunResult& result) {
    std::string logs = log_text(result.logs);
    const std::size_t for_logs = std::min(length_in_units(logs), options_.max_text / 2);
    if (const Value* value = result.value()) {
      add_value(*value, budget_.left() - for_logs);
    } else if (const RunError* error = result.error()) {
      rendering_.is_error = true;
      add(failure_text(*error, result, options_));
    } else {
      add(waiting_text(*result.interrupted(), result));
    }
    if (!logs.empty()) {
      rendering_.content.push_back(text_block(
          "Console:\n" + budget_.fit(std::move(logs), std::max(budget_.left(), for_logs))));
    }
    return std::move(rendering_);
  }

 private:
  /// Text of ours, which is bounded.
  void add(std::string text) {
    const std::size_t length = length_in_units(text);
    rendering_.content.push_back(text_block(budget_.fit(std::move(text), length)));
  }

  void add_value(const Value& value, std::size_t most) {
    Content content = content_of(value, options_.content);
    if (content.blocks.empty()) {
      rendering_.content.push_back(text_block(budget_.fit(value_text(value), most)));
      if (!content.problem.empty()) {
        add("The value looks like MCP content and is none: " + content.problem);
      }
      return;
    }
    rendering_.is_error = content.is_error;
    for (ContentBlock& block : content.blocks) add_block(std::move(block), most);
  }

  void add_block(ContentBlock block, std::size_t& most) {
    const bool is_resource = block["type"] == Value("resource");
    Value holder = is_resource ? block["resource"] : block;
    const std::string_view text = text_of(holder);
    if (!text.empty()) {
      const std::size_t before = budget_.left();
      holder.set("text", budget_.fit(std::string(text), most));
      most -= std::min(most, before - budget_.left());
    }
    rendering_.content.push_back(std::move(block));
  }

  const RenderOptions& options_;
  TextBudget budget_;
  Rendering rendering_;
};

}  // namespace

Rendering render(const RunResult& result, const RenderOptions& options) {
  return Renderer(options).render(result);
}

}  // namespace modebox::mcp
