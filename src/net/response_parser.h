// The framing of one answer: bytes in, a head and the body's bytes out. Beast reads the head; where
// the body ends is decided here, and whatever two readers could decide differently is refused.
// Knows no sockets, so tests and the fuzzer feed it directly.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/chunked_body.h"
#include "src/net/http_message.h"

namespace modebox::net {

/// Refused (`protocol`): more than one Content-Length, one beside Transfer-Encoding, any
/// transfer coding but a single `chunked`, that in HTTP/1.0, folded headers, bare CR or LF and
/// control characters in headers, more than 16 informational answers, 101, bodies that are cut.
/// Trailers and chunk extensions are read and dropped; what follows the answer is not looked at.
class ResponseParser {
 public:
  struct Options {
    /// The answer to HEAD, or to CONNECT: no body, whatever its headers say.
    bool without_body = false;
    std::uint64_t max_header_bytes = 64 << 10;
    /// Of the body before decoding. Chunks' framing may take max_header_bytes and 16 times as much
    /// more.
    std::uint64_t max_encoded_bytes = 16 << 20;
  };
  /// An error from these ends the answer and is what feed gives.
  struct Sink {
    /// Status, reason and headers are set.
    std::function<Status(HttpResponseHead head)> on_head;
    /// Never empty; valid during the call.
    std::function<Status(std::string_view piece)> on_body;
  };

  ResponseParser(const Options& options, Sink sink);
  ~ResponseParser();
  ResponseParser(const ResponseParser&) = delete;
  ResponseParser& operator=(const ResponseParser&) = delete;

  /// Takes what came. After an error, or once done, it must not be called again.
  Status feed(std::string_view bytes);
  /// The peer has closed its side properly.
  Status finish();
  /// The whole answer has been seen.
  bool done() const;
  /// Bytes of the body so far, before decoding.
  std::uint64_t encoded_bytes() const;
  /// Bytes came after the end.
  bool has_extra() const;

 private:
  class Head;
  /// How the end of the body is known.
  enum class Body { not_yet, length, chunked, until_close, over };

  Status feed_head(std::string_view& bytes);
  Status take_head(Head& head);
  Status begin_body(const HttpResponseHead& head);
  Status feed_body(std::string_view& bytes);
  Status take_body(std::string_view piece);
  Error too_large() const;

  const Options options_;
  Sink sink_;
  Body body_ = Body::not_yet;
  /// What came of the head.
  std::string head_text_;
  std::uint64_t header_bytes_ = 0;
  int informational_ = 0;
  /// Of a body with a length.
  std::uint64_t left_ = 0;
  std::optional<ChunkedBody> chunks_;
  std::uint64_t encoded_bytes_ = 0;
  bool has_extra_ = false;
};

}  // namespace modebox::net
