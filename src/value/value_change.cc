// Changing containers. Every slot is filled by fill_slot, which sees to it that
// cycles are owned properly.
#include <limits>
#include <stdexcept>
#include <string>

#include "modebox/value.h"
#include "src/value/node.h"

namespace modebox {

using value::Access;
using value::ArrayNode;
using value::EntriesNode;
using value::KeyIndex;
using value::SetNode;

namespace {

constexpr std::uint32_t max_length = std::numeric_limits<std::uint32_t>::max();

[[noreturn]] void throw_kind(std::string_view doing, const Value& value) {
  throw KindError(std::string(with_article(value.kind())).append(" has no ").append(doing));
}

auto key_at(const std::vector<Entry>& entries) {
  return [&entries](std::size_t i) -> const Value& { return entries[i].key; };
}

auto key_at(const std::vector<Value>& members) {
  return [&members](std::size_t i) -> const Value& { return members[i]; };
}

void put_entry(EntriesNode& node, Value key, Value value) {
  const std::size_t at = node.index.find(key, node.entries.size(), key_at(node.entries));
  if (at != KeyIndex::none)
    return value::fill_slot(&node, node.entries[at].value, std::move(value));
  if (key.is_number() && key.as_number() == 0) key = Value(0.0);  // a Map has no key -0
  node.entries.emplace_back();
  Entry& entry = node.entries.back();
  value::fill_slot(&node, entry.key, std::move(key));
  value::fill_slot(&node, entry.value, std::move(value));
  node.index.added(node.entries.size(), key_at(node.entries));
}

/// An error's properties are those that cross the boundary.
void check_error_property(std::string_view key, const Value& value) {
  const bool text = key == "name" || key == "message" || key == "code";
  if (text && !value.is_string()) {
    throw std::invalid_argument("an Error's " + std::string(key) + " must be a string, not " +
                                std::string(with_article(value.kind())));
  }
  if (key == "errors" && !value.is_array()) {
    throw std::invalid_argument("an Error's errors must be an array, not " +
                                std::string(with_article(value.kind())));
  }
  if (!text && key != "errors" && key != "cause") {
    throw std::invalid_argument("an Error has name, message, code, cause and errors, not " +
                                std::string(key));
  }
}

/// True if a gap up to `index` is small enough to be filled with holes.
bool stays_dense(const ArrayNode& node, std::uint64_t index) {
  return !node.sparse && index <= 2 * std::uint64_t{node.dense.size()} + 1000;
}

}  // namespace

Value& Value::set(std::string_view key, Value value) {
  if (kind_ != Kind::object && kind_ != Kind::map && kind_ != Kind::error) {
    throw_kind("properties to set", *this);
  }
  if (kind_ == Kind::error) check_error_property(key, value);
  put_entry(Access::node<EntriesNode>(*this), Value(key), std::move(value));
  return *this;
}

Value& Value::put(Value key, Value value) {
  if (kind_ == Kind::map) {
    put_entry(Access::node<EntriesNode>(*this), std::move(key), std::move(value));
    return *this;
  }
  if (key.kind() != Kind::string) throw_kind("keys that are not strings", *this);
  return set(key.as_string(), std::move(value));
}

Value& Value::push(Value value) {
  if (kind_ == Kind::array) {
    return set_at(Access::node<ArrayNode>(*this).length, std::move(value));
  }
  if (kind_ != Kind::set) throw_kind("place to push to", *this);
  auto& node = Access::node<SetNode>(*this);
  if (node.index.find(value, node.members.size(), key_at(node.members)) != KeyIndex::none) {
    return *this;
  }
  if (value.is_number() && value.as_number() == 0) value = Value(0.0);  // a Set has no -0
  node.members.emplace_back();
  value::fill_slot(&node, node.members.back(), std::move(value));
  node.index.added(node.members.size(), key_at(node.members));
  return *this;
}

Value& Value::set_at(std::uint64_t index, Value value) {
  if (kind_ != Kind::array) throw_kind("elements to set", *this);
  if (index >= max_length) {
    throw std::invalid_argument("an array's index is a whole number from 0 to 4294967294");
  }
  auto& node = Access::node<ArrayNode>(*this);
  Value* slot = nullptr;
  if (index < node.dense.size()) {
    slot = &node.dense[index];
  } else if (stays_dense(node, index)) {
    while (node.dense.size() < index) node.dense.push_back(Access::hole());
    slot = &node.dense.emplace_back();
  } else {
    if (!node.sparse) node.sparse = std::make_unique<std::map<std::uint32_t, Value>>();
    slot = &(*node.sparse)[static_cast<std::uint32_t>(index)];
  }
  if (index >= node.length) node.length = static_cast<std::uint32_t>(index + 1);
  value::fill_slot(&node, *slot, std::move(value));
  return *this;
}

Value& Value::resize(std::uint32_t length) {
  if (kind_ != Kind::array) throw_kind("length to set", *this);
  auto& node = Access::node<ArrayNode>(*this);
  if (length < node.dense.size()) node.dense.resize(length);
  if (node.sparse && length < node.length) {
    node.sparse->erase(node.sparse->lower_bound(length), node.sparse->end());
    if (node.sparse->empty()) node.sparse.reset();
  }
  node.length = length;
  return *this;
}

bool Value::erase(const Value& key) {
  const auto erase_from = [&](auto& node, auto& items) {
    const std::size_t at = node.index.find(key, items.size(), key_at(items));
    if (at == KeyIndex::none) return false;
    const Value kept = key;  // `key` may be the one that goes
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
    node.index.rebuild(items.size(), key_at(items));
    return true;
  };
  if (kind_ == Kind::set) {
    auto& node = Access::node<SetNode>(*this);
    return erase_from(node, node.members);
  }
  if (kind_ != Kind::object && kind_ != Kind::map) throw_kind("entries to erase", *this);
  auto& node = Access::node<EntriesNode>(*this);
  return erase_from(node, node.entries);
}

}  // namespace modebox
