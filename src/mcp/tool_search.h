// Finding tools by words. Both sides may be hostile: queries are a model's or a script's,
// descriptions a foreign server's. What is looked at of either is bounded, and nothing in them is
// a pattern.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/tool.h"

namespace modebox::mcp {

/// The words of a text in lower case: names are split at case changes (`listOpenIssues`,
/// `HTMLPage`), at digits and at everything that is neither letter nor digit. At most `most` of
/// them, each at most 64 bytes.
std::vector<std::string> words_of(std::string_view text, std::size_t most);

/// An index over tools as they were when it was made. Immutable, so any number of threads may
/// search.
class ToolSearch {
 public:
  using Tools = std::shared_ptr<const std::vector<Tool>>;

  explicit ToolSearch(const Tools& tools);
  ~ToolSearch();

  /// Indices of tools that fit at least one word of the query, best first: those that fit more of
  /// its words, then those that fit in the name before those that fit in a parameter's name or in
  /// the description; rare words count more than words that most tools have. Words fit when they
  /// are equal or one begins with the other; within longer words they count less. The first 8 words
  /// of the query count. Without any word: all tools, in their order.
  std::vector<std::size_t> find(std::string_view query) const;

 private:
  struct Entry;

  std::vector<Entry> entries_;
};

}  // namespace modebox::mcp
