// Content codings the other way round, for tests.
#pragma once

#include <string>
#include <string_view>

namespace modebox::net::testing {

std::string gzip(std::string_view text);
/// zlib's format, what the coding `deflate` means.
std::string zlib(std::string_view text);
/// Without zlib's frame, what some servers send as `deflate`.
std::string bare_deflate(std::string_view text);
std::string brotli(std::string_view text);

}  // namespace modebox::net::testing
