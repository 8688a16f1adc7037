// Making Values and looking into them; value_change.cc changes them.
#include "modebox/value.h"

#include <limits>
#include <stdexcept>
#include <string>

#include "modebox/text.h"
#include "src/value/node.h"

namespace modebox {

using value::Access;
using value::ArrayNode;
using value::BufferNode;
using value::DateNode;
using value::EntriesNode;
using value::KeyIndex;
using value::RegExpNode;
using value::SetNode;
using value::ViewNode;

namespace {

const Value undefined_value;

[[noreturn]] void throw_kind(std::string_view expected, const Value& value) {
  std::string text = "expected ";
  text.append(expected).append(", not ").append(with_article(value.kind()));
  throw KindError(text);
}

void expect(Kind kind, const Value& value) {
  if (value.kind() != kind) throw_kind(with_article(kind), value);
}

bool has_entries(Kind kind) {
  return kind == Kind::object || kind == Kind::map || kind == Kind::error;
}

/// An owned node and the Value that owns it.
template <typename T, typename... Arguments>
std::pair<T*, Value> make_node(Arguments... arguments) {
  auto* node = new T(arguments...);
  return {node, Access::adopt(node)};
}

const Value* find_entry(const Value& value, const Value& key) noexcept {
  const auto& node = Access::node<EntriesNode>(value);
  const auto& entries = node.entries;
  const std::size_t at = node.index.find(
      key, entries.size(), [&](std::size_t i) -> const Value& { return entries[i].key; });
  return at == KeyIndex::none ? nullptr : &entries[at].value;
}

const ViewNode& view_of(const Value& value) {
  if (value.kind() != Kind::typed_array && value.kind() != Kind::data_view) {
    throw_kind("a typed array or DataView", value);
  }
  return Access::node<ViewNode>(value);
}

/// What `value` has under a key that is not known to be WTF-8.
const Value* find_text(const Value& value, std::string_view key) noexcept {
  const auto& node = Access::node<EntriesNode>(value);
  if (node.entries.size() <= KeyIndex::small) {
    for (const Entry& entry : node.entries) {
      if (entry.key.is_string() && Access::text(entry.key) == key) return &entry.value;
    }
    return nullptr;
  }
  return find_entry(value, Access::string(key));
}

}  // namespace

// Counting.

void Value::copy_counted(const Value& other) noexcept {
  if (other.form_ == hole) return;  // the copy is undefined
  take(other);
  if (kind_ == Kind::string) {
    Access::pointer<value::HeapString>(*this)->count.fetch_add(1, std::memory_order_relaxed);
  } else if (kind_ == Kind::bigint) {
    Access::pointer<value::HeapBigInt>(*this)->count.fetch_add(1, std::memory_order_relaxed);
  } else {
    value::retain(Access::pointer(*this));
    form_ = strong;
  }
}

void Value::release() noexcept {
  if (form_ != strong) return;
  if (kind_ == Kind::string) {
    auto* text = Access::pointer<value::HeapString>(*this);
    if (text->count.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      text->~HeapString();
      ::operator delete(text);
    }
  } else if (kind_ == Kind::bigint) {
    auto* number = Access::pointer<value::HeapBigInt>(*this);
    if (number->count.fetch_sub(1, std::memory_order_acq_rel) == 1) delete number;
  } else {
    value::release(Access::pointer(*this));
  }
}

// Making.

Value::Value(const BigInt& value) {
  auto* heap = new value::HeapBigInt;
  Access::point(*this, heap, Kind::bigint, strong);
  heap->number = value;
}

Value::Value(std::string_view text) {
  const std::size_t invalid = find_invalid_wtf8(text);
  if (invalid != std::string_view::npos) {
    throw std::invalid_argument("the string is not UTF-8 at byte " + std::to_string(invalid) +
                                "; give it as bytes, or use Value::string_lossy");
  }
  *this = Access::string(text);
}

void Value::throw_inexact() {
  throw std::out_of_range("an integer beyond 2^53 is not exact as a number; give it as a BigInt");
}

Value Value::string_lossy(std::string_view bytes) { return Access::string(to_utf8_lossy(bytes)); }

Value Value::object(std::initializer_list<Entry> entries) {
  auto [node, object] = make_node<EntriesNode>(Kind::object);
  node->entries.reserve(entries.size());
  for (const Entry& entry : entries) {
    expect(Kind::string, entry.key);
    object.put(entry.key, entry.value);
  }
  return std::move(object);
}

Value Value::map_of(std::initializer_list<Entry> entries) {
  auto [node, map] = make_node<EntriesNode>(Kind::map);
  node->entries.reserve(entries.size());
  for (const Entry& entry : entries) map.put(entry.key, entry.value);
  return std::move(map);
}

Value Value::array(std::initializer_list<Value> items) { return array(std::vector<Value>(items)); }

Value Value::array(std::vector<Value> items) {
  if (items.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("an array can not have more than 4294967295 elements");
  }
  auto [node, array] = make_node<ArrayNode>();
  node->length = static_cast<std::uint32_t>(items.size());
  node->dense = std::move(items);
  return std::move(array);
}

Value Value::set_of(std::initializer_list<Value> items) {
  auto [node, set] = make_node<SetNode>();
  node->members.reserve(items.size());
  for (const Value& item : items) set.push(item);
  return std::move(set);
}

Value Value::date(double time) {
  auto [node, date] = make_node<DateNode>();
  node->time = value::clip_time(time);
  return std::move(date);
}

Value Value::regexp(std::string_view source, std::string_view flags) {
  const Value checked_source(source), checked_flags(flags);
  auto [node, regexp] = make_node<RegExpNode>();
  node->source = source;
  node->flags = flags;
  return std::move(regexp);
}

Value Value::error(std::string_view name, std::string_view message) {
  auto [node, error] = make_node<EntriesNode>(Kind::error);
  error.set("name", name);
  error.set("message", message);
  return std::move(error);
}

Value Value::array_buffer(std::span<const std::byte> bytes) {
  auto [node, buffer] = make_node<BufferNode>();
  node->bytes.assign(bytes.begin(), bytes.end());
  return std::move(buffer);
}

Value Value::typed_array(ElementType type, Value buffer, std::size_t byte_offset,
                         std::size_t length) {
  expect(Kind::array_buffer, buffer);
  const std::size_t available = buffer.size();
  const std::size_t width = element_size(type);
  if (byte_offset % width != 0) {
    throw std::invalid_argument("byte offset " + std::to_string(byte_offset) +
                                " is not a multiple of the element size " + std::to_string(width));
  }
  if (byte_offset > available || length > (available - byte_offset) / width) {
    throw std::invalid_argument("the view reaches beyond the " + std::to_string(available) +
                                " bytes of its ArrayBuffer");
  }
  auto [node, view] = make_node<ViewNode>(Kind::typed_array);
  node->type = type;
  node->buffer = std::move(buffer);
  node->byte_offset = byte_offset;
  node->length = length;
  return std::move(view);
}

Value Value::uint8_array(std::span<const std::byte> bytes) {
  return typed_array(ElementType::uint8, array_buffer(bytes), 0, bytes.size());
}

Value Value::data_view(Value buffer, std::size_t byte_offset, std::size_t length) {
  const Value bytes = typed_array(ElementType::uint8, std::move(buffer), byte_offset, length);
  const auto& checked = Access::node<ViewNode>(bytes);
  auto [node, view] = make_node<ViewNode>(Kind::data_view);
  node->buffer = checked.buffer;
  node->byte_offset = byte_offset;
  node->length = length;
  return std::move(view);
}

// Looking.

bool Value::as_boolean() const {
  expect(Kind::boolean, *this);
  return bytes_[0] != 0;
}

double Value::as_number() const {
  expect(Kind::number, *this);
  return Access::number(*this);
}

const BigInt& Value::as_bigint() const {
  expect(Kind::bigint, *this);
  return Access::pointer<value::HeapBigInt>(*this)->number;
}

std::string_view Value::as_string() const {
  expect(Kind::string, *this);
  return Access::text(*this);
}

double Value::as_date() const {
  expect(Kind::date, *this);
  return Access::node<DateNode>(*this).time;
}

std::string_view Value::regexp_source() const {
  expect(Kind::regexp, *this);
  return Access::node<RegExpNode>(*this).source;
}

std::string_view Value::regexp_flags() const {
  expect(Kind::regexp, *this);
  return Access::node<RegExpNode>(*this).flags;
}

std::size_t Value::size() const noexcept {
  switch (kind_) {
    case Kind::object:
    case Kind::map:
    case Kind::error:
      return Access::node<EntriesNode>(*this).entries.size();
    case Kind::array:
      return Access::node<ArrayNode>(*this).length;
    case Kind::set:
      return Access::node<SetNode>(*this).members.size();
    case Kind::array_buffer:
      return Access::node<BufferNode>(*this).bytes.size();
    case Kind::typed_array:
    case Kind::data_view:
      return Access::node<ViewNode>(*this).length;
    default:
      return 0;
  }
}

const Value& Value::operator[](std::string_view key) const& noexcept {
  const Value* found = find(key);
  return found != nullptr ? *found : undefined_value;
}

const Value* Value::find(std::string_view key) const noexcept {
  return has_entries(kind_) ? find_text(*this, key) : nullptr;
}

const Value* Value::get(const Value& key) const noexcept {
  return kind_ == Kind::map ? find_entry(*this, key) : nullptr;
}

bool Value::has(const Value& key) const noexcept {
  if (has_entries(kind_)) return find_entry(*this, key) != nullptr;
  if (kind_ != Kind::set) return false;
  const auto& node = Access::node<SetNode>(*this);
  return node.index.find(key, node.members.size(), [&](std::size_t i) -> const Value& {
    return node.members[i];
  }) != KeyIndex::none;
}

const Value& Value::at(std::uint64_t index) const noexcept {
  if (kind_ == Kind::set) {
    const auto& members = Access::node<SetNode>(*this).members;
    return index < members.size() ? members[index] : undefined_value;
  }
  if (kind_ != Kind::array) return undefined_value;
  const auto& node = Access::node<ArrayNode>(*this);
  if (index < node.dense.size()) return node.dense[index];
  if (!node.sparse || index >= node.length) return undefined_value;
  const auto found = node.sparse->find(static_cast<std::uint32_t>(index));
  return found != node.sparse->end() ? found->second : undefined_value;
}

std::span<const Entry> Value::entries() const noexcept {
  if (!has_entries(kind_)) return {};
  return Access::node<EntriesNode>(*this).entries;
}

std::span<const Value> Value::members() const noexcept {
  if (kind_ != Kind::set) return {};
  return Access::node<SetNode>(*this).members;
}

std::optional<std::uint32_t> Value::next_index(std::uint64_t from) const noexcept {
  if (kind_ != Kind::array) return std::nullopt;
  const auto& node = Access::node<ArrayNode>(*this);
  for (; from < node.dense.size(); ++from) {
    if (!Access::is_hole(node.dense[from])) return static_cast<std::uint32_t>(from);
  }
  if (!node.sparse || from >= node.length) return std::nullopt;
  const auto next = node.sparse->lower_bound(static_cast<std::uint32_t>(from));
  if (next == node.sparse->end()) return std::nullopt;
  return next->first;
}

std::span<const std::byte> Value::bytes() const {
  if (kind_ == Kind::array_buffer) return Access::node<BufferNode>(*this).bytes;
  if (kind_ != Kind::typed_array && kind_ != Kind::data_view) {
    throw_kind("an ArrayBuffer or a view of one", *this);
  }
  const ViewNode& view = view_of(*this);
  return view.buffer.bytes().subspan(view.byte_offset, view.length * element_size(view.type));
}

std::span<std::byte> Value::mutable_bytes() {
  const std::span<const std::byte> shown = bytes();
  return {const_cast<std::byte*>(shown.data()), shown.size()};  // the node's are not const
}

ElementType Value::element_type() const {
  expect(Kind::typed_array, *this);
  return Access::node<ViewNode>(*this).type;
}

const Value& Value::buffer() const { return view_of(*this).buffer; }

std::size_t Value::byte_offset() const { return view_of(*this).byte_offset; }

bool same_node(const Value& a, const Value& b) noexcept {
  return a.is_node() && b.is_node() && Access::pointer(a) == Access::pointer(b);
}

}  // namespace modebox
