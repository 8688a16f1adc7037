// Sealing and opening of continuation tokens (docs/continuation-format.md): what
// goes in is bytes of the engine and bytes of the sandbox, what comes out is
// text that tells nothing but its length, and can not be changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "src/base/random.h"
#include "src/continuation/keyring.h"

namespace modebox::continuation {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

/// What a token holds. The kind is visible in it, and authenticated.
enum class TokenKind : std::uint8_t { run = 1, session = 2, session_run = 3 };

struct Contents {
  TokenKind kind = TokenKind::run;
  /// The engine's part: compressed here, in a frame of its own.
  Bytes state;
  /// The sandbox's part, compressed by the sandbox already.
  Bytes memory;
};

/// The token, base64url. Its length is padded, so that it tells little of what
/// is inside.
std::string seal(const Keyring& keys, const Contents& contents, RandomSource& random);

/// Opens a token that one of the keys has sealed. Everything that is wrong with it
/// gives the same Error, code RUN_CONTINUATION_INVALID, whose message holds nothing
/// of the token; nothing is decompressed before it is authenticated, and no more
/// than `max_state_bytes` of state then.
Result<Contents> open(const Keyring& keys, std::string_view token, std::size_t max_state_bytes);

}  // namespace modebox::continuation
