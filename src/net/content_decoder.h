// Undoes content codings as bytes come: gzip, deflate, br, stacked. What comes
// out is handed on in small pieces, so that whoever counts them stops a bomb early.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "src/net/http_message.h"

namespace modebox::net {

class ContentDecoder {
 public:
  /// An error from it ends the decoding and is what feed gives.
  using Out = std::function<Status(std::string_view piece)>;
  class Stage;

  /// For what the headers' Content-Encoding says. Nothing if there is nothing to undo, or a coding
  /// is unknown. Fails (`protocol`) if there are more than four. What one coding hands to the next
  /// may have at most `most_between` bytes in all: it can be large though nothing comes out in the
  /// end.
  static Result<std::unique_ptr<ContentDecoder>> for_headers(const HttpHeaders& headers,
                                                             std::size_t most_between, Out out);
  ~ContentDecoder();
  ContentDecoder(const ContentDecoder&) = delete;
  ContentDecoder& operator=(const ContentDecoder&) = delete;

  Status feed(std::string_view encoded);
  /// The body is over: fails if a coding is not at its end. An empty body is fine.
  Status finish();

 private:
  ContentDecoder(std::size_t most_between, Out out);

  /// To the coding of that number, or out after the last.
  Status give(std::size_t stage, std::string_view piece);

  const std::size_t most_between_;
  std::size_t between_ = 0;
  Out out_;
  /// The first takes the body, each gives to the next.
  std::vector<std::unique_ptr<Stage>> stages_;
};

}  // namespace modebox::net
