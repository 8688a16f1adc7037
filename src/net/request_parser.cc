#include "src/net/request_parser.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <charconv>
#include <utility>

#include "src/net/field_names.h"
#include "src/net/framing.h"
#include "src/net/head_reader.h"

namespace modebox::net {
namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using Refusal = RequestParser::Refusal;

constexpr std::string_view whose = "The request";

Refusal bad_request(const std::string& what) {
  return {400, std::string(whose).append(" ").append(what) + "."};
}

/// Whether one of the values, each a list with commas, names `option`.
bool lists(const std::vector<std::string_view>& values, std::string_view option) {
  for (std::string_view value : values) {
    while (!value.empty()) {
      const std::size_t comma = std::min(value.find(','), value.size());
      std::string_view item = value.substr(0, comma);
      value.remove_prefix(std::min(comma + 1, value.size()));
      while (!item.empty() && (item.front() == ' ' || item.front() == '\t')) item.remove_prefix(1);
      while (!item.empty() && (item.back() == ' ' || item.back() == '\t')) item.remove_suffix(1);
      if (same_name(item, option)) return true;
    }
  }
  return false;
}

/// What hosts and ports are made of, in any spelling; whose they are is the handler's to judge.
bool is_authority(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view(".-_:[]").find(c) != std::string_view::npos;
  });
}

}  // namespace

class RequestParser::Head : public HeadReader<true> {
 public:
  Head(HttpServerRequest& request, std::size_t max_headers)
      : request_(request), max_headers_(max_headers) {}

  bool http11 = true;
  bool too_many = false;

 private:
  void on_request_impl(http::verb, StringView method, StringView target, int version,
                       ErrorCode&) override {
    request_.method = view(method);
    request_.target = view(target);
    http11 = version == 11;
  }
  void on_field_impl(http::field, StringView name, StringView value, ErrorCode& code) override {
    if (request_.headers.size() >= max_headers_) {
      too_many = true;
      code = http::error::header_limit;
      return;
    }
    request_.headers.add(std::string(view(name)), std::string(view(value)));
  }

  HttpServerRequest& request_;
  const std::size_t max_headers_;
};

std::optional<Refusal> RequestParser::feed(std::string_view& bytes) {
  while (!bytes.empty() && !done()) {
    if (auto refusal = head_done() ? feed_body(bytes) : feed_head(bytes)) return refusal;
  }
  return {};
}

/// RFC 9112, 2.2: a line break before a request is some clients' mistake.
std::optional<Refusal> RequestParser::skip_line_breaks(std::string_view& bytes) {
  while (head_text_.empty() && !bytes.empty()) {
    const char c = bytes.front();
    const bool in_break = before_ == '\r';
    if (c != '\r' && c != '\n' && !in_break) return {};
    if ((c == '\n') != in_break || ++head_bytes_ > limits_.max_head_bytes) {
      return bad_request("is not HTTP/1.1");
    }
    before_ = c;
    bytes.remove_prefix(1);
  }
  return {};
}

std::optional<Refusal> RequestParser::feed_head(std::string_view& bytes) {
  if (auto refusal = skip_line_breaks(bytes)) return refusal;
  // The end may have begun in what came before.
  const std::size_t before = head_text_.size();
  const std::size_t room =
      limits_.max_head_bytes + 1 - std::min(head_bytes_, limits_.max_head_bytes);
  head_text_ += bytes.substr(0, room);
  const std::size_t end = head_text_.find("\r\n\r\n", before < 3 ? 0 : before - 3);
  const bool complete = end != std::string::npos;
  if (complete) head_text_.resize(end + 4);
  bytes.remove_prefix(head_text_.size() - before);
  head_bytes_ += head_text_.size() - before;
  // What is not HTTP is told at once, not when the time is over.
  if (const auto fault = head_text_fault(head_text_, before)) return bad_request(*fault);
  if (!head_text_.empty() && !is_token(std::string_view(head_text_).substr(0, 1))) {
    return bad_request("is not HTTP/1.1");
  }
  if (head_bytes_ > limits_.max_head_bytes) {
    return Refusal{431, "The request's headers are larger than the limit of " +
                            std::to_string(limits_.max_head_bytes) + " bytes."};
  }
  if (!complete) return {};
  const std::string text = std::exchange(head_text_, {});
  Head head(request_, limits_.max_headers);
  error_code code;
  const std::size_t taken = head.put(boost::asio::buffer(text), code);
  if (head.too_many) {
    return Refusal{
        431, "The request has more than " + std::to_string(limits_.max_headers) + " headers."};
  }
  if (code || taken != text.size() || !head.is_header_done()) {
    return bad_request("is not HTTP/1.1");
  }
  return take_head(head);
}

std::optional<Refusal> RequestParser::take_head(Head& head) {
  http11_ = head.http11;
  const HttpHeaders& headers = request_.headers;
  if (const auto fault = framing_fault(headers, http11_)) return bad_request(*fault);
  if (auto refusal = take_target()) return refusal;
  const auto hosts = headers.all("Host");
  if (hosts.size() > 1) return bad_request("has more than one Host");
  if (hosts.empty() && http11_) return bad_request("has no Host");
  if (!hosts.empty() && !is_authority(hosts.front())) {
    return bad_request("has a Host that is none");
  }
  const auto connection = headers.all("Connection");
  // HTTP/1.0's way to keep connections is left out: they are closed.
  keep_alive_ = http11_ && !lists(connection, "close");
  if (auto refusal = take_expectation()) return refusal;
  return begin_body();
}

/// RFC 9112, 3.2: a path, an absolute URL, or `*`.
std::optional<Refusal> RequestParser::take_target() {
  std::string& target = request_.target;
  const bool printable = std::all_of(target.begin(), target.end(),
                                     [](char c) { return c > 0x20 && c < 0x7f && c != '#'; });
  if (!is_token(request_.method) || !printable) return bad_request("has a first line that is none");
  if (target.starts_with('/')) return {};
  if (target == "*" && request_.method == "OPTIONS") return {};
  const std::string scheme = lower_ascii(target.substr(0, 8));
  const std::size_t host = scheme.starts_with("http://") ? 7 : scheme == "https://" ? 8 : 0;
  if (host == 0 || request_.method == "CONNECT") return bad_request("has a target that is no path");
  const std::size_t path = std::min(target.find_first_of("/?", host), target.size());
  const std::string authority = target.substr(host, path - host);
  if (authority.empty() || !is_authority(authority)) {
    return bad_request("has a target without a host");
  }
  target.erase(0, path);
  if (!target.starts_with('/')) target.insert(0, 1, '/');
  // 3.2.2: it counts more than Host, which must nevertheless be there.
  if (request_.headers.all("Host").size() == 1) request_.headers.set("Host", authority);
  return {};
}

std::optional<Refusal> RequestParser::take_expectation() {
  const auto expectations = request_.headers.all("Expect");
  if (expectations.empty() || !http11_) return {};
  if (expectations.size() > 1 || !same_name(expectations.front(), "100-continue")) {
    return Refusal{417, "Nothing but 100-continue can be expected."};
  }
  expects_continue_ = true;
  return {};
}

/// The headers agree with each other.
std::optional<Refusal> RequestParser::begin_body() {
  if (request_.headers.has("Transfer-Encoding")) {
    body_ = Body::chunked;
    chunks_.emplace(limits_.max_head_bytes, whose);
    return {};
  }
  if (const auto length = request_.headers.get("Content-Length")) {
    std::from_chars(length->data(), length->data() + length->size(), left_);
    // Said to be too large: no need to wait until it is.
    if (left_ > limits_.max_body_bytes) return too_large();
  }
  body_ = left_ == 0 ? Body::over : Body::length;
  return {};
}

std::optional<Refusal> RequestParser::feed_body(std::string_view& bytes) {
  if (body_ == Body::chunked) return feed_chunks(bytes);
  const std::string_view piece = bytes.substr(0, std::min<std::uint64_t>(left_, bytes.size()));
  bytes.remove_prefix(piece.size());
  request_.body += piece;
  left_ -= piece.size();
  if (left_ == 0) body_ = Body::over;
  return {};
}

std::optional<Refusal> RequestParser::feed_chunks(std::string_view& bytes) {
  bool too_much = false;
  auto fed = chunks_->feed(bytes, [&](std::string_view piece) -> Status {
    too_much = piece.size() > limits_.max_body_bytes - request_.body.size();
    if (too_much) return Error{"too large"};
    request_.body += piece;
    return modebox::done();
  });
  if (too_much) return too_large();
  if (!fed) return Refusal{400, std::move(fed).error().message};
  if (chunks_->done()) body_ = Body::over;
  return {};
}

Refusal RequestParser::too_large() const {
  return {413, "The request's body is larger than the limit of " +
                   std::to_string(limits_.max_body_bytes) + " bytes."};
}

}  // namespace modebox::net
