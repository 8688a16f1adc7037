// Header (version, kind, key id, nonce) as associated data, then
// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), all as base64url without padding.
#include "src/continuation/envelope.h"

#include <sodium.h>

#include <algorithm>
#include <cstring>

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

bool is_kind(std::uint8_t byte) {
  return byte >= static_cast<std::uint8_t>(TokenKind::run) &&
         byte <= static_cast<std::uint8_t>(TokenKind::session_run);
}

unsigned char* bytes_of(Bytes& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }
const unsigned char* bytes_of(ByteView bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
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

bool open_envelope(const Keyring& keys, std::string_view token, TokenKind& kind, Bytes& plaintext) {
  Bytes sealed;
  if (!from_base64url(token, sealed)) return false;
  const std::size_t size = sealed.size();
  if (size < header_bytes + tag_bytes) return false;
  const unsigned char* in = bytes_of(sealed);
  if (!std::equal(magic.begin(), magic.end(), in) || in[magic.size()] != version ||
      !is_kind(in[kind_at])) {
    return false;
  }
  KeyId id;
  std::copy_n(in + key_at, id.size(), id.begin());
  const Key* key = keys.find(id);
  if (key == nullptr) return false;
  plaintext.resize(size - header_bytes - tag_bytes);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(bytes_of(plaintext), nullptr, nullptr,
                                                 in + header_bytes, size - header_bytes, in,
                                                 header_bytes, in + nonce_at, key->bytes()) != 0) {
    return false;
  }
  kind = static_cast<TokenKind>(in[kind_at]);
  return true;
}

}  // namespace modebox::continuation
