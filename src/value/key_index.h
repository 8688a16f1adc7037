// Finds a key among many: a hash table of positions, beside a vector that keeps
// the insertion order. Small sets of keys are searched one by one and have no
// table. The hash is keyed with a secret of this process, since scripts choose
// the keys and could otherwise make them collide.
#pragma once

#include <cstdint>
#include <vector>

#include "modebox/value.h"

namespace modebox::value {

/// SameValueZero: NaN is NaN, 0 is -0, strings and BigInts by value, nodes by
/// identity.
bool same_key(const Value& a, const Value& b) noexcept;
std::uint32_t hash_key(const Value& key) noexcept;

class KeyIndex {
 public:
  static constexpr std::size_t none = ~std::size_t{0};
  /// Up to so many keys there is no table.
  static constexpr std::size_t small = 12;

  /// Position of the key among `count` keys that `key_at(position)` gives.
  template <typename KeyAt>
  std::size_t find(const Value& key, std::size_t count, KeyAt&& key_at) const noexcept {
    if (table_.empty()) {
      for (std::size_t i = 0; i < count; ++i) {
        if (same_key(key_at(i), key)) return i;
      }
      return none;
    }
    const std::uint32_t hash = hash_key(key);
    for (std::size_t at = hash & mask();; at = (at + 1) & mask()) {
      if (table_[at].position == 0) return none;
      const std::size_t position = table_[at].position - 1;
      if (table_[at].hash == hash && same_key(key_at(position), key)) return position;
    }
  }

  /// Takes note that a key was appended; `count` includes it.
  template <typename KeyAt>
  void added(std::size_t count, KeyAt&& key_at) {
    if (count <= small) return;
    if (count * 2 > table_.size()) return rebuild(count, key_at);
    insert(hash_key(key_at(count - 1)), count - 1);
  }

  /// Starts anew, after keys have moved.
  template <typename KeyAt>
  void rebuild(std::size_t count, KeyAt&& key_at) {
    table_.clear();
    if (count <= small) return;
    table_.resize(table_size(count));
    for (std::size_t i = 0; i < count; ++i) insert(hash_key(key_at(i)), i);
  }

 private:
  struct Place {
    std::uint32_t hash = 0;
    std::uint32_t position = 0;  // from 1; 0 is free
  };

  static std::size_t table_size(std::size_t count) {
    std::size_t size = 64;
    while (size < count * 3) size *= 2;
    return size;
  }
  std::size_t mask() const { return table_.size() - 1; }
  void insert(std::uint32_t hash, std::size_t position) {
    std::size_t at = hash & mask();
    while (table_[at].position != 0) at = (at + 1) & mask();
    table_[at] = {hash, static_cast<std::uint32_t>(position + 1)};
  }

  std::vector<Place> table_;
};

}  // namespace modebox::value
