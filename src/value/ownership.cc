#include "src/value/ownership.h"

#include <algorithm>
#include <unordered_map>

#include "src/value/node.h"

namespace modebox::value {
namespace {

/// Drops a reference; gives the unit that this has killed, or null.
Unit* drop(Unit* unit) noexcept {
  for (;;) {
    // The only reference to what has no owner: nobody else can touch the count.
    if (unit->count.load(std::memory_order_acquire) == 1 &&
        unit->owner.load(std::memory_order_relaxed) == nullptr) {
      return unit;
    }
    if (unit->count.fetch_sub(1, std::memory_order_acq_rel) != 1) return nullptr;
    Unit* owner = unit->owner.load(std::memory_order_acquire);
    if (owner == nullptr) return unit;
    unit = owner;
  }
}

/// The dead, linked through their owner fields.
class Graveyard {
 public:
  void bury(Unit* unit) noexcept {
    unit->owner.store(first_, std::memory_order_relaxed);
    first_ = unit;
  }
  void empty() noexcept {
    while (first_ != nullptr) {
      Unit* unit = first_;
      first_ = unit->owner.load(std::memory_order_relaxed);
      if (unit->is_island) {
        auto* island = static_cast<Island*>(unit);
        for (Unit* member : island->members) bury(member);
        delete island;
      } else {
        destroy(static_cast<Node*>(unit));
      }
    }
  }

 private:
  void destroy(Node* node) noexcept {
    for_each_slot(*node, [this](Value& slot) {
      if (!Access::is_strong_node(slot)) return;
      Unit* dead = drop(Access::pointer(slot));
      Access::forget(slot);
      if (dead != nullptr) bury(dead);
    });
    delete_node(node);
  }

  Unit* first_ = nullptr;
};

Unit* top(Unit* unit) {
  while (Unit* owner = unit->owner.load(std::memory_order_acquire)) unit = owner;
  return unit;
}

template <typename Visit>
void for_each_node(Unit* unit, Visit&& visit) {
  std::vector<Unit*> pending{unit};
  while (!pending.empty()) {
    Unit* next = pending.back();
    pending.pop_back();
    if (next->is_island) {
      const auto& members = static_cast<Island*>(next)->members;
      pending.insert(pending.end(), members.begin(), members.end());
    } else {
      visit(*static_cast<Node*>(next));
    }
  }
}

std::size_t node_count(const Unit* unit) {
  return unit->is_island ? static_cast<const Island*>(unit)->nodes : 1;
}

/// The units that can be reached from `start` and from which `goal` can be
/// reached; both of them included. Empty if `goal` can not be reached.
std::vector<Unit*> units_between(Unit* start, Unit* goal) {
  std::unordered_map<Unit*, std::vector<Unit*>> comes_from{{start, {}}};
  std::vector<Unit*> pending{start};
  while (!pending.empty()) {
    Unit* unit = pending.back();
    pending.pop_back();
    if (unit == goal) continue;
    for_each_node(unit, [&](Node& node) {
      for_each_slot(node, [&](Value& slot) {
        if (!Access::is_strong_node(slot)) return;
        Unit* target = top(Access::pointer(slot));
        auto [found, fresh] = comes_from.try_emplace(target);
        found->second.push_back(unit);
        if (fresh) pending.push_back(target);
      });
    });
  }
  if (!comes_from.contains(goal)) return {};
  std::vector<Unit*> between;
  pending.push_back(goal);
  while (!pending.empty()) {
    Unit* unit = pending.back();
    pending.pop_back();
    auto found = comes_from.find(unit);
    if (found == comes_from.end()) continue;  // already taken
    between.push_back(unit);
    pending.insert(pending.end(), found->second.begin(), found->second.end());
    comes_from.erase(found);
  }
  return between;
}

/// Makes one island of the units. The largest island among them takes the
/// others in, so that islands nest at most log2(nodes) deep.
Island* join(const std::vector<Unit*>& units) {
  Island* host = nullptr;
  for (Unit* unit : units) {
    if (!unit->is_island) continue;
    auto* island = static_cast<Island*>(unit);
    if (host == nullptr || island->nodes > host->nodes) host = island;
  }
  if (host == nullptr) host = new Island;
  host->members.reserve(host->members.size() + units.size());
  for (Unit* unit : units) {
    if (unit == host) continue;
    host->members.push_back(unit);
    host->nodes += node_count(unit);
    host->count.fetch_add(1, std::memory_order_relaxed);  // every one of them is referred to
    unit->owner.store(host, std::memory_order_release);
  }
  return host;
}

}  // namespace

void release(Unit* unit) noexcept {
  Unit* dead = drop(unit);
  if (dead == nullptr) return;
  Graveyard graveyard;
  graveyard.bury(dead);
  graveyard.empty();
}

void fill_slot(Node* holder, Value& slot, Value value) {
  const bool unreachable = holder->count.load(std::memory_order_acquire) == 1 &&
                           holder->owner.load(std::memory_order_relaxed) == nullptr;
  if (!holds_values(value.kind()) || unreachable) {
    slot = std::move(value);
    return;
  }
  Unit* node = Access::pointer(value);
  Unit* goal = top(holder);
  if (top(node) != goal || node == holder) {
    const std::vector<Unit*> units = units_between(top(node), goal);
    if (units.empty()) {
      slot = std::move(value);
      return;
    }
    Island* island = join(units);
    for_each_node(island, [island](Node& member) {
      for_each_slot(member, [island](Value& inner) {
        if (!Access::is_strong_node(inner)) return;
        Unit* target = Access::pointer(inner);
        if (top(target) != island) return;
        Access::weaken(inner);
        release(target);  // never the last: the caller holds a member
      });
    });
  }
  slot = Access::weak(static_cast<Node*>(node));  // `value` goes, the holder stays
}

void own_together(std::span<const Value> roots) {
  auto* island = new Island;
  std::vector<Node*> pending;
  const auto join_one = [&](Node* node) {
    if (node->owner.load(std::memory_order_relaxed) != nullptr) return;
    island->members.push_back(node);
    node->owner.store(island, std::memory_order_relaxed);
    pending.push_back(node);
  };
  for (const Value& root : roots) {
    if (Access::is_strong_node(root)) join_one(Access::pointer(root));
  }
  while (!pending.empty()) {
    Node* node = pending.back();
    pending.pop_back();
    for_each_slot(*node, [&](Value& slot) {
      if (!slot.is_node()) return;
      Node* target = Access::pointer(slot);
      if (Access::is_strong_node(slot)) {
        target->count.fetch_sub(1, std::memory_order_relaxed);
        Access::weaken(slot);
      }
      join_one(target);
    });
  }
  island->nodes = island->members.size();
  std::uint32_t held = 0;  // what is left are the references from `roots` and their kind
  for (const Unit* member : island->members) {
    held += member->count.load(std::memory_order_relaxed) > 0 ? 1 : 0;
  }
  island->count.store(held, std::memory_order_release);
}

}  // namespace modebox::value
