#include "src/net/http_request.h"

#include <algorithm>
#include <array>

#include "src/net/field_names.h"
#include "src/net/http_error.h"

namespace modebox::net {
namespace {

Error invalid(std::string message) {
  return http_error(HttpErrorKind::invalid_request, std::move(message));
}

/// What says where a message ends, or speaks for the connection, is the client's own.
bool is_forbidden(std::string_view name) {
  static constexpr std::array<std::string_view, 10> names = {
      "host",    "content-length", "transfer-encoding", "connection",     "upgrade", "te",
      "trailer", "expect",         "keep-alive",        "http2-settings",
  };
  return lower_ascii(name).starts_with("proxy-") ||
         std::any_of(names.begin(), names.end(),
                     [&](std::string_view other) { return same_name(name, other); });
}

/// For a message: a name may be anything.
std::string printable(std::string_view text) {
  std::string out(text.substr(0, 60));
  for (char& c : out) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  return out;
}

Status check_header(const HttpHeaders::Field& field) {
  const auto& [name, value] = field;
  if (!is_token(name)) {
    return invalid("The header name \"" + printable(name) +
                   "\" has characters that names do not have.");
  }
  if (is_forbidden(name)) {
    return invalid("The header " + name + " is set by the client itself and can not be given.");
  }
  const bool control = std::any_of(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
  });
  if (control)
    return invalid("The value of the header " + name +
                   " has a line break or another control character.");
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  if (!value.empty() && (blank(value.front()) || blank(value.back()))) {
    return invalid("The value of the header " + name + " begins or ends with white space.");
  }
  return done();
}

Status check_limits(const HttpLimits& limits) {
  const bool positive = limits.connect_timeout.count() > 0 &&
                        limits.timeout.value_or(std::chrono::milliseconds(1)).count() > 0 &&
                        limits.idle_timeout.value_or(std::chrono::milliseconds(1)).count() > 0 &&
                        limits.max_header_bytes > 0 && limits.max_body_bytes > 0 &&
                        limits.max_encoded_bytes > 0 && limits.max_ratio > 0 &&
                        limits.max_redirects >= 0 && limits.max_request_bytes > 0;
  return positive ? done() : invalid("A limit of the request is not positive.");
}

}  // namespace

Status check_request(const HttpRequest& request) {
  if (!is_token(request.method) || request.method.size() > 32) {
    return invalid("The method \"" + printable(request.method) + "\" is not one.");
  }
  for (const std::string_view method : {"CONNECT", "TRACE", "TRACK"}) {
    if (same_name(request.method, method))
      return invalid("The method " + std::string(method) + " is not sent.");
  }
  if (auto limits = check_limits(request.limits); !limits) return limits;
  const bool bodiless = request.method == "GET" || request.method == "HEAD";
  if (bodiless && !std::holds_alternative<std::monostate>(request.body)) {
    return invalid("A " + request.method + " request has no body.");
  }
  std::uint64_t size = request.url.size() + request.method.size();
  for (const auto& field : request.headers) {
    if (auto header = check_header(field); !header) return header;
    size += field.first.size() + field.second.size() + 4;
  }
  if (const auto* body = std::get_if<std::string>(&request.body)) size += body->size();
  if (const auto* stream = std::get_if<HttpBodyStream>(&request.body)) {
    if (!stream->next) return invalid("The body's stream gives nothing.");
    size += stream->length.value_or(0);
  }
  if (size > request.limits.max_request_bytes) {
    return http_error(HttpErrorKind::too_large,
                      "The request is larger than the limit of " +
                          std::to_string(request.limits.max_request_bytes) + " bytes.");
  }
  return done();
}

bool is_chunked(const HttpBody& body) {
  const auto* stream = std::get_if<HttpBodyStream>(&body);
  return stream != nullptr && !stream->length;
}

std::string request_head(const HttpRequest& request, const Url& url, std::string_view user_agent) {
  std::string head = request.method + ' ' + url.target + " HTTP/1.1\r\n";
  const auto add = [&](std::string_view name, std::string_view value) {
    head.append(name).append(": ").append(value).append("\r\n");
  };
  add("Host", url.authority());
  for (const auto& [name, value] : request.headers) add(name, value);
  if (!request.headers.has("Accept")) add("Accept", "*/*");
  if (!request.headers.has("Accept-Encoding")) {
    add("Accept-Encoding", request.decode ? "gzip, deflate, br" : "identity");
  }
  if (!request.headers.has("User-Agent") && !user_agent.empty()) add("User-Agent", user_agent);
  if (const auto* body = std::get_if<std::string>(&request.body)) {
    add("Content-Length", std::to_string(body->size()));
  } else if (const auto* stream = std::get_if<HttpBodyStream>(&request.body)) {
    if (stream->length) {
      add("Content-Length", std::to_string(*stream->length));
    } else {
      add("Transfer-Encoding", "chunked");
    }
  } else if (request.method == "POST" || request.method == "PUT" || request.method == "PATCH") {
    add("Content-Length", "0");
  }
  add("Connection", "close");
  return head + "\r\n";
}

}  // namespace modebox::net
