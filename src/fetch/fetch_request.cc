#include "src/fetch/fetch_request.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "src/fetch/fetch_answer.h"
#include "src/net/http_error.h"
#include "src/net/url.h"

namespace modebox::fetch {
namespace {

constexpr auto members =
    std::to_array<std::string_view>({"url", "method", "headers", "body", "redirect"});

ToolError invalid(std::string_view reason) { return failure(reason, "E_FETCH_INVALID_REQUEST"); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::optional<ToolError> check_members(const std::vector<Value>& arguments) {
  if (arguments.size() != 1 || !arguments[0].is_object()) {
    return invalid("the request must be one object");
  }
  for (const Entry& entry : arguments[0].entries()) {
    const std::string_view key = entry.key.as_string();
    if (std::find(members.begin(), members.end(), key) == members.end()) {
      return invalid("the request has a member that it can not have");
    }
  }
  if (!arguments[0]["url"].is_string() || !arguments[0]["method"].is_string()) {
    return invalid("url and method must be strings");
  }
  return std::nullopt;
}

std::optional<ToolError> read_method(const Value& given, const Rules& rules,
                                     net::HttpRequest& request) {
  request.method = given.as_string();
  const auto& allowed = rules.methods;
  if (std::find(allowed.begin(), allowed.end(), request.method) != allowed.end()) {
    return std::nullopt;
  }
  return failure("the method " + request.method.substr(0, 32) + " is not allowed; allowed: " +
                     joined(allowed) + " (FetchOptions::methods, fetch.methods in modebox.json)",
                 "E_FETCH_METHOD_NOT_ALLOWED");
}

std::optional<ToolError> read_url(const Value& given, const Rules& rules,
                                  net::HttpRequest& request) {
  const Result<net::Url> url = net::Url::parse(given.as_string());
  if (!url) return failure(url.error());
  if (!rules.hosts.allows(*url)) {
    return failure(rules.hosts.refusal(*url), "E_FETCH_HOST_NOT_ALLOWED");
  }
  request.url = url->text();
  return std::nullopt;
}

std::optional<ToolError> read_headers(const Value& given, net::HttpRequest& request) {
  if (given.is_undefined()) return std::nullopt;
  if (!given.is_array()) return invalid("headers must be pairs of strings");
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Value& pair = given[i];
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
      return invalid("headers must be pairs of strings");
    }
    std::optional<std::string> name = bytes_of_utf8(pair[0].as_string());
    std::optional<std::string> value = bytes_of_utf8(pair[1].as_string());
    if (!name || !value) return invalid("a header has a character above U+00FF");
    request.headers.add(*std::move(name), *std::move(value));
  }
  return std::nullopt;
}

std::optional<ToolError> read_body(const Value& given, net::HttpRequest& request) {
  if (given.is_undefined()) return std::nullopt;
  if (request.method == "GET" || request.method == "HEAD") {
    return invalid("a request with the method " + request.method + " can not have a body");
  }
  if (given.is_string()) {
    request.body = std::string(given.as_string());
  } else if (given.kind() == Kind::array_buffer) {
    const auto bytes = given.bytes();
    request.body = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  } else {
    return invalid("body must be a string or an ArrayBuffer");
  }
  return std::nullopt;
}

std::optional<ToolError> read_redirect(const Value& given, net::HttpRequest& request) {
  if (given.is_undefined() || given == Value("follow")) return std::nullopt;
  if (given == Value("error")) {
    request.redirects = net::Redirects::refuse;
  } else if (given == Value("manual")) {
    request.redirects = net::Redirects::hand_over;
  } else {
    return invalid("redirect must be \"follow\", \"error\" or \"manual\"");
  }
  return std::nullopt;
}

}  // namespace

std::variant<net::HttpRequest, ToolError> read_request(const std::vector<Value>& arguments,
                                                       const Rules& rules) {
  net::HttpRequest request;
  request.limits = rules.limits;
  std::optional<ToolError> wrong = check_members(arguments);
  if (wrong) return *std::move(wrong);
  const Value& given = arguments[0];
  wrong = read_method(given["method"], rules, request);
  if (!wrong) wrong = read_url(given["url"], rules, request);
  if (!wrong) wrong = read_headers(given["headers"], request);
  if (!wrong) wrong = read_body(given["body"], request);
  if (!wrong) wrong = read_redirect(given["redirect"], request);
  if (wrong) return *std::move(wrong);
  return request;
}

}  // namespace modebox::fetch
