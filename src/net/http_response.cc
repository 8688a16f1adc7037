#include "src/net/http_response.h"

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>
#include <cstdio>
#include <ctime>

#include "src/net/field_names.h"

namespace modebox::net {
namespace {

namespace http = boost::beast::http;

bool is_the_servers(std::string_view name) {
  static constexpr std::array<std::string_view, 7> names = {
      "content-length", "transfer-encoding", "connection", "keep-alive",
      "trailer",        "upgrade",           "date"};
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view other) { return same_name(name, other); });
}

bool is_value(std::string_view value) {
  return std::none_of(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
  });
}

std::string_view reason(int status) {
  const auto known = http::int_to_status(static_cast<unsigned>(status));
  if (known == http::status::unknown) return "";
  const auto text = http::obsolete_reason(known);
  return {text.data(), text.size()};
}

/// RFC 9110, 5.6.7, whatever the locale is.
std::string date() {
  static constexpr const char* days = "SunMonTueWedThuFriSat";
  static constexpr const char* months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.3s, %02d %.3s %d %02d:%02d:%02d GMT",
                days + 3 * utc.tm_wday, utc.tm_mday, months + 3 * utc.tm_mon, utc.tm_year + 1900,
                utc.tm_hour, utc.tm_min, utc.tm_sec);
  return text.data();
}

}  // namespace

bool has_body(std::string_view request_method, int status) {
  return request_method != "HEAD" && status != 204 && status != 304;
}

Result<std::string> response_head(int status, const HttpHeaders& headers, HttpEnding ending,
                                  std::size_t length, bool close) {
  if (status < 200 || status > 599) {
    return Error{"An answer can not have the status " + std::to_string(status) + "."};
  }
  std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
  head.append(reason(status)).append("\r\n");
  for (const auto& [name, value] : headers) {
    if (!is_token(name) || !is_value(value)) return Error{"An answer has a header that is none."};
    if (!is_the_servers(name)) head.append(name).append(": ").append(value).append("\r\n");
  }
  head.append("Date: ").append(date()).append("\r\n");
  if (ending == HttpEnding::length) {
    head.append("Content-Length: ").append(std::to_string(length)).append("\r\n");
  } else if (ending == HttpEnding::chunks) {
    head.append("Transfer-Encoding: chunked\r\n");
  }
  if (close || ending == HttpEnding::close) head.append("Connection: close\r\n");
  return head.append("\r\n");
}

Result<std::string> whole_response(std::string_view request_method, int status,
                                   const HttpHeaders& headers, std::string_view body, bool close) {
  // A HEAD is told what a GET would get.
  const auto ending = status == 204 || status == 304 ? HttpEnding::none : HttpEnding::length;
  auto answer = response_head(status, headers, ending, body.size(), close);
  if (answer && has_body(request_method, status)) answer->append(body);
  return answer;
}

std::string own_response(int status, std::string_view text, bool close, bool with_body) {
  std::string bytes = response_head(status, {{"Content-Type", "text/plain; charset=utf-8"}},
                                    HttpEnding::length, text.size() + 1, close)
                          .value();
  if (with_body) bytes.append(text).append("\n");
  return bytes;
}

}  // namespace modebox::net
