// One key that seals. Internal to this folder.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "src/continuation/keyring.h"

namespace modebox::continuation {

/// Immutable. Its bytes have pages of their own, so that nothing else decides whether
/// these are locked in memory and left out of dumps; they are wiped at the end.
class Key {
 public:
  static constexpr std::size_t size = 32;

  explicit Key(std::string_view secret);
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  const KeyId& id() const { return id_; }
  const unsigned char* bytes() const { return bytes_.get(); }

 private:
  struct Wipe {
    void operator()(unsigned char* bytes) const;
  };
  std::unique_ptr<unsigned char, Wipe> bytes_;
  KeyId id_;
};

}  // namespace modebox::continuation
