// The two layers of a token, apart: the envelope (what is authenticated and
// encrypted) and the layout of what is in it. Internal to this folder; tests and
// the fuzzer look at them one by one.
#pragma once

#include "src/continuation/token.h"

namespace modebox::continuation {

/// The plaintext of a token: sizes, state (compressed), memory, padding.
Bytes lay_out(const Contents& contents);
/// The reverse; nothing if it is not such a plaintext.
bool read_layout(ByteView plaintext, std::size_t max_state_bytes, Contents& out);

/// The token of a plaintext.
std::string close_envelope(const Keyring& keys, TokenKind kind, ByteView plaintext,
                           RandomSource& random);
/// The plaintext of a token, authentic. An error says whether this is no token, one of
/// another key, or a damaged one; nothing of that is secret.
Status open_envelope(const Keyring& keys, std::string_view token, TokenKind& kind,
                     Bytes& plaintext);
/// What is wrong with a token whose content is not as it was written.
Error damaged();

}  // namespace modebox::continuation
