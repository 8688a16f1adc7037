#include "src/bridge/odd_message.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "src/mcp/message_outline.h"

namespace modebox::bridge {
namespace {

/// Of `\\u` and four digits.
constexpr std::size_t escape_size = 6;

/// The code unit of the escape that the text begins with; nothing if it begins with none.
std::optional<unsigned> escaped_unit(std::string_view text) {
  if (text.size() < escape_size || !text.starts_with("\\u")) return std::nullopt;
  unsigned unit = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + escape_size, unit, 16);
  if (error != std::errc() || end != text.data() + escape_size) return std::nullopt;
  return unit;
}

bool is_surrogate(unsigned unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

}  // namespace

RequestId request_id_of(const Value& id) {
  if (!id.is_number()) return 0;
  const double number = id.as_number();
  if (!(number >= 1 && number <= 9007199254740991.0)) return 0;
  const auto whole = static_cast<RequestId>(number);
  return static_cast<double>(whole) == number ? whole : 0;
}

std::optional<std::string> without_lone_surrogates(std::string_view text) {
  std::string out;
  bool found = false;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] != '\\') {
      out += text[at++];
      continue;
    }
    const std::optional<unsigned> unit = escaped_unit(text.substr(at));
    if (!unit || !is_surrogate(*unit)) {
      out += text.substr(at, 2);
      at += 2;
      continue;
    }
    const std::optional<unsigned> next =
        escaped_unit(text.substr(std::min(at + escape_size, text.size())));
    if (*unit < 0xDC00 && next && is_surrogate(*next) && *next >= 0xDC00) {
      out += text.substr(at, 2 * escape_size);
      at += 2 * escape_size;
      continue;
    }
    out += "\\ufffd";
    at += escape_size;
    found = true;
  }
  if (!found) return std::nullopt;
  return out;
}

std::variant<mcp::Message, mcp::BadMessage> read_odd_message(std::string_view text,
                                                             std::size_t max_bytes) {
  std::variant<mcp::Message, mcp::BadMessage> read =
      mcp::read_message(text, {.max_bytes = max_bytes});
  if (std::holds_alternative<mcp::Message>(read)) return read;
  const std::optional<std::string> mended = without_lone_surrogates(text.substr(0, max_bytes));
  if (!mended || text.size() > max_bytes) return read;
  return mcp::read_message(*mended, {.max_bytes = max_bytes});
}

RequestId answered_by(std::string_view text) {
  // Whatever is wrong with the rest of it.
  mcp::MessageOutline outline;
  outline.feed(text);
  return outline.kind() == mcp::Message::Kind::response ? request_id_of(outline.id()) : 0;
}

}  // namespace modebox::bridge
