// Bytes as hexadecimal digits, and ids that are written so.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/random.h"

namespace modebox {

/// Two lower-case digits per byte.
std::string to_hex(std::span<const std::byte> bytes);
/// The reverse, for text that to_hex gave.
std::vector<std::byte> from_hex(std::string_view digits);
/// Whether to_hex gives that for so many bytes.
bool is_hex(std::string_view text, std::size_t bytes);

/// 16 random bytes as 32 digits: fit for names that nobody may guess.
std::string random_id(RandomSource& random);

}  // namespace modebox
