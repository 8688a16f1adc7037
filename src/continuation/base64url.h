// base64url without padding (RFC 4648, section 5). Not constant in time, as those
// of libraries for secrets are: what it reads and writes is no secret, and large.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modebox::continuation {

std::string to_base64url(std::span<const std::byte> bytes);
/// False for anything that to_base64url would not write: other characters, a length
/// that can not be, bits set behind the last byte.
bool from_base64url(std::string_view text, std::vector<std::byte>& out);

}  // namespace modebox::continuation
