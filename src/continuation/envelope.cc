// Header (version, kind, key id, nonce) as associated data, then
// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), all as base64url without padding.
#include "src/continuation/envelope.h"

#include <sodium.h>

#include <algorithm>
#include <string>
#include <utility>

#include "src/continuation/base64url.h"
#include "src/continuation/key.h"

namespace modebox::continuation {
namespace {

constexpr std::array<std::uint8_t, 2> magic = {'m', 'b'};
constexpr std::uint8_t version = 1;
constexpr std::size_t kind_at = 3;
constexpr std::size_t key_at = 4;
constexpr std::size_t nonce_at = key_at + std::tuple_size_v<KeyId>;
constexpr std::size_t nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t header_bytes = nonce_at + nonce_bytes;
constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
/// The header is read before the rest is decoded, so it has to end with a character.
static_assert(header_bytes % 3 == 0);
constexpr std::size_t header_characters = header_bytes / 3 * 4;

bool is_kind(std::uint8_t byte) {
  return byte >= static_cast<std::uint8_t>(TokenKind::run) &&
         byte <= static_cast<std::uint8_t>(TokenKind::session_run);
}

unsigned char* bytes_of(Bytes& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }
const unsigned char* bytes_of(ByteView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Error refusal(std::string message) { return Error{std::move(message), "RUN_CONTINUATION_INVALID"}; }

bool is_header(const unsigned char* header) {
  return std::equal(magic.begin(), magic.end(), header) && header[magic.size()] == version &&
         is_kind(header[kind_at]);
}

/// The key that a header names, or null if we do not have it. Nothing of a header is
/// secret, so the time this takes may depend on it.
const Key* key_of(const Keyring& keys, const unsigned char* header) {
  KeyId id;
  std::copy_n(header + key_at, id.size(), id.begin());
  return keys.find(id);
}

}  // namespace

std::string close_envelope(const Keyring& keys, TokenKind kind, ByteView plaintext,
                           RandomSource& random) {
  Bytes sealed(header_bytes + plaintext.size() + tag_bytes);
  unsigned char* out = bytes_of(sealed);
  const Key& key = keys.sealing();
  std::copy(magic.begin(), magic.end(), out);
  out[magic.size()] = version;
  out[kind_at] = static_cast<std::uint8_t>(kind);
  std::copy(key.id().begin(), key.id().end(), out + key_at);
  random.fill(std::span(sealed).subspan(nonce_at, nonce_bytes));
  crypto_aead_xchacha20poly1305_ietf_encrypt(out + header_bytes, nullptr, bytes_of(plaintext),
                                             plaintext.size(), out, header_bytes, nullptr,
                                             out + nonce_at, key.bytes());
  return to_base64url(sealed);
}

Error damaged() {
  return refusal("The continuation is damaged: it is not what was sealed, or not all of it.");
}

Status open_envelope(const Keyring& keys, std::string_view token, TokenKind& kind,
                     Bytes& plaintext) {
  Bytes front;
  if (token.size() <= header_characters ||
      !from_base64url(token.substr(0, header_characters), front) || !is_header(bytes_of(front))) {
    return refusal("This is not a continuation token.");
  }
  const unsigned char* header = bytes_of(front);
  const Key* key = key_of(keys, header);
  if (key == nullptr) {
    return refusal(
        "The continuation was sealed with another secret than those given here (the option "
        "secrets, or the environment variable MODEBOX_SECRET).");
  }
  // Text that is none of ours costs no more than this, however long it is.
  if (!from_base64url(token.substr(header_characters), plaintext)) return damaged();
  const std::size_t size = plaintext.size();
  if (size < tag_bytes) return damaged();
  unsigned char* body = bytes_of(plaintext);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(body, nullptr, nullptr, body, size, header,
                                                 header_bytes, header + nonce_at,
                                                 key->bytes()) != 0) {
    return damaged();
  }
  plaintext.resize(size - tag_bytes);
  kind = static_cast<TokenKind>(header[kind_at]);
  return done();
}

}  // namespace modebox::continuation
