// What a Value of a kind with identity refers to: its node. Only the files of
// this folder see nodes; they reach into a Value through Access.
#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "modebox/bigint.h"
#include "modebox/value.h"
#include "src/value/key_index.h"
#include "src/value/ownership.h"

namespace modebox::value {

struct Node : Unit {
  explicit Node(Kind node_kind) : Unit(false), kind(node_kind) {}
  const Kind kind;
};

/// Object, map or error. Keys are distinct; those of objects and errors are
/// strings.
struct EntriesNode : Node {
  using Node::Node;
  std::vector<Entry> entries;
  KeyIndex index;
};

struct SetNode : Node {
  SetNode() : Node(Kind::set) {}
  std::vector<Value> members;
  KeyIndex index;
};

/// Elements up to dense.size() are in `dense`, where a hole is a hole Value;
/// those beyond are in `sparse`. So a[4294967294] = 1 costs one element.
struct ArrayNode : Node {
  ArrayNode() : Node(Kind::array) {}
  std::vector<Value> dense;
  std::unique_ptr<std::map<std::uint32_t, Value>> sparse;
  std::uint32_t length = 0;
};

struct DateNode : Node {
  DateNode() : Node(Kind::date) {}
  double time = 0;
};

struct RegExpNode : Node {
  RegExpNode() : Node(Kind::regexp) {}
  std::string source;
  std::string flags;
};

struct BufferNode : Node {
  BufferNode() : Node(Kind::array_buffer) {}
  std::vector<std::byte> bytes;
};

/// Typed array or DataView (whose elements are bytes).
struct ViewNode : Node {
  using Node::Node;
  ElementType type = ElementType::uint8;
  Value buffer;
  std::size_t byte_offset = 0;
  std::size_t length = 0;
};

/// A string too long to be held inline; the text follows the struct.
struct HeapString {
  std::atomic<std::uint32_t> count{1};
  std::size_t size = 0;
  char* text() { return reinterpret_cast<char*>(this + 1); }
};

struct HeapBigInt {
  std::atomic<std::uint32_t> count{1};
  BigInt number;
};

/// The inside of a Value.
struct Access {
  static constexpr std::size_t inline_capacity = sizeof(Value::bytes_);

  template <typename T = Node>
  static T* pointer(const Value& value) noexcept {
    void* address;
    std::memcpy(&address, value.bytes_, sizeof address);
    return static_cast<T*>(address);
  }
  /// A node of the type that its kind has. Unchecked.
  template <typename T>
  static T& node(const Value& value) noexcept {
    return static_cast<T&>(*pointer<Node>(value));
  }
  static void point(Value& value, void* address, Kind kind, std::uint8_t form) noexcept {
    std::memcpy(value.bytes_, &address, sizeof address);
    value.kind_ = kind;
    value.form_ = form;
  }

  /// A Value that takes over the one reference which a new node is born with.
  static Value adopt(Node* node) noexcept { return make(node, Value::strong); }
  static Value weak(Node* node) noexcept { return make(node, Value::weak); }
  static Value hole() noexcept {
    Value value;
    value.form_ = Value::hole;
    return value;
  }
  /// A string whose bytes are known to be WTF-8.
  static Value string(std::string_view text);

  static bool is_hole(const Value& value) noexcept { return value.form_ == Value::hole; }
  static bool is_strong_node(const Value& value) noexcept {
    return value.form_ == Value::strong && value.is_node();
  }
  static bool is_weak_node(const Value& value) noexcept { return value.form_ == Value::weak; }
  static bool is_inline_string(const Value& value) noexcept { return !value.counted(); }
  static std::size_t inline_size(const Value& value) noexcept { return value.form_; }
  static const char* inline_text(const Value& value) noexcept {
    return reinterpret_cast<const char*>(value.bytes_);
  }
  static double number(const Value& value) noexcept {
    double number;
    std::memcpy(&number, value.bytes_, sizeof number);
    return number;
  }
  /// The text of a string. Unchecked.
  static std::string_view text(const Value& value) noexcept {
    if (is_inline_string(value)) return {inline_text(value), inline_size(value)};
    auto* heap = pointer<HeapString>(value);
    return {heap->text(), heap->size};
  }
  /// Makes a strong slot weak without dropping its reference: the caller does.
  static void weaken(Value& slot) noexcept { slot.form_ = Value::weak; }
  /// Empties a slot without dropping its reference.
  static void forget(Value& slot) noexcept { slot.forget(); }

 private:
  static Value make(Node* node, std::uint8_t form) noexcept {
    Value value;
    point(value, static_cast<void*>(node), node->kind, form);
    return value;
  }
};

/// Calls `visit(Value& slot)` for everything that a node holds.
template <typename Visit>
void for_each_slot(Node& node, Visit&& visit) {
  switch (node.kind) {
    case Kind::object:
    case Kind::error:
      for (Entry& entry : static_cast<EntriesNode&>(node).entries) visit(entry.value);
      break;
    case Kind::map:
      for (Entry& entry : static_cast<EntriesNode&>(node).entries) {
        visit(entry.key);
        visit(entry.value);
      }
      break;
    case Kind::set:
      for (Value& member : static_cast<SetNode&>(node).members) visit(member);
      break;
    case Kind::array: {
      auto& array = static_cast<ArrayNode&>(node);
      for (Value& item : array.dense) visit(item);
      if (array.sparse) {
        for (auto& [index, item] : *array.sparse) visit(item);
      }
      break;
    }
    case Kind::typed_array:
    case Kind::data_view:
      visit(static_cast<ViewNode&>(node).buffer);
      break;
    default:
      break;
  }
}

/// True for kinds whose nodes may hold nodes other than an ArrayBuffer.
inline bool holds_values(Kind kind) {
  return kind == Kind::object || kind == Kind::array || kind == Kind::map || kind == Kind::set ||
         kind == Kind::error;
}

/// JavaScript's TimeClip: whole milliseconds, NaN for what no Date can hold.
double clip_time(double time);

/// Deletes the node; what it refers to must have been dropped.
void delete_node(Node* node) noexcept;

}  // namespace modebox::value
