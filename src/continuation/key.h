// One key that seals. Internal to this folder.
#pragma once

#include <array>
#include <string_view>

#include "src/continuation/keyring.h"

namespace modebox::continuation {

/// Immutable; its bytes are locked in memory, and wiped at the end.
class Key {
 public:
  explicit Key(std::string_view secret);
  ~Key();
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  const KeyId& id() const { return id_; }
  const unsigned char* bytes() const { return bytes_.data(); }

 private:
  std::array<unsigned char, 32> bytes_;
  KeyId id_;
};

}  // namespace modebox::continuation
