// What the server reads from strangers: requests, several in a row, as they come on one connection.
// They must read the same whatever pieces they come in, and what is accepted must be what is
// written.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/net/field_names.h"
#include "src/net/request_parser.h"

namespace {

using namespace modebox::net;

constexpr RequestParser::Limits limits{
    .max_head_bytes = 4096, .max_headers = 20, .max_body_bytes = 8192};

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const HttpServerRequest& request, bool http11) {
  require(is_token(request.method) && request.method != "CONNECT");
  require(request.target.starts_with('/') ||
          (request.target == "*" && request.method == "OPTIONS"));
  for (const char c : request.target) require(c > 0x20 && c < 0x7f && c != '#');
  require(request.headers.size() <= limits.max_headers);
  require(request.body.size() <= limits.max_body_bytes);
  std::size_t head = 0;
  for (const auto& [name, value] : request.headers) {
    head += name.size() + value.size();
    require(is_token(name));
    for (const char c : value) {
      require((static_cast<unsigned char>(c) >= 0x20 || c == '\t') && c != 0x7f);
    }
  }
  require(head <= limits.max_head_bytes);
  const auto lengths = request.headers.all("Content-Length");
  const auto codings = request.headers.all("Transfer-Encoding");
  require(lengths.size() + codings.size() <= 1);
  if (!lengths.empty()) require(std::stoull(std::string(lengths[0])) == request.body.size());
  if (!codings.empty()) require(http11 && same_name(codings[0], "chunked"));
  if (lengths.empty() && codings.empty()) require(request.body.empty());
  const auto hosts = request.headers.all("Host");
  require(http11 ? hosts.size() == 1 : hosts.size() <= 1);
}

/// What a connection makes of the bytes, as text.
std::vector<std::string> read(std::string_view text, std::size_t step) {
  std::vector<std::string> seen;
  std::size_t at = 0;
  while (at < text.size()) {
    RequestParser parser(limits);
    while (at < text.size() && !parser.done()) {
      std::string_view piece = text.substr(at, step);
      const std::size_t size = piece.size();
      if (const auto refusal = parser.feed(piece)) {
        require(refusal->status >= 400 && refusal->status < 500 && !refusal->text.empty());
        seen.push_back(std::to_string(refusal->status));
        return seen;
      }
      require(parser.done() || piece.empty());
      require(parser.held_bytes() <= limits.max_head_bytes + limits.max_body_bytes);
      at += size - piece.size();
    }
    if (!parser.done()) {
      seen.emplace_back("more");
      return seen;
    }
    const bool http11 = parser.http11();
    const HttpServerRequest request = parser.take();
    check(request, http11);
    std::string all = request.method + '\0' + request.target + '\0' + request.body;
    for (const auto& [name, value] : request.headers) all += '\0' + name + ':' + value;
    seen.push_back(all);
  }
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 64 << 10) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto whole = read(text, size + 1);
  require(whole == read(text, 1));
  require(whole == read(text, 2 + size % 7));
  return 0;
}
