// The framing of one request: bytes in, the whole request out, or the status that refuses it. As
// strict as response_parser.h, for the same reason: what a proxy in front could read differently is
// refused. Knows no sockets, so tests and the fuzzer feed it directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/net/chunked_body.h"
#include "src/net/http_server.h"

namespace modebox::net {

/// Refused with 400: what framing.h names, lines that are not HTTP/1.0's or 1.1's, a Host that is
/// missing in HTTP/1.1 or there twice, targets of CONNECT. With 417: expectations other than
/// `100-continue`. Trailers and chunk extensions are read and dropped.
class RequestParser {
 public:
  struct Limits {
    std::size_t max_head_bytes = 32 << 10;
    std::size_t max_headers = 100;
    /// Chunks' framing may take max_head_bytes and 16 times as much more.
    std::size_t max_body_bytes = 4 << 20;
  };
  /// Why a request is refused: the status, and a sentence for its sender.
  struct Refusal {
    int status = 400;
    std::string text;
  };

  explicit RequestParser(const Limits& limits) : limits_(limits) {}

  /// Takes bytes off the front, until there are none or the request is whole. After a refusal, or
  /// once done, it must not be called again. Line breaks before the request are skipped.
  std::optional<Refusal> feed(std::string_view& bytes);

  /// A byte of it has come.
  bool begun() const { return !head_text_.empty() || head_done(); }
  bool head_done() const { return body_ != Body::not_yet; }
  bool done() const { return body_ == Body::over; }
  /// The head, or the body so far.
  std::size_t held_bytes() const { return head_text_.size() + request_.body.size(); }

  // Once the head is done.
  bool http11() const { return http11_; }
  /// The client waits for `100 Continue` before it sends the body.
  bool expects_continue() const { return expects_continue_; }
  /// The client will send another request on this connection.
  bool keep_alive() const { return keep_alive_; }

  /// The request without its peer; of its body, what has come. Before take().
  const HttpServerRequest& head() const { return request_; }
  /// The request, without its peer. Once, when done.
  HttpServerRequest take() { return std::move(request_); }

 private:
  class Head;
  enum class Body { not_yet, length, chunked, over };

  std::optional<Refusal> skip_line_breaks(std::string_view& bytes);
  std::optional<Refusal> feed_head(std::string_view& bytes);
  std::optional<Refusal> take_head(Head& head);
  std::optional<Refusal> take_target();
  std::optional<Refusal> take_expectation();
  std::optional<Refusal> begin_body();
  std::optional<Refusal> feed_body(std::string_view& bytes);
  std::optional<Refusal> feed_chunks(std::string_view& bytes);
  Refusal too_large() const;

  Limits limits_;
  Body body_ = Body::not_yet;
  std::string head_text_;
  /// With the line breaks before it, the last byte of which is `before_`.
  std::size_t head_bytes_ = 0;
  char before_ = '\n';
  HttpServerRequest request_;
  bool http11_ = true;
  bool expects_continue_ = false;
  bool keep_alive_ = false;
  /// Of a body with a length.
  std::uint64_t left_ = 0;
  std::optional<ChunkedBody> chunks_;
};

}  // namespace modebox::net
