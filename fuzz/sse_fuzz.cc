// The reader of event streams on any bytes: the same events whatever the pieces in which they come,
// none larger than is said, and ids that a header can hold.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/bridge/sse_reader.h"

namespace {

constexpr std::size_t max_event = 256;

void require(bool holds) {
  if (!holds) std::abort();
}

struct Read {
  std::vector<std::string> events;
  std::string id;
  bool whole = true;
  bool operator==(const Read&) const = default;
};

Read read(std::string_view text, std::size_t piece) {
  Read result;
  modebox::bridge::SseReader reader(max_event);
  for (std::size_t at = 0; at < text.size() && result.whole; at += piece) {
    result.whole = reader.add(text.substr(at, piece), [&](const auto& event) {
      require(event.data.size() <= max_event && !event.data.empty());
      result.events.push_back(std::string(event.type) + '\0' + std::string(event.data));
      return true;
    });
  }
  result.id = reader.last_id();
  require(result.id.find_first_of("\r\n") == std::string::npos);
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  require(read(text, text.size() + 1) == read(text, data[0] % 16 + 1u));
  return 0;
}
