// A JSON Schema as it was understood: nodes that refer to each other by number, so that
// recursive schemas need no cycles of owners. Checking and declarations both read this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "modebox/value.h"
#include "src/tools/schema_pattern.h"

namespace modebox::schema {

using NodeId = std::uint32_t;
constexpr NodeId none = ~NodeId{0};

/// The types of JSON, as bits. An integer is a number too.
namespace type {
constexpr std::uint8_t null = 1, boolean = 2, integer = 4, number = 8, string = 16, array = 32,
                       object = 64;
constexpr std::uint8_t any = 127;
}  // namespace type

struct StringRules {
  std::size_t min_length = 0;
  std::optional<std::size_t> max_length;
  std::string pattern_text;
  /// Null if it can not be checked.
  std::shared_ptr<const Pattern> pattern;
};

struct NumberRules {
  std::optional<double> minimum, maximum, above, below, multiple_of;
};

struct ArrayRules {
  std::vector<NodeId> prefix;
  /// `additional` counts only beside an `items` that is an array; then it is made `items`.
  NodeId items = none, additional = none, contains = none, unevaluated = none;
  std::size_t min_items = 0, min_contains = 1;
  std::optional<std::size_t> max_items, max_contains;
  bool unique = false;
};

struct PatternProperty {
  std::string text;
  std::shared_ptr<const Pattern> pattern;
  NodeId schema = none;
};

struct ObjectRules {
  std::vector<std::pair<std::string, NodeId>> properties;
  /// Into `properties`, whose strings it borrows.
  std::unordered_map<std::string_view, NodeId> by_name;
  std::vector<std::string> required;
  std::vector<PatternProperty> patterns;
  /// A pattern was not understood: which properties are additional is not known.
  bool has_unknown_pattern = false;
  NodeId additional = none, names = none, unevaluated = none;
  std::size_t min_properties = 0;
  std::optional<std::size_t> max_properties;
  std::vector<std::pair<std::string, std::vector<std::string>>> dependent_required;
  std::vector<std::pair<std::string, NodeId>> dependent_schemas;
};

/// Schemas for the same value.
struct Branches {
  std::vector<NodeId> all_of, any_of, one_of;
  NodeId no = none, condition = none, then = none, otherwise = none;
};

/// What only people and models read.
struct Words {
  std::string title, description, format;
  std::optional<Value> default_value;
  bool deprecated = false, read_only = false, write_only = false;
};

struct Node {
  /// 0: the keyword is not there, which allows any.
  std::uint8_t types = 0;
  /// The schema `false`.
  bool never = false;
  bool nullable = false;
  NodeId ref = none;
  std::optional<std::vector<Value>> choices;  // enum
  std::optional<Value> constant;
  std::unique_ptr<StringRules> strings;
  std::unique_ptr<NumberRules> numbers;
  std::unique_ptr<ArrayRules> arrays;
  std::unique_ptr<ObjectRules> objects;
  std::unique_ptr<Branches> branches;
  std::unique_ptr<Words> words;
  /// Why a part of it is not understood, or empty.
  std::string unknown;
};

/// The rules of that kind, made if there are none yet.
template <typename Rules>
Rules& made(std::unique_ptr<Rules>& rules) {
  if (rules == nullptr) rules = std::make_unique<Rules>();
  return *rules;
}

/// Calls `visit(NodeId)` for each schema that speaks of the same value as the node.
template <typename Visit>
void for_each_in_place(const Node& node, Visit visit) {
  const auto each = [&](const std::vector<NodeId>& ids) {
    for (const NodeId id : ids) visit(id);
  };
  if (node.ref != none) visit(node.ref);
  if (node.objects != nullptr) {
    for (const auto& [name, id] : node.objects->dependent_schemas) visit(id);
  }
  if (node.branches == nullptr) return;
  const Branches& branches = *node.branches;
  each(branches.all_of);
  each(branches.any_of);
  each(branches.one_of);
  for (const NodeId id : {branches.no, branches.condition, branches.then, branches.otherwise}) {
    if (id != none) visit(id);
  }
}

}  // namespace modebox::schema
