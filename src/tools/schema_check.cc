#include "src/tools/schema_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "src/value/node.h"

namespace modebox::schema {
namespace {

/// The type of JSON that the value has; 0 for what JSON can not hold.
std::uint8_t type_of(const Value& value) {
  switch (value.kind()) {
    case Kind::null:
      return type::null;
    case Kind::boolean:
      return type::boolean;
    case Kind::number: {
      const double number = value.as_number();
      if (!std::isfinite(number)) return 0;
      return number == std::floor(number) ? type::integer | type::number : type::number;
    }
    case Kind::string:
      return type::string;
    case Kind::array:
      return type::array;
    case Kind::object:
      return type::object;
    default:
      return 0;
  }
}

std::string type_names(std::uint8_t types) {
  std::vector<std::string_view> names;
  const auto add = [&](std::uint8_t bit, std::string_view name) {
    if ((types & bit) != 0) names.push_back(name);
  };
  add(type::string, "a string");
  if ((types & type::number) == 0) add(type::integer, "an integer");
  add(type::number, "a number");
  add(type::boolean, "a boolean");
  add(type::array, "an array");
  add(type::object, "an object");
  add(type::null, "null");
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string what_is_there(const Value& value) {
  if (value.is_number()) return value::number_text(value.as_number());
  return std::string(with_article(value.kind()));
}

std::string literal(const Value& value) {
  if (value.is_string()) return value::quoted(value.as_string(), 80);
  if (value.is_number()) return value::number_text(value.as_number());
  if (value.is_boolean()) return value.as_boolean() ? "true" : "false";
  return std::string(with_article(value.kind()));
}

std::string one_of_them(const std::vector<Value>& choices) {
  constexpr std::size_t most = 8;
  std::string text = choices.size() == 1 ? "be " : "be one of ";
  for (std::size_t i = 0; i < choices.size() && i < most; ++i) {
    text.append(i == 0 ? "" : ", ").append(literal(choices[i]));
  }
  return choices.size() > most ? text + ", \xe2\x80\xa6" : text;
}

/// A number as people write it: digits * 10^exponent, by the shortest text that reads back as it.
struct Decimal {
  std::uint64_t digits = 0;
  int exponent = 0;
};

Decimal decimal(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(number),
                                 std::chars_format::scientific)
                       .ptr;
  Decimal result;
  const char* at = text.data();
  for (bool in_fraction = false; *at != 'e'; ++at) {
    if (*at == '.') {
      in_fraction = true;
      continue;
    }
    result.digits = result.digits * 10 + static_cast<std::uint64_t>(*at - '0');
    if (in_fraction) --result.exponent;
  }
  if (at[1] == '+') ++at;
  int scale = 0;
  std::from_chars(at + 1, end, scale);
  result.exponent += scale;
  return result;
}

/// Exact in decimals: 4.02 is a multiple of 0.01, though not as a binary fraction.
bool is_multiple(double number, double of) {
  if (std::fmod(number, of) == 0) return true;
  if (!std::isfinite(number)) return false;
  const Decimal one = decimal(number);
  Decimal step = decimal(of);
  for (; step.exponent > one.exponent; --step.exponent) {
    if (step.digits > one.digits) return false;
    step.digits *= 10;
  }
  std::uint64_t rest = one.digits % step.digits;
  for (int i = step.exponent; i < one.exponent && rest != 0; ++i) rest = rest * 10 % step.digits;
  return rest == 0;
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string counted(std::size_t number, std::string_view what) {
  return std::to_string(number) + " " + std::string(what);
}

}  // namespace

std::optional<std::string> Schema::misfit(const Value& value) const {
  Budget budget;
  return misfit(value, budget);
}

std::optional<std::string> Schema::misfit(const Value& value, Budget& budget) const {
  return Check(*this, budget).run(value);
}

std::optional<std::string> Check::run(const Value& value) {
  const bool fitted = fits(Schema::root, value, nullptr);
  if (gave_up_) return misfit_;
  if (fitted) return std::nullopt;
  return misfit_;
}

void Check::Seen::mark(std::size_t index) {
  if (index >= at.size()) at.resize(index + 1);
  at[index] = true;
}

void Check::Seen::merge(const Seen& other) {
  for (std::size_t i = 0; i < other.at.size(); ++i) {
    if (other.at[i]) mark(i);
  }
}

bool Check::refuse(const Step* at, const std::string& must) {
  if (quiet_ == 0 && misfit_.empty()) misfit_ = value::path_text(at) + " must " + must;
  return false;
}

/// Whatever else is found: the value counts as one that does not fit.
bool Check::give_up(const Step* at, const std::string& why) {
  if (!gave_up_) misfit_ = value::path_text(at) + " can not be checked: " + why;
  gave_up_ = true;
  return false;
}

bool Check::fits(NodeId id, const Value& value, const Step* at, Seen* seen) {
  if (gave_up_) return false;
  if (!budget_.spend()) return give_up(at, "it takes too many steps");
  if (depth_ >= max_check_depth) return give_up(at, "it is nested too deeply");
  const Node& node = schema_.node(id);
  // What was looked at is not remembered.
  const bool is_container = value.is_array() || value.is_object();
  const bool is_joined = node.ref != none || node.branches != nullptr;
  const bool remembers = seen == nullptr && (is_container || is_joined);
  const Pair pair(id,
                  is_container ? value::Access::pointer(value) : static_cast<const void*>(&value));
  if (remembers) {
    const auto [known, is_new] = known_.emplace(pair, true);
    if (!is_new && (known->second || quiet_ > 0)) return known->second;
  }
  ++depth_;
  const bool result = fits_anew(node, value, at, seen);
  --depth_;
  if (remembers && !result) known_[pair] = false;
  return result;
}

bool Check::fits_anew(const Node& node, const Value& value, const Step* at, Seen* seen) {
  if (node.never) return refuse(at, "not be there");
  if (node.nullable && value.is_null()) return true;
  const bool has_rest = (node.objects != nullptr && node.objects->unevaluated != none) ||
                        (node.arrays != nullptr && node.arrays->unevaluated != none);
  Seen own;
  Seen* here = seen != nullptr || has_rest ? &own : nullptr;
  const bool result = type_fits(node, value, at) && choices_fit(node, value, at) &&
                      (node.numbers == nullptr || number_fits(*node.numbers, value, at)) &&
                      (node.strings == nullptr || string_fits(*node.strings, value, at)) &&
                      (node.ref == none || fits(node.ref, value, at, here)) &&
                      (node.arrays == nullptr || array_fits(*node.arrays, value, at, here)) &&
                      (node.objects == nullptr || object_fits(*node.objects, value, at, here)) &&
                      (node.branches == nullptr || branches_fit(*node.branches, value, at, here)) &&
                      (!has_rest || rest_fits(node, value, at, own));
  if (result && seen != nullptr) seen->merge(own);
  return result;
}

bool Check::fits_quietly(NodeId id, const Value& value, const Step* at, Seen* seen) {
  const Quiet quiet(*this);
  Seen own;
  const bool result = fits(id, value, at, seen != nullptr ? &own : nullptr);
  if (result && seen != nullptr) seen->merge(own);
  return result;
}

bool Check::type_fits(const Node& node, const Value& value, const Step* at) {
  if (node.types == 0 || (node.types & type_of(value)) != 0) return true;
  if (quiet_ > 0) return false;
  return refuse(at, "be " + type_names(node.types) + ", not " + what_is_there(value));
}

bool Check::choices_fit(const Node& node, const Value& value, const Step* at) {
  const auto equals = [&](const Value& choice) { return json_equal(choice, value, budget_); };
  if (node.constant && !equals(*node.constant)) {
    return refuse(at, "be " + literal(*node.constant));
  }
  if (!node.choices || std::any_of(node.choices->begin(), node.choices->end(), equals)) return true;
  return refuse(at, node.choices->empty() ? "not be there" : one_of_them(*node.choices));
}

bool Check::number_fits(const NumberRules& rules, const Value& value, const Step* at) {
  if (!value.is_number()) return true;
  const double number = value.as_number();
  const auto text = [](const std::optional<double>& bound) { return value::number_text(*bound); };
  if (rules.minimum && !(number >= *rules.minimum)) {
    return refuse(at, "be at least " + text(rules.minimum));
  }
  if (rules.maximum && !(number <= *rules.maximum)) {
    return refuse(at, "be at most " + text(rules.maximum));
  }
  if (rules.above && !(number > *rules.above)) {
    return refuse(at, "be greater than " + text(rules.above));
  }
  if (rules.below && !(number < *rules.below))
    return refuse(at, "be less than " + text(rules.below));
  if (rules.multiple_of && !is_multiple(number, *rules.multiple_of)) {
    return refuse(at, "be a multiple of " + text(rules.multiple_of));
  }
  return true;
}

bool Check::string_fits(const StringRules& rules, const Value& value, const Step* at) {
  if (!value.is_string()) return true;
  const std::string_view text = value.as_string();
  budget_.spend(text.size() / 64);
  if (rules.min_length > 0 || rules.max_length) {
    const std::size_t length = code_points(text);
    if (length < rules.min_length) {
      return refuse(at, "have at least " + counted(rules.min_length, "characters"));
    }
    if (rules.max_length && length > *rules.max_length) {
      return refuse(at, "have at most " + counted(*rules.max_length, "characters"));
    }
  }
  if (rules.pattern == nullptr) return true;
  if (!budget_.spend(rules.pattern->cost(text.size())))
    return give_up(at, "it takes too many steps");
  return rules.pattern->finds(text) ||
         refuse(at, "match the pattern " + value::quoted(rules.pattern_text, 200));
}

bool Check::branches_fit(const Branches& branches, const Value& value, const Step* at, Seen* seen) {
  for (const NodeId id : branches.all_of) {
    if (!fits(id, value, at, seen)) return false;
  }
  if (branches.no != none && fits_quietly(branches.no, value, at, nullptr)) {
    return refuse(at, "not fit the schema of \"not\"");
  }
  return (branches.any_of.empty() || any_of_fits(branches, value, at, seen)) &&
         (branches.one_of.empty() || one_of_fits(branches, value, at, seen)) &&
         (branches.condition == none || condition_fits(branches, value, at, seen));
}

bool Check::any_of_fits(const Branches& branches, const Value& value, const Step* at, Seen* seen) {
  bool any = false;
  for (const NodeId id : branches.any_of) {
    any = fits_quietly(id, value, at, seen) || any;
    if (any && seen == nullptr) return true;
  }
  return any || no_branch_fits(branches.any_of, value, at);
}

bool Check::one_of_fits(const Branches& branches, const Value& value, const Step* at, Seen* seen) {
  int count = 0;
  for (const NodeId id : branches.one_of) {
    if (fits_quietly(id, value, at, seen)) ++count;
    if (count > 1) return refuse(at, "fit exactly one of the schemas of \"oneOf\", not several");
  }
  return count == 1 || no_branch_fits(branches.one_of, value, at);
}

/// What is wrong with the one branch that is for values of this type, if there is one.
bool Check::no_branch_fits(const std::vector<NodeId>& ids, const Value& value, const Step* at) {
  if (quiet_ > 0 || gave_up_) return false;
  std::uint8_t types = 0;
  std::vector<NodeId> of_this_type;
  for (const NodeId id : ids) {
    const std::uint8_t allowed = schema_.types(id);
    types = static_cast<std::uint8_t>(types | allowed);
    if ((allowed & type_of(value)) != 0) of_this_type.push_back(id);
  }
  if (of_this_type.empty() && types != 0) {
    return refuse(at, "be " + type_names(types) + ", not " + what_is_there(value));
  }
  if (of_this_type.size() == 1 && !fits(of_this_type[0], value, at)) return false;
  return refuse(at, "fit one of " + counted(ids.size(), "schemas, and fits none"));
}

bool Check::condition_fits(const Branches& branches, const Value& value, const Step* at,
                           Seen* seen) {
  const bool holds = fits_quietly(branches.condition, value, at, seen);
  const NodeId next = holds ? branches.then : branches.otherwise;
  return next == none || fits(next, value, at, seen);
}

bool Check::rest_fits(const Node& node, const Value& value, const Step* at, Seen& seen) {
  if (value.is_object() && node.objects != nullptr && node.objects->unevaluated != none) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto& [key, item] = value.entries()[i];
      const Step step{at, Step::Into::property, &key, 0};
      if (seen.has(i) || item.is_undefined()) continue;
      if (!fits(node.objects->unevaluated, item, &step)) return false;
      seen.mark(i);
    }
  }
  if (value.is_array() && node.arrays != nullptr && node.arrays->unevaluated != none) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Step step{at, Step::Into::element, nullptr, i};
      if (seen.has(i)) continue;
      if (!fits(node.arrays->unevaluated, value[i], &step)) return false;
      seen.mark(i);
    }
  }
  return true;
}

}  // namespace modebox::schema
