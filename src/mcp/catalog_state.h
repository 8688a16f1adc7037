// What the parts of the catalog share.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/toolbox.h"
#include "src/mcp/catalog.h"
#include "src/mcp/tool_search.h"

namespace modebox::mcp {

struct Catalog::State {
  State(const Toolbox& toolbox, std::vector<std::string> approved)
      : tools(toolbox), approve(std::move(approved)) {}

  const std::vector<Tool>& list() const { return tools.tools(); }
  /// Made at the first search: a server that starts does not wait for it.
  const ToolSearch& search() const;
  /// Those whose name is that or fits that pattern, else those that fit the words.
  std::vector<std::size_t> find(std::string_view query) const;
  /// Those whose names fit the pattern, or are it.
  std::vector<std::size_t> named(std::string_view pattern) const;
  struct Declarations {
    std::string text;
    /// Of how many.
    std::size_t count = 0;
  };
  /// The declarations of the first of these tools, of as many as have room in so many bytes.
  Declarations declare(const std::vector<std::size_t>& which, std::size_t max_bytes) const;

  const Toolbox tools;
  /// Patterns of tools that need consent, besides those that say so themselves.
  const std::vector<std::string> approve;

 private:
  /// Empty if that can not be.
  std::string declare_one(const Tool& tool, std::size_t max_bytes) const;

  mutable std::once_flag made_;
  mutable std::optional<ToolSearch> search_;
};

/// The first sentence of its description, or as much as has room; one line.
std::string brief_of(const Tool& tool, std::size_t max_bytes);

/// The part of its name before the first dot; the empty text where there is no dot.
std::string_view group_of(const Tool& tool);

}  // namespace modebox::mcp
