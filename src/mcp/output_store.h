// Texts that were too long to be shown whole, kept for later scripts of the same client.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "modebox/result.h"

namespace modebox::mcp {

/// Keeps the latest texts of one client; the oldest are dropped. Thread-safe. Who may read is
/// decided by who is given the store: ids are short, and can be guessed.
class OutputStore {
 public:
  struct Limits {
    /// Texts, and the bytes of all of them.
    std::size_t max_texts = 32;
    std::size_t max_bytes = std::size_t{16} << 20;
    /// Bytes of one text; of a longer one the beginning is kept. By default what a script takes as
    /// one answer (limits.maxHostFunctionOutputBytes).
    std::size_t max_text_bytes = (std::size_t{4} << 20) - 1024;
  };
  using Text = std::shared_ptr<const std::string>;

  OutputStore() : OutputStore(Limits()) {}
  explicit OutputStore(Limits limits) : limits_(limits) {}

  /// Keeps valid UTF-8 and gives its id: `o1`, `o2`, ...
  std::string keep(std::string text);

  /// The text of that id. The error says whether there never was one, or it was dropped, and which
  /// ids there are.
  Result<Text> find(std::string_view id) const;

 private:
  Limits limits_;
  mutable std::mutex mutex_;
  std::deque<Text> texts_;
  /// Of the first in `texts_`; numbers follow each other.
  std::uint64_t first_ = 1;
  std::size_t bytes_ = 0;
};

}  // namespace modebox::mcp
