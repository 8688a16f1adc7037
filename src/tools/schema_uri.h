// Addresses in schemas (`$id`, `$ref`), which only name things: nothing is ever fetched.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace modebox::schema {

/// The address without its fragment, and the fragment after `#` (percent-decoded).
std::pair<std::string, std::string> split_fragment(std::string_view uri);

/// What `reference`, without a fragment, means where `base` is the address of what it
/// stands in (RFC 3986, 5.2).
std::string resolve(std::string_view base, std::string_view reference);

}  // namespace modebox::schema
