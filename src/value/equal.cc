// Deep equality over graphs: walks both in step, without recursion, and keeps
// which node of one stands for which of the other, so that sharing and cycles
// have to agree.
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "modebox/value.h"
#include "src/value/node.h"

namespace modebox {
namespace {

using value::Access;
using value::ArrayNode;
using value::Node;
using value::ViewNode;

bool same_number(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

class Comparison {
 public:
  bool run(const Value& a, const Value& b) {
    if (!later(a, b)) return false;
    while (!pending_.empty()) {
      const auto [left, right] = pending_.back();
      pending_.pop_back();
      if (!same_contents(*left, *right)) return false;
    }
    return true;
  }

 private:
  /// False if the two differ already by themselves; contents come later.
  bool later(const Value& a, const Value& b) {
    if (a.kind() != b.kind() || Access::is_hole(a) != Access::is_hole(b)) return false;
    if (a.is_number()) return same_number(Access::number(a), Access::number(b));
    if (!a.is_node()) return value::same_key(a, b);
    const auto [left, fresh_left] = left_.try_emplace(Access::pointer(a), Access::pointer(b));
    const auto [right, fresh_right] = right_.try_emplace(Access::pointer(b), Access::pointer(a));
    if (left->second != Access::pointer(b) || right->second != Access::pointer(a)) return false;
    if (fresh_left) pending_.emplace_back(&a, &b);
    return true;
  }

  bool same_contents(const Value& a, const Value& b) {
    switch (a.kind()) {
      case Kind::object:
      case Kind::error:
        return same_properties(a, b);
      case Kind::map:
        return same_map(a, b);
      case Kind::set:
        return same_set(a, b);
      case Kind::array:
        return same_array(a, b);
      case Kind::date:
        return same_number(a.as_date(), b.as_date());
      case Kind::regexp:
        return a.regexp_source() == b.regexp_source() && a.regexp_flags() == b.regexp_flags();
      case Kind::array_buffer:
        return a.size() == b.size() &&
               std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin());
      default: {
        const auto& x = Access::node<ViewNode>(a);
        const auto& y = Access::node<ViewNode>(b);
        return x.type == y.type && x.byte_offset == y.byte_offset && x.length == y.length &&
               later(x.buffer, y.buffer);
      }
    }
  }

  bool same_properties(const Value& a, const Value& b) {
    if (a.size() != b.size()) return false;
    for (const auto& [key, item] : a.entries()) {
      const Value* other = b.find(key.as_string());
      if (other == nullptr || !later(item, *other)) return false;
    }
    return true;
  }

  bool same_map(const Value& a, const Value& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Entry& x = a.entries()[i];
      const Entry& y = b.entries()[i];
      if (!later(x.key, y.key) || !later(x.value, y.value)) return false;
    }
    return true;
  }

  bool same_set(const Value& a, const Value& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!later(a.members()[i], b.members()[i])) return false;
    }
    return true;
  }

  bool same_array(const Value& a, const Value& b) {
    if (a.size() != b.size()) return false;
    auto i = a.next_index(0);
    for (; i; i = a.next_index(std::uint64_t{*i} + 1)) {
      const auto other = b.next_index(*i);
      if (!other || *other != *i || !later(a[*i], b[*i])) return false;
    }
    return present(a) == present(b);
  }

  static std::size_t present(const Value& array) {
    const auto& node = Access::node<ArrayNode>(array);
    std::size_t count = node.sparse ? node.sparse->size() : 0;
    for (const Value& item : node.dense) count += Access::is_hole(item) ? 0 : 1;
    return count;
  }

  std::unordered_map<const Node*, const Node*> left_;
  std::unordered_map<const Node*, const Node*> right_;
  std::vector<std::pair<const Value*, const Value*>> pending_;
};

}  // namespace

bool equal(const Value& a, const Value& b) { return Comparison().run(a, b); }

}  // namespace modebox
