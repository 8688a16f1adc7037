// SHA-256, for naming images at build time. Not for secrets.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace modebox::sandbox {

/// 64 hexadecimal digits.
std::string sha256_hex(std::span<const std::byte> data);

}  // namespace modebox::sandbox
