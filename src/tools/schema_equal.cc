#include "src/tools/schema_equal.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace modebox::schema {
namespace {

constexpr int max_depth = 256;

std::uint64_t mixed(std::uint64_t seed, std::uint64_t more) {
  return (seed ^ more) * 0x9e3779b97f4a7c15u + (seed << 7 | seed >> 57);
}

bool arrays_equal(const Value& a, const Value& b, Budget& budget, int depth) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!json_equal(a[i], b[i], budget, depth + 1)) return false;
  }
  return true;
}

/// A property that is undefined counts as absent.
std::size_t present(const Value& object) {
  const auto& entries = object.entries();
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const Entry& entry) { return !entry.value.is_undefined(); }));
}

bool objects_equal(const Value& a, const Value& b, Budget& budget, int depth) {
  budget.spend((a.size() + b.size()) / 16);
  if (present(a) != present(b)) return false;
  for (const auto& [key, value] : a.entries()) {
    if (value.is_undefined()) continue;
    const Value* other = b.find(key.as_string());
    if (other == nullptr || !json_equal(value, *other, budget, depth + 1)) return false;
  }
  return true;
}

}  // namespace

bool json_equal(const Value& a, const Value& b, Budget& budget, int depth) {
  if (!budget.spend() || depth > max_depth || a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::null:
      return true;
    case Kind::boolean:
      return a.as_boolean() == b.as_boolean();
    case Kind::number:
      return a.as_number() == b.as_number();
    case Kind::string:
      budget.spend(a.as_string().size() / 64);
      return a.as_string() == b.as_string();
    case Kind::array:
      return arrays_equal(a, b, budget, depth);
    case Kind::object:
      return objects_equal(a, b, budget, depth);
    default:
      return false;
  }
}

std::uint64_t json_hash(const Value& value, Budget& budget, int depth) {
  std::uint64_t hash = static_cast<std::uint64_t>(value.kind()) + 1;
  if (!budget.spend() || depth > max_depth) return hash;
  if (value.is_boolean()) return mixed(hash, value.as_boolean() ? 1 : 0);
  if (value.is_number()) return mixed(hash, std::hash<double>()(value.as_number() + 0.0));
  if (value.is_string()) {
    budget.spend(value.as_string().size() / 64);
    return mixed(hash, std::hash<std::string_view>()(value.as_string()));
  }
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size() && !budget.is_spent(); ++i) {
      hash = mixed(hash, json_hash(value[i], budget, depth + 1));
    }
  }
  if (value.is_object()) {  // in any order
    for (const auto& [key, item] : value.entries()) {
      if (item.is_undefined()) continue;
      hash += mixed(json_hash(key, budget, depth + 1), json_hash(item, budget, depth + 1));
    }
  }
  return hash;
}

bool has_equal_elements(const Value& array, Budget& budget) {
  std::unordered_multimap<std::uint64_t, const Value*> seen;
  for (std::size_t i = 0; i < array.size() && !budget.is_spent(); ++i) {
    const std::uint64_t hash = json_hash(array[i], budget);
    const auto [begin, end] = seen.equal_range(hash);
    const bool equal = std::any_of(
        begin, end, [&](const auto& other) { return json_equal(*other.second, array[i], budget); });
    if (equal) return true;
    seen.emplace(hash, &array[i]);
  }
  return false;
}

}  // namespace modebox::schema
