#include "src/bridge/tool_page.h"

#include <algorithm>
#include <utility>

#include "modebox/json.h"
#include "src/bridge/argument_headers.h"
#include "src/bridge/error_answer.h"

namespace modebox::bridge {
namespace {

constexpr std::size_t max_pages = 1'000;
/// Of all pages.
constexpr std::size_t max_bytes = std::size_t{32} << 20;
/// What is wrong with a thousand tools is told of the first.
constexpr std::size_t max_notes = 50;

std::string text_of(const Value& value) {
  return value.is_string() ? std::string(value.as_string()) : "";
}

}  // namespace

bool ToolPages::add(const Value& result, std::optional<Value>& next) {
  next.reset();
  const Value& list = result["tools"];
  if (!list.is_array()) return false;
  ++pages_;
  // The first is no larger than a message may be.
  const Result<std::string> text =
      to_json(result, {.max_bytes = max_bytes - std::min(bytes_, max_bytes - 1)});
  if (!text && pages_ > 1) {
    note("Its list of tools is larger than " + std::to_string(max_bytes) +
         " bytes; the rest is left out.");
    return true;
  }
  bytes_ += text ? text->size() : max_bytes;
  for (auto i = list.next_index(0); i; i = list.next_index(std::uint64_t{*i} + 1)) {
    if (tools.size() >= max_tools_) {
      note("Its list has more than " + std::to_string(max_tools_) +
           " tools; the rest is left out.");
      return true;
    }
    add_tool(list[*i], ++seen_);
  }
  const Value& cursor = result["nextCursor"];
  if (cursor.is_nullish()) return true;
  if (!cursor.is_string()) {
    note("What should lead to the next page of its tools is no text; the rest is left out.");
  } else if (!cursors_.emplace(cursor.as_string()).second) {
    note("The pages of its list of tools lead back to each other; the rest is left out.");
  } else if (pages_ >= max_pages) {
    note("Its list of tools has more than " + std::to_string(max_pages) +
         " pages; the rest is left out.");
  } else {
    next = cursor;
  }
  return true;
}

void ToolPages::add_tool(const Value& tool, std::size_t place) {
  const Value& name = tool["name"];
  if (!name.is_string()) {
    note("Tool " + std::to_string(place) + " of its list has no name, and is left out.");
    return;
  }
  RemoteTool result;
  result.name = std::string(name.as_string());
  const std::string called = "Its tool " + describe_text(result.name);
  if (names_.contains(result.name)) {
    note(called + " is in its list twice; the second is left out.");
    return;
  }
  if (mirrors_arguments_) {
    if (const std::string problem = problem_with_headers(tool["inputSchema"]); !problem.empty()) {
      note(called + " is left out: " + problem);
      return;
    }
  }
  names_.insert(result.name);
  result.description = text_of(tool["description"]);
  if (result.description.empty()) result.description = text_of(tool["title"]);
  if (tool["inputSchema"].is_object()) {
    result.input_schema = tool["inputSchema"];
  } else {
    note(called + " has no schema of its arguments (inputSchema); they are taken as they are.");
  }
  const Value& output = tool["outputSchema"];
  if (output.is_object() || output.is_boolean()) {
    result.output_schema = output;
  } else if (!output.is_nullish()) {
    note(called + " has an outputSchema that is none; it is passed over.");
  }
  result.read_only = tool["annotations"]["readOnlyHint"] == Value(true);
  tools.push_back(std::move(result));
}

void ToolPages::note(std::string text) {
  if (notes.size() < max_notes) notes.push_back(std::move(text));
}

}  // namespace modebox::bridge
