// The part of a check that is about arrays and objects. A property that is undefined
// counts as one that is not there, as it does in JSON; a hole fits nothing.
#include <algorithm>

#include "src/tools/schema_check.h"

namespace modebox::schema {
namespace {

bool has(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  return found != nullptr && !found->is_undefined();
}

std::size_t present(const Value& object) {
  const auto entries = object.entries();
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const Entry& entry) { return !entry.value.is_undefined(); }));
}

/// Names in quotes, the first few.
std::string listed(const std::vector<std::string_view>& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    text.append(i == 0 ? "" : ", ").append(value::quoted(names[i], 80));
  }
  return names.size() > most ? text + ", \xe2\x80\xa6" : text;
}

/// For who misspelled a property: those that are there and that the schema does not name.
std::string unnamed_properties(const ObjectRules& rules, const Value& object) {
  if (rules.properties.empty() || !rules.patterns.empty()) return "";
  constexpr std::size_t enough = 9;
  std::vector<std::string_view> names;
  for (const auto& [key, item] : object.entries()) {
    if (names.size() == enough) break;
    if (rules.by_name.count(key.as_string()) == 0) names.push_back(key.as_string());
  }
  return names.empty() ? "" : "; it has " + listed(names) + " instead";
}

std::string named_properties(const ObjectRules& rules) {
  std::vector<std::string_view> names;
  for (const auto& property : rules.properties) names.push_back(property.first);
  return names.empty() ? "" : "; it may have " + listed(names);
}

}  // namespace

bool Check::array_fits(const ArrayRules& rules, const Value& value, const Step* at, Seen* seen) {
  if (!value.is_array()) return true;
  const std::size_t size = value.size();
  if (size < rules.min_items) {
    return refuse(at, "have at least " + std::to_string(rules.min_items) + " elements");
  }
  if (rules.max_items && size > *rules.max_items) {
    return refuse(at, "have at most " + std::to_string(*rules.max_items) + " elements");
  }
  if (!elements_fit(rules, value, at, seen)) return false;
  if (rules.contains != none && !contains_fits(rules, value, at, seen)) return false;
  if (rules.unique && has_equal_elements(value, budget_)) {
    return refuse(at, "not have equal elements");
  }
  return !budget_.is_spent() || give_up(at, "it takes too many steps");
}

bool Check::elements_fit(const ArrayRules& rules, const Value& value, const Step* at, Seen* seen) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Step step{at, Step::Into::element, nullptr, i};
    if (value.next_index(i) != i) return refuse(&step, "not be a hole");
    if (!budget_.spend()) return give_up(at, "it takes too many steps");
    const NodeId schema = i < rules.prefix.size() ? rules.prefix[i] : rules.items;
    if (schema == none) continue;
    if (!fits(schema, value[i], &step)) return false;
    if (seen != nullptr) seen->mark(i);
  }
  return true;
}

bool Check::contains_fits(const ArrayRules& rules, const Value& value, const Step* at, Seen* seen) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Step step{at, Step::Into::element, nullptr, i};
    if (!fits_quietly(rules.contains, value[i], &step, nullptr)) continue;
    ++count;
    if (seen != nullptr) seen->mark(i);
  }
  if (count < rules.min_contains) {
    return refuse(at, "have at least " + std::to_string(rules.min_contains) +
                          " elements that fit \"contains\"");
  }
  if (rules.max_contains && count > *rules.max_contains) {
    return refuse(at, "have at most " + std::to_string(*rules.max_contains) +
                          " elements that fit \"contains\"");
  }
  return true;
}

bool Check::object_fits(const ObjectRules& rules, const Value& value, const Step* at, Seen* seen) {
  if (!value.is_object()) return true;
  for (const std::string& name : rules.required) {
    if (!budget_.spend()) return give_up(at, "it takes too many steps");
    if (!has(value, name)) {
      if (quiet_ > 0) return false;
      return refuse(
          at, "have the property " + value::quoted(name, 80) + unnamed_properties(rules, value));
    }
  }
  if (rules.min_properties > 0 || rules.max_properties) {
    const std::size_t count = present(value);
    if (count < rules.min_properties) {
      return refuse(at, "have at least " + std::to_string(rules.min_properties) + " properties");
    }
    if (rules.max_properties && count > *rules.max_properties) {
      return refuse(at, "have at most " + std::to_string(*rules.max_properties) + " properties");
    }
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!entry_fits(rules, value, i, at, seen)) return false;
  }
  return (rules.names == none || names_fit(rules, value, at)) &&
         dependents_fit(rules, value, at, seen);
}

bool Check::entry_fits(const ObjectRules& rules, const Value& value, std::size_t index,
                       const Step* at, Seen* seen) {
  const auto& [key, item] = value.entries()[index];
  if (item.is_undefined()) return true;
  if (!budget_.spend()) return give_up(at, "it takes too many steps");
  const Step step{at, Step::Into::property, &key, 0};
  const std::string_view name = key.as_string();
  bool known = rules.has_unknown_pattern;
  bool looked_at = false;
  if (const auto found = rules.by_name.find(name); found != rules.by_name.end()) {
    if (!fits(found->second, item, &step)) return false;
    known = looked_at = true;
  }
  for (const PatternProperty& rule : rules.patterns) {
    if (rule.pattern == nullptr) continue;
    if (!budget_.spend(rule.pattern->cost(name.size())))
      return give_up(at, "it takes too many steps");
    if (!rule.pattern->finds(name)) continue;
    if (!fits(rule.schema, item, &step)) return false;
    known = looked_at = true;
  }
  if (!known && rules.additional != none) {
    if (schema_.node(rules.additional).never) {
      if (quiet_ > 0) return false;
      return refuse(at,
                    "not have the property " + value::quoted(name, 80) + named_properties(rules));
    }
    if (!fits(rules.additional, item, &step)) return false;
    looked_at = true;
  }
  if (looked_at && seen != nullptr) seen->mark(index);
  return true;
}

bool Check::names_fit(const ObjectRules& rules, const Value& value, const Step* at) {
  for (const auto& [key, item] : value.entries()) {
    if (item.is_undefined() || fits_quietly(rules.names, key, at, nullptr)) continue;
    return refuse(at, "not have a property of the name " + value::quoted(key.as_string(), 80));
  }
  return true;
}

bool Check::dependents_fit(const ObjectRules& rules, const Value& value, const Step* at,
                           Seen* seen) {
  for (const auto& [name, needed] : rules.dependent_required) {
    if (!has(value, name)) continue;
    for (const std::string& other : needed) {
      if (!budget_.spend()) return give_up(at, "it takes too many steps");
      if (has(value, other)) continue;
      return refuse(at, "have the property " + value::quoted(other, 80) + " beside " +
                            value::quoted(name, 80));
    }
  }
  return std::all_of(rules.dependent_schemas.begin(), rules.dependent_schemas.end(),
                     [&](const auto& rule) {
                       return !has(value, rule.first) || fits(rule.second, value, at, seen);
                     });
}

}  // namespace modebox::schema
