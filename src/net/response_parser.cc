#include "src/net/response_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <charconv>
#include <utility>

#include "src/net/framing.h"
#include "src/net/head_reader.h"
#include "src/net/http_error.h"

namespace modebox::net {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;

constexpr int max_informational = 16;

Error bad_answer(const std::string& what) {
  return http_error(HttpErrorKind::protocol, "The server's answer " + what + ".");
}

}  // namespace

/// One head: an informational one, or the final one.
class ResponseParser::Head : public HeadReader<false> {
 public:
  HttpResponseHead head;
  bool http11 = true;

 private:
  void on_response_impl(int status, StringView reason, int version, ErrorCode&) override {
    head.status = status;
    head.reason = view(reason);
    http11 = version == 11;
  }
  void on_field_impl(http::field, StringView name, StringView value, ErrorCode&) override {
    head.headers.add(std::string(view(name)), std::string(view(value)));
  }
};

ResponseParser::ResponseParser(const Options& options, Sink sink)
    : options_(options), sink_(std::move(sink)) {}

ResponseParser::~ResponseParser() = default;

bool ResponseParser::done() const { return body_ == Body::over; }
std::uint64_t ResponseParser::encoded_bytes() const { return encoded_bytes_; }
bool ResponseParser::has_extra() const { return has_extra_; }

Status ResponseParser::feed(std::string_view bytes) {
  while (!bytes.empty() && !done()) {
    if (auto fed = body_ == Body::not_yet ? feed_head(bytes) : feed_body(bytes); !fed) return fed;
  }
  has_extra_ = !bytes.empty();
  return modebox::done();
}

Status ResponseParser::feed_head(std::string_view& bytes) {
  // The end may have begun in what came before.
  const std::size_t before = head_text_.size();
  const std::size_t from = before < 3 ? 0 : before - 3;
  head_text_ += bytes;
  const std::size_t end = head_text_.find("\r\n\r\n", from);
  const bool complete = end != std::string::npos;
  if (complete) head_text_.resize(end + 4);
  bytes.remove_prefix(head_text_.size() - before);
  if (header_bytes_ + head_text_.size() > options_.max_header_bytes) {
    return http_error(HttpErrorKind::too_large,
                      "The headers of the server's answer are larger than the limit of " +
                          std::to_string(options_.max_header_bytes) + " bytes.");
  }
  // What is not HTTP is told apart at once, not when the time is over.
  constexpr std::string_view magic = "HTTP/1.";
  const std::size_t known = std::min(magic.size(), head_text_.size());
  if (magic.substr(0, known) != std::string_view(head_text_).substr(0, known)) {
    return bad_answer("is not HTTP/1.1");
  }
  if (!complete) return modebox::done();
  header_bytes_ += head_text_.size();
  const std::string text = std::exchange(head_text_, {});
  if (const auto fault = head_text_fault(text)) return bad_answer(*fault);
  Head head;
  error_code code;
  const std::size_t taken = head.put(boost::asio::buffer(text), code);
  if (code) return bad_answer("is not HTTP/1.1: " + code.message());
  if (taken != text.size() || !head.is_header_done()) return bad_answer("is not HTTP/1.1");
  return take_head(head);
}

Status ResponseParser::take_head(Head& head) {
  if (const auto fault = framing_fault(head.head.headers, head.http11)) return bad_answer(*fault);
  const int status = head.head.status;
  if (status < 100) return bad_answer("has a status that is none");
  if (status == 101) return bad_answer("switches to another protocol, which nobody asked for");
  if (status < 200) {
    return ++informational_ > max_informational ? bad_answer("never begins") : modebox::done();
  }
  if (auto begun = begin_body(head.head); !begun) return begun;
  return sink_.on_head(std::move(head.head));
}

/// RFC 9112, 6.3. The headers agree with each other.
Status ResponseParser::begin_body(const HttpResponseHead& head) {
  const auto length = head.headers.get("Content-Length");
  if (options_.without_body || head.status == 204 || head.status == 304) {
    body_ = Body::over;
  } else if (head.headers.has("Transfer-Encoding")) {
    body_ = Body::chunked;
    chunks_.emplace(options_.max_header_bytes);
  } else if (length) {
    std::from_chars(length->data(), length->data() + length->size(), left_);
    // Said to be too large: no need to wait until it is.
    if (left_ > options_.max_encoded_bytes) return too_large();
    body_ = left_ == 0 ? Body::over : Body::length;
  } else {
    body_ = Body::until_close;
  }
  return modebox::done();
}

Status ResponseParser::feed_body(std::string_view& bytes) {
  if (body_ == Body::chunked) {
    auto fed = chunks_->feed(bytes, [this](std::string_view piece) { return take_body(piece); });
    if (fed && chunks_->done()) body_ = Body::over;
    return fed;
  }
  std::string_view piece = std::exchange(bytes, {});
  if (body_ == Body::length) {
    bytes = piece.substr(std::min<std::uint64_t>(left_, piece.size()));
    piece.remove_suffix(bytes.size());
    left_ -= piece.size();
    if (left_ == 0) body_ = Body::over;
  }
  return take_body(piece);
}

Status ResponseParser::take_body(std::string_view piece) {
  encoded_bytes_ += piece.size();
  if (encoded_bytes_ > options_.max_encoded_bytes) return too_large();
  return sink_.on_body(piece);
}

Error ResponseParser::too_large() const {
  return http_error(HttpErrorKind::too_large, "The server's answer is larger than the limit of " +
                                                  std::to_string(options_.max_encoded_bytes) +
                                                  " bytes (encoded).");
}

Status ResponseParser::finish() {
  if (body_ == Body::until_close) body_ = Body::over;
  return done() ? modebox::done() : bad_answer("is cut");
}

}  // namespace modebox::net
