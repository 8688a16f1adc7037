#include "src/fetch/fetch_answer.h"

#include <algorithm>
#include <span>

#include "src/net/http_error.h"

namespace modebox::fetch {
namespace {

std::string_view code_of(net::HttpErrorKind kind) {
  switch (kind) {
    case net::HttpErrorKind::invalid_request:
      return "E_FETCH_INVALID_REQUEST";
    case net::HttpErrorKind::refused_by_rules:
      return "E_FETCH_HOST_NOT_ALLOWED";
    case net::HttpErrorKind::refused_address:
      return "E_FETCH_ADDRESS_NOT_ALLOWED";
    case net::HttpErrorKind::dns:
      return "E_FETCH_DNS";
    case net::HttpErrorKind::connect:
      return "E_FETCH_CONNECT";
    case net::HttpErrorKind::tls:
      return "E_FETCH_TLS";
    case net::HttpErrorKind::timeout:
      return "E_FETCH_TIMEOUT";
    case net::HttpErrorKind::too_large:
      return "E_FETCH_TOO_LARGE";
    case net::HttpErrorKind::protocol:
      return "E_FETCH_PROTOCOL";
    case net::HttpErrorKind::redirects:
      return "E_FETCH_REDIRECT";
    case net::HttpErrorKind::cancelled:
      return "E_FETCH_CANCELLED";
  }
  return "E_FETCH_PROTOCOL";
}

bool has_body(const net::HttpResponse& response, std::string_view method) {
  const int status = response.status;
  const bool is_null = status < 200 || status == 204 || status == 205 || status == 304;
  return method != "HEAD" && !is_null;
}

}  // namespace

ToolError failure(std::string_view reason, std::string_view code) {
  return {"fetch failed: " + std::string(reason), "TypeError", std::string(code)};
}

ToolError failure(const Error& error) {
  return failure(error.message, code_of(net::kind_of(error)));
}

std::string utf8_of_bytes(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

std::optional<std::string> bytes_of_utf8(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      bytes += text[i];
      continue;
    }
    // U+0080 to U+00FF begin with C2 or C3.
    if ((lead != 0xC2 && lead != 0xC3) || i + 1 == text.size()) return std::nullopt;
    bytes += static_cast<char>((lead & 0x03) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
  }
  return bytes;
}

Value answer(const net::HttpResponse& response, std::string_view method) {
  Value headers = Value::array();
  for (const auto& [name, value] : response.headers) {
    headers.push(Value::array({utf8_of_bytes(name), utf8_of_bytes(value)}));
  }
  Value result = Value::object({
      {"url", response.url},
      {"status", response.status},
      {"statusText", utf8_of_bytes(response.reason)},
      {"headers", headers},
      {"redirected", response.redirects > 0},
  });
  if (has_body(response, method)) {
    result.set("body", Value::array_buffer(std::as_bytes(std::span(response.body))));
  }
  return result;
}

}  // namespace modebox::fetch
