#include "src/mcp/output_store.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace modebox::mcp {
namespace {

std::string id_of(std::uint64_t number) { return "o" + std::to_string(number); }

std::optional<std::uint64_t> number_of(std::string_view id) {
  std::uint64_t number = 0;
  const char* const end = id.data() + id.size();
  const bool is_number =
      id.size() > 1 && id[0] == 'o' && id[1] != '0' &&
      std::from_chars(id.data() + 1, end, number) == std::from_chars_result{end, std::errc()};
  return is_number ? std::optional(number) : std::nullopt;
}

/// Cut where a character begins.
void cut(std::string& text, std::size_t most) {
  if (text.size() <= most) return;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
}

}  // namespace

std::string OutputStore::keep(std::string text) {
  cut(text, std::min(limits_.max_text_bytes, limits_.max_bytes));
  auto kept = std::make_shared<const std::string>(std::move(text));
  std::deque<Text> dropped;  // freed without the lock
  const std::scoped_lock lock(mutex_);
  bytes_ += kept->size();
  texts_.push_back(std::move(kept));
  std::string id = id_of(first_ + texts_.size() - 1);
  while (texts_.size() > limits_.max_texts || bytes_ > limits_.max_bytes) {
    bytes_ -= texts_.front()->size();
    dropped.push_back(std::move(texts_.front()));
    texts_.pop_front();
    ++first_;
  }
  return id;
}

Result<OutputStore::Text> OutputStore::find(std::string_view id) const {
  const std::optional<std::uint64_t> number = number_of(id);
  const std::scoped_lock lock(mutex_);
  const std::uint64_t end = first_ + texts_.size();
  if (number && *number >= first_ && *number < end) {
    return texts_[static_cast<std::size_t>(*number - first_)];
  }
  std::string message = "There is no output \"" + std::string(id.substr(0, 16)) + "\"";
  if (number && *number < first_) message += " any more";
  if (texts_.empty()) return Error{message + ": none is kept."};
  return Error{message + ": kept are " + id_of(first_) + " to " + id_of(end - 1) + "."};
}

}  // namespace modebox::mcp
