// Texts for values that JSON has no literal for.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "modebox/bigint.h"
#include "modebox/value.h"

namespace modebox::value {

/// As Date.prototype.toISOString gives it; empty for an invalid date.
std::string iso_date(double time);

std::string base64(std::span<const std::byte> bytes);

/// Decimal; beyond 1,024 bytes hexadecimal (`0xff`, `-0xff`), since decimal
/// takes time that grows with the square of the length.
std::string bigint_text(const BigInt& number);

/// Element `index` of a typed array: a number or BigInt.
Value element_at(const Value& typed_array, std::size_t index);

}  // namespace modebox::value
