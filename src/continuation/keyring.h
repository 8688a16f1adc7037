// The keys of an engine, made from its secrets: the first one seals, all open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "modebox/result.h"

namespace modebox::continuation {

using KeyId = std::array<std::uint8_t, 8>;

/// One key, in memory that is kept out of dumps and wiped at the end (key.h).
class Key;

/// Immutable; copies share the keys.
class Keyring {
 public:
  /// One key per secret. A secret is any bytes (the UTF-8 of a text), at least 32;
  /// the error names the place of one that is not (never its text).
  static Result<Keyring> from_secrets(std::span<const std::string> secrets);
  /// The secrets that are given; without any, the environment variable
  /// MODEBOX_SECRET; without that, one key by chance, for the life of the process.
  static Result<Keyring> from_secrets_or_environment(std::span<const std::string> secrets);
  static Keyring random();

  const Key& sealing() const { return *keys_.front(); }
  /// The key of that id, or null.
  const Key* find(const KeyId& id) const;

 private:
  Keyring() = default;  // without a key, so only on the way to one

  std::vector<std::shared_ptr<const Key>> keys_;
};

}  // namespace modebox::continuation
