// base64 (RFC 4648, section 4), with padding.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace modebox::mcp {

std::string to_base64(std::span<const std::byte> bytes);

/// How many bytes the text stands for; nothing if to_base64 would not write it: other characters,
/// white space, missing padding, bits set behind the last byte.
std::optional<std::size_t> base64_size(std::string_view text);

/// The bytes that a valid text begins with, at most `most`.
std::string base64_beginning(std::string_view text, std::size_t most);

}  // namespace modebox::mcp
