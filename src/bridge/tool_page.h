// Tools as a server's answers to `tools/list` describe them, page by page. What is not as it should
// be costs only the tool that it is about.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "modebox/value.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge {

/// Collects pages. Not thread-safe.
class ToolPages {
 public:
  /// `mirrors_arguments`: tools whose `x-mcp-header` is none are left out, as a client over HTTP
  /// has to.
  ToolPages(std::size_t max_tools, bool mirrors_arguments)
      : max_tools_(max_tools), mirrors_arguments_(mirrors_arguments) {}

  /// The cursor of the next page, or nothing: that was all, or there has been too much. False if
  /// the result is no page at all.
  bool add(const Value& result, std::optional<Value>& next);

  std::vector<RemoteTool> tools;
  std::vector<std::string> notes;

 private:
  void add_tool(const Value& tool, std::size_t place);
  void note(std::string text);

  std::size_t max_tools_;
  bool mirrors_arguments_;
  std::size_t pages_ = 0;
  std::size_t seen_ = 0;
  std::size_t bytes_ = 0;
  std::unordered_set<std::string> cursors_;
  std::unordered_set<std::string> names_;
};

}  // namespace modebox::bridge
