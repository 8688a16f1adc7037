#include "src/tools/schema_uri.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace modebox::schema {
namespace {

/// Length of `https:`, 0 without a scheme.
std::size_t scheme_length(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  if (colon == uri.npos || colon == 0) return 0;
  const std::string_view scheme = uri.substr(0, colon);
  const bool fits = std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
  });
  return fits && std::isalpha(static_cast<unsigned char>(scheme[0])) != 0 ? colon + 1 : 0;
}

/// Length of `https://host`.
std::size_t authority_length(std::string_view uri) {
  std::size_t at = scheme_length(uri);
  if (uri.substr(at).starts_with("//")) at = std::min(uri.find('/', at + 2), uri.size());
  return at;
}

std::string without_dots(std::string_view path) {
  std::vector<std::string_view> kept;
  const bool absolute = path.starts_with('/');
  bool ends_open = false;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, slash - at);
    ends_open = part == "." || part == "..";
    if (part == ".." && kept.size() > (absolute ? 1u : 0u)) kept.pop_back();
    if (!ends_open) kept.push_back(part);
    at = slash + 1;
  }
  std::string out;
  for (std::size_t i = 0; i < kept.size(); ++i) out.append(i == 0 ? "" : "/").append(kept[i]);
  return ends_open ? out + "/" : out;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::pair<std::string, std::string> split_fragment(std::string_view uri) {
  const std::size_t hash = uri.find('#');
  if (hash == uri.npos) return {std::string(uri), {}};
  std::string fragment;
  for (std::size_t i = hash + 1; i < uri.size(); ++i) {
    const bool coded = uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 &&
                       hex_digit(uri[i + 2]) >= 0;
    fragment +=
        coded ? static_cast<char>(hex_digit(uri[i + 1]) * 16 + hex_digit(uri[i + 2])) : uri[i];
    if (coded) i += 2;
  }
  return {std::string(uri.substr(0, hash)), std::move(fragment)};
}

std::string resolve(std::string_view base, std::string_view reference) {
  if (reference.empty()) return std::string(base);
  if (scheme_length(reference) > 0) return std::string(reference);
  if (reference.starts_with("//")) {
    return std::string(base.substr(0, scheme_length(base))).append(reference);
  }
  const std::size_t authority = authority_length(base);
  std::string path(base.substr(authority));
  path = reference.starts_with('/') ? "" : path.substr(0, path.rfind('/') + 1);
  if (path.empty() && authority > 0 && !reference.starts_with('/')) path = "/";
  return std::string(base.substr(0, authority)) + without_dots(path.append(reference));
}

}  // namespace modebox::schema
