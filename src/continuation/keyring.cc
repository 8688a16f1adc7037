// Derivation (docs/continuation-format.md, Keys): one master per secret, and from
// it one value per use, each by BLAKE2b with a label of its own.
#include "src/continuation/keyring.h"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string_view>

#include "src/continuation/key.h"

namespace modebox::continuation {
namespace {

constexpr std::size_t least_secret_bytes = 32;
constexpr std::size_t master_bytes = 64;

/// The library has to be told once that it is used.
void prepare_sodium() {
  static const bool ready = sodium_init() >= 0;
  if (!ready) std::abort();  // no randomness: nothing can go on safely
}

void derive(unsigned char* out, std::size_t size, const unsigned char* master,
            std::string_view label) {
  crypto_generichash(out, size, reinterpret_cast<const unsigned char*>(label.data()), label.size(),
                     master, master_bytes);
}

/// Pages between guard pages, locked where the system allows it, never in a dump.
unsigned char* protected_bytes(std::size_t size) {
  auto* const bytes = static_cast<unsigned char*>(sodium_malloc(size));
  if (bytes == nullptr) throw std::bad_alloc();
  return bytes;
}

Error too_short(const std::string& what) {
  return Error{what + " is shorter than " + std::to_string(least_secret_bytes) +
                   " bytes. Take a long random text, such as 32 random bytes in hexadecimal.",
               "RUN_CONFIG"};
}

}  // namespace

Key::Key(std::string_view secret) {
  prepare_sodium();
  bytes_.reset(protected_bytes(size));
  unsigned char master[master_bytes];
  constexpr std::string_view label = "modebox continuation master key 1";
  crypto_generichash_state state;
  crypto_generichash_init(&state, reinterpret_cast<const unsigned char*>(label.data()),
                          label.size(), master_bytes);
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(secret.data()),
                            secret.size());
  crypto_generichash_final(&state, master, master_bytes);
  derive(bytes_.get(), size, master, "modebox continuation sealing key 1");
  derive(id_.data(), id_.size(), master, "modebox continuation key id 1");
  sodium_memzero(master, sizeof(master));
  sodium_memzero(&state, sizeof(state));
  (void)sodium_mprotect_readonly(bytes_.get());
}

void Key::Wipe::operator()(unsigned char* bytes) const { sodium_free(bytes); }

Result<Keyring> Keyring::from_secrets(std::span<const std::string> secrets) {
  Keyring ring;
  for (std::size_t i = 0; i < secrets.size(); ++i) {
    if (secrets[i].size() < least_secret_bytes) {
      return too_short("Secret " + std::to_string(i + 1));
    }
    ring.keys_.push_back(std::make_shared<const Key>(secrets[i]));
  }
  if (ring.keys_.empty()) return Error{"At least one secret is needed."};
  return ring;
}

Result<Keyring> Keyring::from_secrets_or_environment(std::span<const std::string> secrets) {
  if (!secrets.empty()) return from_secrets(secrets);
  const char* given = std::getenv("MODEBOX_SECRET");
  if (given == nullptr || *given == '\0') return random();
  const std::string_view secret = given;
  if (secret.size() < least_secret_bytes) {
    return too_short("The secret in the environment variable MODEBOX_SECRET");
  }
  Keyring ring;
  ring.keys_.push_back(std::make_shared<const Key>(secret));
  return ring;
}

Keyring Keyring::random() {
  prepare_sodium();
  unsigned char secret[master_bytes];
  randombytes_buf(secret, sizeof(secret));
  Keyring ring;
  ring.keys_.push_back(std::make_shared<const Key>(
      std::string_view(reinterpret_cast<const char*>(secret), sizeof(secret))));
  sodium_memzero(secret, sizeof(secret));
  return ring;
}

const Key* Keyring::find(const KeyId& id) const {
  const auto found =
      std::find_if(keys_.begin(), keys_.end(), [&](const auto& key) { return key->id() == id; });
  return found == keys_.end() ? nullptr : found->get();
}

}  // namespace modebox::continuation
