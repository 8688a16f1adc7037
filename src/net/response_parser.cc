#include "src/net/response_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <optional>
#include <utility>

#include "src/net/field_names.h"
#include "src/net/http_error.h"

namespace modebox::net {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using StringView = boost::beast::string_view;

constexpr int max_informational = 16;

Error bad_answer(const std::string& what) {
  return http_error(HttpErrorKind::protocol, "The server's answer " + what + ".");
}

std::string_view view(StringView text) { return {text.data(), text.size()}; }

/// What Beast would let through: folded lines, and characters of control.
Status check_head_text(std::string_view head) {
  for (std::size_t i = 0; i < head.size(); ++i) {
    const char c = head[i];
    if (c == '\r') {
      if (i + 1 >= head.size() || head[i + 1] != '\n')
        return bad_answer("has a bare CR in its headers");
      if (i + 2 < head.size() && (head[i + 2] == ' ' || head[i + 2] == '\t')) {
        return bad_answer("has a folded header");
      }
      ++i;
    } else if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f) {
      return bad_answer("has control characters in its headers");
    }
  }
  return done();
}

/// The body's length is told in one way only.
Status check_framing(const HttpResponseHead& head, bool http11) {
  const auto lengths = head.headers.all("Content-Length");
  const auto codings = head.headers.all("Transfer-Encoding");
  if (lengths.size() > 1) return bad_answer("has more than one Content-Length");
  if (!lengths.empty()) {
    const std::string_view digits = lengths.front();
    if (digits.empty() || digits.size() > 19 ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      return bad_answer("has a Content-Length that is no number");
    }
  }
  if (codings.empty()) return done();
  if (!lengths.empty()) return bad_answer("has both Content-Length and Transfer-Encoding");
  if (!http11) return bad_answer("has a Transfer-Encoding in HTTP/1.0");
  const std::string coding = lower_ascii(codings.front());
  if (codings.size() > 1 || coding != "chunked") {
    return bad_answer("has a Transfer-Encoding that is not chunked");
  }
  return done();
}

}  // namespace

/// One message of the answer: an informational one, or the final one.
class ResponseParser::Grammar : public http::basic_parser<false> {
 public:
  explicit Grammar(Sink& sink, const Options& options) : sink_(sink), options_(options) {
    eager(true);
    skip(options.without_body);
    // Both limits are kept by those who feed it and by the sink.
    body_limit(boost::none);
    header_limit(0xffffffff);
  }

  HttpResponseHead head;
  bool http11 = true;
  /// Set where the error code is not Beast's.
  std::optional<Error> error;
  std::uint64_t body_bytes = 0;
  bool informational() const { return head.status / 100 == 1; }

 private:
  Status take_head() {
    if (auto checked = check_framing(head, http11); !checked) return checked;
    if (head.status == 101)
      return bad_answer("switches to another protocol, which nobody asked for");
    if (informational()) return modebox::done();
    // Said to be too large: no need to wait until it is.
    const auto length = content_length();
    if (!options_.without_body && head.status != 204 && head.status != 304 && length &&
        *length > options_.max_encoded_bytes) {
      return too_large();
    }
    return sink_.on_head(std::move(head));
  }
  Error too_large() const {
    return http_error(HttpErrorKind::too_large, "The server's answer is larger than the limit of " +
                                                    std::to_string(options_.max_encoded_bytes) +
                                                    " bytes (encoded).");
  }
  void fail(Error failure, error_code& code) {
    error = std::move(failure);
    code = http::error::bad_field;
  }
  std::size_t take_body(StringView piece, error_code& code) {
    body_bytes += piece.size();
    if (body_bytes > options_.max_encoded_bytes) {
      fail(http_error(HttpErrorKind::too_large, "The server's answer is larger than the limit of " +
                                                    std::to_string(options_.max_encoded_bytes) +
                                                    " bytes (encoded)."),
           code);
    } else if (!piece.empty()) {
      if (auto taken = sink_.on_body(view(piece)); !taken) fail(std::move(taken).error(), code);
    }
    return piece.size();
  }

  void on_request_impl(http::verb, StringView, StringView, int, error_code&) override {}
  void on_response_impl(int status, StringView reason, int version, error_code&) override {
    head.status = status;
    head.reason = view(reason);
    http11 = version == 11;
  }
  void on_field_impl(http::field, StringView name, StringView value, error_code&) override {
    if (!is_header_done()) head.headers.add(std::string(view(name)), std::string(view(value)));
  }
  void on_header_impl(error_code& code) override {
    if (auto taken = take_head(); !taken) fail(std::move(taken).error(), code);
  }
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(StringView piece, error_code& code) override {
    return take_body(piece, code);
  }
  void on_chunk_header_impl(std::uint64_t, StringView, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, StringView piece, error_code& code) override {
    return take_body(piece, code);
  }
  void on_finish_impl(error_code&) override {}

  Sink& sink_;
  const Options& options_;
};

ResponseParser::ResponseParser(const Options& options, Sink sink)
    : options_(options),
      sink_(std::move(sink)),
      grammar_(std::make_unique<Grammar>(sink_, options_)) {}

ResponseParser::~ResponseParser() = default;

bool ResponseParser::done() const { return grammar_->is_done() && !grammar_->informational(); }
std::uint64_t ResponseParser::encoded_bytes() const { return grammar_->body_bytes; }
bool ResponseParser::has_extra() const { return !pending_.empty(); }

Status ResponseParser::feed(std::string_view bytes) {
  pending_.append(bytes);
  while (!pending_.empty() && !done()) {
    const std::size_t before = pending_.size();
    if (!grammar_->is_header_done()) {
      bool complete = false;
      if (auto fed = feed_head(complete); !fed) return fed;
      if (!complete) return modebox::done();
      if (grammar_->informational()) {
        if (++informational_ > max_informational) return bad_answer("never begins");
        grammar_ = std::make_unique<Grammar>(sink_, options_);
        continue;
      }
    }
    if (pending_.empty() || done()) break;
    if (auto fed = feed_grammar(); !fed) return fed;
    if (pending_.size() == before) break;
  }
  return modebox::done();
}

/// Gives the grammar a whole head at a time.
Status ResponseParser::feed_head(bool& complete) {
  const std::size_t end = pending_.find("\r\n\r\n", searched_);
  const std::size_t size = end == std::string::npos ? pending_.size() : end + 4;
  if (header_bytes_ + size > options_.max_header_bytes) {
    return http_error(HttpErrorKind::too_large,
                      "The headers of the server's answer are larger than the limit of " +
                          std::to_string(options_.max_header_bytes) + " bytes.");
  }
  if (end == std::string::npos) {
    searched_ = pending_.size() < 3 ? 0 : pending_.size() - 3;
    // What is not HTTP is told apart at once, not when the time is over.
    constexpr std::string_view magic = "HTTP/1.";
    const std::size_t length = std::min(magic.size(), pending_.size());
    if (magic.substr(0, length) != std::string_view(pending_).substr(0, length)) {
      return bad_answer("is not HTTP/1.1");
    }
    return modebox::done();
  }
  header_bytes_ += size;
  searched_ = 0;
  const std::string head = pending_.substr(0, size);
  pending_.erase(0, size);
  if (auto checked = check_head_text(head); !checked) return checked;
  error_code code;
  const std::size_t taken = grammar_->put(boost::asio::buffer(head), code);
  if (code && code != http::error::need_more) {
    if (grammar_->error) return std::move(*grammar_->error);
    return bad_answer("is not HTTP/1.1: " + code.message());
  }
  if (taken != size || !grammar_->is_header_done()) return bad_answer("is not HTTP/1.1");
  complete = true;
  return modebox::done();
}

Status ResponseParser::feed_grammar() {
  const std::uint64_t body_before = grammar_->body_bytes;
  std::size_t taken = 0;
  error_code code;
  while (taken < pending_.size() && !grammar_->is_done()) {
    const std::size_t now =
        grammar_->put(boost::asio::buffer(pending_.data() + taken, pending_.size() - taken), code);
    taken += now;
    if (code || now == 0) break;
  }
  if (code && code != http::error::need_more) {
    if (grammar_->error) return std::move(*grammar_->error);
    return bad_answer("has a body that is not HTTP/1.1: " + code.message());
  }
  pending_.erase(0, taken);
  framing_bytes_ += taken - (grammar_->body_bytes - body_before);
  const bool too_much_framing = framing_bytes_ > (64 << 10) + 16 * grammar_->body_bytes;
  if (!grammar_->is_done() && (too_much_framing || pending_.size() > options_.max_header_bytes)) {
    return bad_answer("has more chunk headers or trailers than is sane");
  }
  return modebox::done();
}

Status ResponseParser::finish() {
  if (done()) return modebox::done();
  if (!grammar_->is_header_done() || !pending_.empty()) return bad_answer("is cut");
  error_code code;
  grammar_->put_eof(code);
  if (code || !done()) return bad_answer("is cut");
  return modebox::done();
}

}  // namespace modebox::net
