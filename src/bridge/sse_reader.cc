#include "src/bridge/sse_reader.h"

#include <algorithm>
#include <utility>

namespace modebox::bridge {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
/// Nobody waits longer than that, whatever a stream says.
constexpr std::size_t max_retry_digits = 7;
constexpr std::size_t max_id = 4096;

}  // namespace

bool SseReader::add(std::string_view piece, const std::function<bool(const SseEvent&)>& event) {
  if (too_large_) return false;
  while (!piece.empty()) {
    if (after_return_) {
      after_return_ = false;
      if (piece.front() == '\n') {
        piece.remove_prefix(1);
        continue;
      }
    }
    const std::size_t end = piece.find_first_of("\r\n");
    const std::string_view part = piece.substr(0, end);
    if (part.size() > max_event_ - std::min(max_event_, line_.size())) {
      too_large_ = true;
      return false;
    }
    line_.append(part);
    if (end == std::string_view::npos) return true;
    after_return_ = piece[end] == '\r';
    piece.remove_prefix(end + 1);
    std::string_view line = line_;
    if (at_start_ && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    at_start_ = false;
    const bool goes_on = take_line(line, event);
    line_.clear();
    if (too_large_) return false;
    if (!goes_on) return true;
  }
  return true;
}

/// False if nobody wants more.
bool SseReader::take_line(std::string_view line,
                          const std::function<bool(const SseEvent&)>& event) {
  if (line.empty()) {
    last_id_ = id_;
    bool goes_on = true;
    if (has_data_ && !data_.empty()) {
      const std::string data = std::exchange(data_, {});
      const std::string type = std::exchange(type_, {});
      has_data_ = false;
      goes_on = event({type.empty() ? std::string_view("message") : std::string_view(type), data});
    }
    data_.clear();
    type_.clear();
    has_data_ = false;
    return goes_on;
  }
  if (line.front() == ':') return true;
  const std::size_t colon = line.find(':');
  std::string_view value =
      colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  take_field(line.substr(0, colon), value);
  return true;
}

void SseReader::take_field(std::string_view name, std::string_view value) {
  if (name == "data") {
    if (has_data_) data_ += '\n';
    has_data_ = true;
    if (value.size() > max_event_ - std::min(max_event_, data_.size())) {
      too_large_ = true;
      return;
    }
    data_ += value;
  } else if (name == "event") {
    type_ = value;
  } else if (name == "id") {
    // It goes back as a header, which holds less than a stream does.
    const bool fits = value.size() <= max_id && std::all_of(value.begin(), value.end(), [](char c) {
                        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
                      });
    if (fits) id_ = value;
  } else if (name == "retry") {
    const bool digits =
        !value.empty() && value.size() <= max_retry_digits &&
        std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (digits) retry_ = std::chrono::milliseconds(std::stoul(std::string(value)));
  }
}

void SseReader::restart() {
  line_.clear();
  type_.clear();
  data_.clear();
  has_data_ = false;
  id_ = last_id_;
  at_start_ = true;
  after_return_ = false;
}

}  // namespace modebox::bridge
