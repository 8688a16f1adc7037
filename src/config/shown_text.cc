#include "src/config/shown_text.h"

#include "modebox/text.h"

namespace modebox::config {
namespace {

constexpr std::string_view ellipsis = "\xe2\x80\xa6";
constexpr std::string_view white_space = " \t\r\n";

void append_escape(std::string& out, unsigned char code) {
  constexpr std::string_view digits = "0123456789abcdef";
  out.append("\\x");
  out.push_back(digits[code >> 4]);
  out.push_back(digits[code & 0xf]);
}

bool is_control(unsigned char byte) {
  return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f;
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

/// Where the first whole character begins; one of them has at most three more bytes.
std::size_t first_character(std::string_view bytes) {
  std::size_t at = 0;
  while (at < 3 && at < bytes.size() && is_continuation(bytes[at])) ++at;
  return at;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(white_space) + 1 - begin);
}

}  // namespace

std::string shown_text(std::string_view bytes) {
  const std::string text = to_utf8_lossy(bytes);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte == '\r' && next == '\n') continue;
    if (is_control(byte)) {
      append_escape(out, byte);
    } else if (byte == 0xc2 && next < 0xa0) {  // U+0080 to U+009F
      append_escape(out, next);
      ++i;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

std::string shown_head(std::string_view bytes, std::size_t max_bytes) {
  if (bytes.size() <= max_bytes) return shown_text(bytes);
  while (max_bytes > 0 && is_continuation(bytes[max_bytes])) --max_bytes;
  return shown_text(bytes.substr(0, max_bytes)).append(ellipsis);
}

void Tail::add(std::string_view bytes) {
  bytes_.append(bytes);
  if (bytes_.size() <= max_bytes) return;
  bytes_.erase(0, bytes_.size() - max_bytes);
  cut_ = true;
}

std::string Tail::text() const {
  std::string_view bytes = bytes_;
  if (cut_) bytes.remove_prefix(first_character(bytes));
  const std::string text = shown_text(trim(bytes));
  return cut_ ? std::string(ellipsis) + text : text;
}

}  // namespace modebox::config
