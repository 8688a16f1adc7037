// Who keeps a node alive.
//
// A Unit is something that is counted: a node, or an Island. Its count is the
// number of strong references to it: Values held outside of nodes, and slots of
// nodes that do not belong together with it. References only ever form a cycle
// within an island: nodes that can reach each other are members of one island,
// the slots between them are weak (not counted), and they are freed together.
// A member with a count above zero counts as one on its island, and a member
// island on the island that holds it.
//
// Why nothing leaks: seen from outside, with each island as one unit, strong
// references form no cycle. A slot that is filled could close one only if its
// node can be reached from the new value; `fill_slot` looks, and turns what has
// become a cycle into an island. Counting is complete on an acyclic graph.
// Why threads may copy and drop handles while an island is made: counts and
// owners are atomic, a unit that joins is held by a strong reference throughout,
// and the one that takes a count to or from zero passes it on to the owner.
//
// An island never falls apart again: a member that has become unreachable lives
// as long as the island does.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "modebox/value.h"

namespace modebox::value {

struct Island;

struct Unit {
  explicit Unit(bool island) : is_island(island) {}
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;

  std::atomic<std::uint32_t> count{1};
  const bool is_island;
  /// The island this is a member of, or null. When the unit is dead: the next
  /// one that has to be destroyed.
  std::atomic<Unit*> owner{nullptr};
};

/// Members are owned by their island.
struct Island : Unit {
  Island() : Unit(true) { count = 0; }
  std::vector<Unit*> members;
  /// Nodes in it, those of member islands included.
  std::size_t nodes = 0;
};

/// Adds a strong reference. The caller can reach the unit, so it is alive.
inline void retain(Unit* unit) noexcept {
  while (unit->count.fetch_add(1, std::memory_order_relaxed) == 0) {
    unit = unit->owner.load(std::memory_order_acquire);
  }
}

/// Drops a strong reference, and destroys what nobody refers to any more,
/// however deep, without recursion.
void release(Unit* unit) noexcept;

/// Puts `value` into a slot of `holder`, which the caller holds. If that closes
/// a cycle, its nodes become an island. Takes time proportional to what can be
/// reached from `value`, except when nobody else refers to `holder` or `value`
/// holds no nodes.
void fill_slot(Node* holder, Value& slot, Value value);

/// Makes one island of all that can be reached from `roots`, to which nobody
/// else refers. For the decoder, whose graphs come whole.
void own_together(std::span<const Value> roots);

}  // namespace modebox::value
