// What the parts of the catalog share.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/toolbox.h"
#include "src/mcp/catalog.h"
#include "src/mcp/tool_search.h"

namespace modebox::mcp {

struct Catalog::State {
  explicit State(const Toolbox& toolbox) : tools(toolbox) {}

  const std::vector<Tool>& list() const { return tools.tools(); }
  /// Made at the first search: a server that starts does not wait for it.
  const ToolSearch& search() const;
  /// Those whose name is that or fits that pattern, else those that fit the words.
  std::vector<std::size_t> find(std::string_view query) const;
  /// Those whose names fit the pattern, or are it.
  std::vector<std::size_t> named(std::string_view pattern) const;
  /// The declarations of one, at most so many bytes; empty if that can not be.
  std::string declare(const Tool& tool, std::size_t max_bytes) const;

  const Toolbox tools;

 private:
  mutable std::once_flag made_;
  mutable std::optional<ToolSearch> search_;
};

/// The first sentence of its description, or as much as has room; one line.
std::string brief_of(const Tool& tool, std::size_t max_bytes);

/// The part of its name before the first dot; the empty text where there is no dot.
std::string_view group_of(const Tool& tool);

}  // namespace modebox::mcp
