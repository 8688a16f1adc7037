// Encodes a Value as CBOR; docs/boundary.md has the format. Every Value can be
// encoded; only depth and size can be too much. The error names the place:
// `$.items[3] is nested deeper than 1000 containers`.
#pragma once

#include <cstddef>
#include <vector>

#include "modebox/result.h"
#include "modebox/value.h"

namespace modebox::value {

struct EncodeLimits {
  std::size_t max_bytes = (std::size_t{1} << 31) - 1;
  std::size_t max_depth = 1000;
};

Result<std::vector<std::byte>> encode(const Value& value, const EncodeLimits& limits = {});

/// Appends the encoded value; on error `out` is as it was.
Status encode_to(std::vector<std::byte>& out, const Value& value, const EncodeLimits& limits = {});

}  // namespace modebox::value
