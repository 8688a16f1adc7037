// Decodes a Value out of CBOR that may be hostile: everything is checked before
// it is used, and what the value costs the host is bounded by a budget, since
// one byte (an empty object) can cost a hundred. docs/boundary.md has the format.
#pragma once

#include <cstddef>
#include <span>

#include "modebox/result.h"
#include "modebox/value.h"

namespace modebox::value {

struct DecodeLimits {
  /// Containers within containers.
  std::size_t max_depth = 1000;
  /// Bytes of host memory that the value may take.
  std::size_t max_memory = 64 << 20;

  /// The default, and room for the text and bytes that a large message is made of.
  static DecodeLimits for_message(std::size_t bytes) {
    return {.max_memory = DecodeLimits{}.max_memory + 2 * bytes};
  }
};

/// Exactly one item. The error is a sentence that says what is wrong at which
/// byte.
Result<Value> decode(std::span<const std::byte> bytes, const DecodeLimits& limits = {});

/// What decode_first tells beside the value.
struct DecodedFirst {
  std::size_t used = 0;                ///< size of the item
  bool takes_too_much_memory = false;  ///< it failed for that, and is well-formed so far
};

/// The item that `bytes` begins with.
Result<Value> decode_first(std::span<const std::byte> bytes, const DecodeLimits& limits,
                           DecodedFirst& facts);

}  // namespace modebox::value
