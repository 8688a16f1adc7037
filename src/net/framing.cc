#include "src/net/framing.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "src/net/field_names.h"

namespace modebox::net {

std::optional<std::string> head_text_fault(std::string_view head, std::size_t from) {
  for (std::size_t i = from; i < head.size(); ++i) {
    const char c = head[i];
    const char before = i == 0 ? '\0' : head[i - 1];
    if (before == '\r' && c != '\n') return "has a bare CR in its headers";
    if (c == '\n') {
      if (before != '\r') return "has a bare LF in its headers";
    } else if (before == '\n' && (c == ' ' || c == '\t')) {
      return "has a folded header";
    } else if ((static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r') || c == 0x7f) {
      return "has control characters in its headers";
    }
  }
  return {};
}

std::optional<std::string> framing_fault(const HttpHeaders& headers, bool http11) {
  const auto lengths = headers.all("Content-Length");
  const auto codings = headers.all("Transfer-Encoding");
  if (lengths.size() > 1) return "has more than one Content-Length";
  if (!lengths.empty()) {
    const std::string_view digits = lengths.front();
    if (digits.empty() || digits.size() > 19 ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      return "has a Content-Length that is no number";
    }
  }
  if (codings.empty()) return {};
  if (!lengths.empty()) return "has both Content-Length and Transfer-Encoding";
  if (!http11) return "has a Transfer-Encoding in HTTP/1.0";
  if (codings.size() > 1 || !same_name(codings.front(), "chunked")) {
    return "has a Transfer-Encoding that is not chunked";
  }
  return {};
}

std::string chunk(std::string_view piece) {
  if (piece.empty()) return {};
  std::array<char, 17> size{};
  const auto end = std::to_chars(size.data(), size.data() + size.size(), piece.size(), 16).ptr;
  std::string framed;
  framed.reserve(piece.size() + 20);
  return framed.append(size.data(), end).append("\r\n").append(piece).append("\r\n");
}

}  // namespace modebox::net
