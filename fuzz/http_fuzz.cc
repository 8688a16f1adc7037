// What the network side reads from strangers: URLs and redirects, host rules, answers with their
// framing and codings. The first byte chooses, the rest is the input. An answer must read the
// same whatever pieces it comes in.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/net/content_decoder.h"
#include "src/net/host_rules.h"
#include "src/net/response_parser.h"
#include "src/net/special_purpose.h"
#include "src/net/url.h"

namespace {

using namespace modebox;
using namespace modebox::net;

void require(bool holds) {
  if (!holds) std::abort();
}

/// What a URL means does not change by being written and read.
void check_url(const Url& url) {
  const auto again = Url::parse(url.text());
  require(again.ok() && *again == url);
  require(url.target.starts_with('/') && url.port != 0);
  for (const char c : url.text()) require(c > 0x20 && c < 0x7f);
  const std::string host = url.host.text();
  require(!host.empty() && host.find_first_of("/@?#\\ %") == std::string::npos);
  if (url.host.address) {
    require(Address::parse(url.host.name) == url.host.address);
    if (special_purpose(*url.host.address)) {
      const std::vector<std::string> any = {"*"};
      require(!HostRules::parse(any)->allows_address(url, *url.host.address));
    }
  }
}

void read_url(std::string_view text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  const auto url = Url::parse(text.substr(0, line));
  if (!url) return;
  check_url(*url);
  if (line == text.size()) return;
  if (const auto target = url->resolve(text.substr(line + 1))) check_url(*target);
}

void read_rules(std::string_view text) {
  std::vector<std::string> rules;
  for (std::size_t at = 0; at <= text.size() && rules.size() < 20;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    rules.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto parsed = HostRules::parse(rules);
  if (!parsed) return require(!parsed.error().message.empty());
  for (const char* target :
       {"https://api.example.com/", "http://127.0.0.1:8080/", "http://localhost/"}) {
    const Url url = Url::parse(target).value();
    for (const Address& address : {Address::v4(0xa9fea9fe), Address::loopback_v6()}) {
      static_cast<void>(parsed->allows(url) && parsed->allows_address(url, address));
    }
  }
}

struct Answer {
  bool failed = false;
  bool finished = false;
  std::string body;
  HttpHeaders headers;
};

Answer read_answer(std::string_view text, std::size_t step) {
  constexpr std::size_t max_body = 1 << 20;
  Answer answer;
  std::unique_ptr<ContentDecoder> decoder;
  const auto take = [&](std::string_view piece) -> Status {
    require(!piece.empty());
    answer.body += piece;
    if (answer.body.size() > max_body) return Error{"too much"};
    return done();
  };
  ResponseParser parser(
      {.max_header_bytes = 64 << 10, .max_encoded_bytes = 1 << 20},
      {.on_head = [&](HttpResponseHead head) -> Status {
         for (const auto& [name, value] : head.headers) {
           require(!name.empty());
           for (const char c : value) require(c != '\r' && c != '\n' && c != '\0');
         }
         answer.headers = head.headers;
         auto made = ContentDecoder::for_headers(head.headers, max_body, take);
         if (!made) return std::move(made).error();
         decoder = std::move(*made);
         return done();
       },
       .on_body =
           [&](std::string_view piece) { return decoder ? decoder->feed(piece) : take(piece); }});
  for (std::size_t at = 0; at < text.size() && !parser.done(); at += step) {
    if (!parser.feed(text.substr(at, step))) {
      answer.failed = true;
      return answer;
    }
  }
  if (!parser.done() && !parser.finish()) answer.failed = true;
  if (!answer.failed && decoder && !decoder->finish()) answer.failed = true;
  answer.finished = parser.done();
  return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 64 << 10) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      read_url(text);
      break;
    case 1:
      read_rules(text);
      break;
    default: {
      const Answer whole = read_answer(text, size);
      const Answer pieces = read_answer(text, 1 + size % 7);
      require(whole.failed == pieces.failed);
      if (!whole.failed) {
        require(whole.finished && pieces.finished);
        require(whole.body == pieces.body && whole.headers == pieces.headers);
      }
    }
  }
  return 0;
}
