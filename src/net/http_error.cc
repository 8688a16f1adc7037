#include "src/net/http_error.h"

#include <array>
#include <utility>

namespace modebox::net {
namespace {

constexpr std::array<std::string_view, 11> names = {
    "invalid_request", "refused_by_rules", "refused_address", "dns",       "connect",   "tls",
    "timeout",         "too_large",        "protocol",        "redirects", "cancelled",
};
static_assert(names.size() == static_cast<std::size_t>(HttpErrorKind::cancelled) + 1);

}  // namespace

std::string_view to_string(HttpErrorKind kind) { return names[static_cast<std::size_t>(kind)]; }

HttpErrorKind kind_of(const Error& error) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == error.code) return static_cast<HttpErrorKind>(i);
  }
  return HttpErrorKind::protocol;
}

Error http_error(HttpErrorKind kind, std::string message) {
  return Error{std::move(message), std::string(to_string(kind))};
}

}  // namespace modebox::net
