#include "src/mcp/http_door.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "src/base/hex.h"
#include "src/mcp/base64.h"
#include "src/mcp/protocol.h"

namespace modebox::mcp {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

constexpr std::string_view version_header = "MCP-Protocol-Version";

bool is_legacy(std::string_view version) {
  return std::find(legacy_versions.begin(), legacy_versions.end(), version) !=
         legacy_versions.end();
}

bool is_known_host(const std::string& host, const std::vector<std::string>& hosts) {
  if (host == "localhost" || host == "127.0.0.1" || host == "[::1]") return true;
  return std::any_of(hosts.begin(), hosts.end(),
                     [&](const std::string& known) { return lower(known) == host; });
}

/// Same text, in a time that does not tell where they differ.
bool is_same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

ProtocolError mismatch(std::string message) {
  return {ErrorCode::header_mismatch, std::move(message), {}};
}

/// What a header must repeat.
std::optional<ProtocolError> check_header(const net::HttpHeaders& headers, std::string_view name,
                                          const Value& meant, std::string_view where) {
  const std::optional<std::string_view> value = headers.get(name);
  if (!value) return mismatch("The header " + std::string(name) + " is missing.");
  const std::optional<std::string> decoded = decoded_value(trimmed(*value));
  if (!decoded) return mismatch("The header " + std::string(name) + " is malformed.");
  if (!meant.is_string() || meant.as_string() != *decoded) {
    return mismatch("The header " + std::string(name) + " is not what the message has in " +
                    std::string(where) + ".");
  }
  return std::nullopt;
}

std::optional<Refusal> check_origin(const net::HttpHeaders& headers,
                                    const std::vector<std::string>& hosts) {
  const std::string host = host_of(headers.get("Host").value_or(""));
  if (!is_known_host(host, hosts)) {
    return Refusal{
        403, "This server is not called that in the header Host; --http-host names more names."};
  }
  const std::optional<std::string_view> origin = headers.get("Origin");
  if (!origin) return std::nullopt;
  const std::size_t scheme = origin->find("://");
  const bool is_web = origin->starts_with("http://") || origin->starts_with("https://");
  if (!is_web || !is_known_host(host_of(origin->substr(scheme + 3)), hosts)) {
    return Refusal{403, "Pages of this origin may not use this server."};
  }
  return std::nullopt;
}

std::optional<Refusal> check_media_types(const net::HttpHeaders& headers) {
  const std::string type = lower(headers.get("Content-Type").value_or(""));
  if (trimmed(std::string_view(type).substr(0, type.find(';'))) != "application/json") {
    return Refusal{415, "The header Content-Type must be application/json."};
  }
  const std::string accept = lower(headers.get("Accept").value_or("*/*"));
  const auto takes = [&accept](std::string_view what) {
    return accept.find(what) != std::string::npos;
  };
  const bool takes_all = takes("*/*");
  if (!takes_all && !(takes("application/json") && takes("text/event-stream"))) {
    return Refusal{406, "The header Accept must have application/json and text/event-stream."};
  }
  return std::nullopt;
}

}  // namespace

std::string host_of(std::string_view authority) {
  const bool is_literal = authority.starts_with('[');
  const std::size_t end = is_literal ? authority.find(']') + 1 : authority.find(':');
  if (is_literal && end == 0) return "";
  const std::string_view host = authority.substr(0, end);
  std::string_view port = authority.substr(host.size());
  if (!port.empty() && !port.starts_with(':')) return "";
  if (!port.empty()) port.remove_prefix(1);
  return port.find_first_not_of("0123456789") == std::string_view::npos ? lower(host) : "";
}

std::optional<Refusal> check_head(const net::HttpServerRequest& head,
                                  const std::vector<std::string>& hosts,
                                  const std::vector<std::string>& tokens) {
  if (auto refusal = check_origin(head.headers, hosts)) return refusal;
  const std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  if (path != "/mcp" && path != "/") return Refusal{404, "The server is at /mcp."};
  if (!principal_of(head.headers, tokens)) {
    return Refusal{401,
                   "The header Authorization must be \"Bearer TOKEN\" with a token of this server.",
                   {{"WWW-Authenticate", "Bearer"}}};
  }
  const bool ends_session =
      head.method == "DELETE" && !head.headers.get(session_header).value_or("").empty();
  if (ends_session) return std::nullopt;
  if (head.method != "POST")
    return Refusal{405, "Messages are sent by POST to /mcp.", {{"Allow", "POST"}}};
  return check_media_types(head.headers);
}

std::optional<std::string> principal_of(const net::HttpHeaders& headers,
                                        const std::vector<std::string>& tokens) {
  if (tokens.empty()) return "http";
  constexpr std::string_view scheme = "bearer ";
  const std::string_view given = headers.get("Authorization").value_or("");
  if (lower(given.substr(0, scheme.size())) != scheme) return std::nullopt;
  const std::string_view secret = trimmed(given.substr(scheme.size()));
  bool is_known = false;
  for (const std::string& token : tokens) is_known = is_same_secret(secret, token) || is_known;
  if (!is_known) return std::nullopt;
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), nullptr,
                     0);
  return "http-" + to_hex(std::as_bytes(std::span(hash)));
}

bool is_modern(const net::HttpHeaders& headers, const Message& message) {
  if (message.params["_meta"].find(meta_version) != nullptr) return true;
  if (message.method == "server/discover") return true;
  const std::string_view named = trimmed(headers.get(version_header).value_or(""));
  return !named.empty() && !is_legacy(named);
}

std::optional<ProtocolError> check_version(const net::HttpHeaders& headers,
                                           const Message& message) {
  const std::string_view named = trimmed(headers.get(version_header).value_or(""));
  if (named.empty() || named == modern_version || is_legacy(named)) return std::nullopt;
  const Value version = Value::string_lossy(named);
  const Value* const meant = message.params["_meta"].find(meta_version);
  if (meant != nullptr && *meant != version) return std::nullopt;  // these two do not agree
  return unsupported_version(version);
}

std::optional<ProtocolError> check_mirrored(const net::HttpHeaders& headers,
                                            const Message& message) {
  const Value& version = message.params["_meta"][meta_version];
  // Where the message has none, that is what is wrong; the server says so.
  if (version.is_string()) {
    if (auto wrong = check_header(headers, version_header, version, "params._meta")) return wrong;
  }
  if (auto wrong = check_header(headers, "Mcp-Method", Value(message.method), "method"))
    return wrong;
  if (message.method != "tools/call") return std::nullopt;
  return check_header(headers, "Mcp-Name", message.params["name"], "params.name");
}

std::optional<std::string> decoded_value(std::string_view value) {
  constexpr std::string_view begin = "=?base64?";
  constexpr std::string_view end = "?=";
  if (!value.starts_with(begin) || !value.ends_with(end) ||
      value.size() < begin.size() + end.size()) {
    return std::string(value);
  }
  const std::string_view text =
      value.substr(begin.size(), value.size() - begin.size() - end.size());
  const std::optional<std::size_t> size = base64_size(text);
  if (!size) return std::nullopt;
  return base64_beginning(text, *size);
}

}  // namespace modebox::mcp
