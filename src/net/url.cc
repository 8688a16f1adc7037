#include "src/net/url.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "src/net/field_names.h"
#include "src/net/http_error.h"

namespace modebox::net {
namespace {

Error bad_url(const std::string& what) {
  return http_error(HttpErrorKind::invalid_request, "The URL " + what + ".");
}

/// `.`, `..` and their spellings with %2e: -1 none, else how many dots.
int dots(std::string_view segment) {
  if (segment.size() > 6) return -1;
  int count = 0;
  while (!segment.empty()) {
    if (segment.front() == '.') {
      segment.remove_prefix(1);
    } else if (segment.starts_with("%2e") || segment.starts_with("%2E")) {
      segment.remove_prefix(3);
    } else {
      return -1;
    }
    ++count;
  }
  return count == 1 || count == 2 ? count : -1;
}

/// RFC 3986, 5.2.4, for a path that begins with `/`.
std::string without_dot_segments(std::string_view path) {
  std::vector<std::string_view> kept;
  bool ends_in_slash = false;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    const int count = dots(segment);
    ends_in_slash = count > 0;
    if (count == 2 && !kept.empty()) kept.pop_back();
    if (count < 0) kept.push_back(segment);
  }
  std::string out;
  for (const auto segment : kept) out.append("/").append(segment);
  if (ends_in_slash || out.empty()) out += '/';
  return out;
}

std::optional<std::uint16_t> read_port(std::string_view digits) {
  unsigned port = 0;
  if (digits.empty() || digits.size() > 5) return {};
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() || port == 0 ||
      port > 65535) {
    return {};
  }
  return static_cast<std::uint16_t>(port);
}

/// The parts of a reference; everything but the fragment (RFC 3986, appendix B).
struct Parts {
  std::optional<std::string_view> scheme, authority, query;
  std::string_view path;
};

Parts split(std::string_view text) {
  Parts parts;
  text = text.substr(0, text.find('#'));
  const std::size_t colon = text.find_first_of(":/?");
  if (colon != std::string_view::npos && text[colon] == ':') {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  const std::size_t question = text.find('?');
  if (question != std::string_view::npos) {
    parts.query = text.substr(question + 1);
    text = text.substr(0, question);
  }
  if (text.starts_with("//")) {
    const std::size_t slash = text.find('/', 2);
    parts.authority = text.substr(2, slash == std::string_view::npos ? slash : slash - 2);
    text = slash == std::string_view::npos ? std::string_view() : text.substr(slash);
  }
  parts.path = text;
  return parts;
}

Status check_characters(std::string_view text) {
  if (text.size() > Url::max_length) return bad_url("is too long");
  const std::size_t query = std::min(text.find('?'), text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c <= 0x20 || c >= 0x7f || c == '"' || c == '<' || c == '>') {
      return bad_url("has characters that must be percent-encoded");
    }
    // Others take it for a slash, and so for the end of the host.
    if (c == '\\' && i < query) return bad_url("has a backslash");
  }
  return done();
}

Result<Url> with_authority(bool https, std::string_view authority) {
  if (authority.find('@') != std::string_view::npos) {
    return bad_url("holds a user name or password; send an Authorization header instead");
  }
  Url url;
  url.https = https;
  url.port = https ? 443 : 80;
  const std::size_t end = authority.starts_with('[') ? authority.find(']') : 0;
  if (end == std::string_view::npos) return bad_url("has a bracket too few");
  const std::size_t colon = authority.find(':', end);
  if (colon != std::string_view::npos && colon + 1 < authority.size()) {
    const auto port = read_port(authority.substr(colon + 1));
    if (!port) return bad_url("has a port that is none");
    url.port = *port;
  }
  auto host = Host::parse(authority.substr(0, colon));
  if (!host) return std::move(host).error();
  url.host = std::move(*host);
  return url;
}

std::string target_of(std::string_view path, std::optional<std::string_view> query) {
  std::string target = path.empty() ? "/" : without_dot_segments(path);
  if (query) target.append("?").append(*query);
  return target;
}

}  // namespace

Result<Url> Url::parse(std::string_view text) {
  if (auto checked = check_characters(text.substr(0, text.find('#'))); !checked) {
    return std::move(checked).error();
  }
  const Parts parts = split(text);
  const std::string scheme = lower_ascii(parts.scheme.value_or(""));
  if (scheme != "http" && scheme != "https") return bad_url("is not an http or https URL");
  if (!parts.authority) return bad_url("has no // after its scheme");
  auto url = with_authority(scheme == "https", *parts.authority);
  if (url) url->target = target_of(parts.path, parts.query);
  return url;
}

Result<Url> Url::resolve(std::string_view location) const {
  std::string encoded;
  for (const char c : location.substr(0, location.find('#'))) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0x20 || byte >= 0x80) {
      constexpr char digits[] = "0123456789ABCDEF";
      encoded.append({'%', digits[byte >> 4], digits[byte & 15]});
    } else {
      encoded += c;
    }
  }
  if (auto checked = check_characters(encoded); !checked) return std::move(checked).error();
  const Parts parts = split(encoded);
  if (parts.scheme) return parse(encoded);
  if (parts.authority) {
    auto url = with_authority(https, *parts.authority);
    if (url) url->target = target_of(parts.path, parts.query);
    return url;
  }
  Url url = *this;
  const std::string_view base = std::string_view(target).substr(0, target.find('?'));
  if (parts.path.empty()) {
    if (parts.query) url.target = std::string(base).append("?").append(*parts.query);
  } else if (parts.path.front() == '/') {
    url.target = target_of(parts.path, parts.query);
  } else {
    std::string folder(base.substr(0, base.rfind('/') + 1));
    url.target = target_of(folder.append(parts.path), parts.query);
  }
  if (url.target.size() > max_length) return bad_url("is too long");
  return url;
}

std::string Url::authority() const {
  std::string text = host.text();
  if (!has_default_port()) text.append(":").append(std::to_string(port));
  return text;
}

std::string Url::origin() const { return std::string(scheme()).append("://").append(authority()); }

}  // namespace modebox::net
