// Value: a copy of a JavaScript value, owned by the host. Scalars and short
// strings are held inline (16 bytes in all). Objects, arrays and the other
// containers have identity as in JavaScript: a Value refers to a node, copies
// of the Value share it, and cycles are possible. Nothing leaks: nodes are
// counted, and nodes that form a cycle are owned together
// (src/value/ownership.h says how, and why that is complete).
//
// Thread safety: as with std::shared_ptr, different Values may be copied and
// destroyed on any threads even when they share nodes. Any number of threads
// may read a node; changing it (`set`, `push`, ...) must exclude its readers,
// and a change that closes a cycle must exclude those of the whole cycle.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "modebox/value_kind.h"

namespace modebox {

class BigInt;
class Value;
struct Entry;
bool equal(const Value& a, const Value& b);
namespace value {
struct Node;
struct Access;
}  // namespace value

/// Integers that convert to a Value by themselves: no bool, no characters.
template <typename T>
concept ValueInteger = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> &&
                       !std::same_as<T, wchar_t> && !std::same_as<T, char8_t> &&
                       !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

class Value {
 public:
  /// undefined.
  constexpr Value() noexcept = default;
  Value(std::nullptr_t) noexcept : kind_(Kind::null) {}
  template <std::same_as<bool> B>
  Value(B value) noexcept : kind_(Kind::boolean) {
    bytes_[0] = value ? 1 : 0;
  }
  Value(double value) noexcept : kind_(Kind::number) { std::memcpy(bytes_, &value, sizeof value); }
  /// A number. Throws std::out_of_range beyond 2^53, where numbers are not
  /// exact: give a BigInt instead.
  template <ValueInteger T>
  Value(T value) : Value(exact(value)) {}
  Value(const BigInt& value);
  /// A string of UTF-8; lone surrogates may stand in it as three bytes each
  /// (WTF-8, see text.h). Throws std::invalid_argument for other bytes.
  Value(std::string_view text);
  Value(const std::string& text) : Value(std::string_view(text)) {}
  Value(const char* text) : Value(std::string_view(text)) {}

  Value(const Value& other) {
    if (other.counted()) {
      copy_counted(other);
    } else {
      take(other);
    }
  }
  Value(Value&& other) noexcept {
    take(other);
    other.forget();
  }
  Value& operator=(const Value& other) { return *this = Value(other); }
  Value& operator=(Value&& other) noexcept {
    if (this == &other) return *this;
    Value old;  // goes last: `other` may be inside of it
    old.take(*this);
    take(other);
    other.forget();
    return *this;
  }
  ~Value() {
    if (counted()) release();
  }

  // Making containers. Elements are copied in; a node among them is shared.

  static Value object(std::initializer_list<Entry> entries = {});
  static Value array(std::initializer_list<Value> items = {});
  static Value array(std::vector<Value> items);
  static Value map_of(std::initializer_list<Entry> entries = {});
  static Value set_of(std::initializer_list<Value> items = {});
  /// `time` in ms since the Unix epoch, clipped as JavaScript does it: whole
  /// milliseconds, NaN (an invalid date) beyond 8.64e15.
  static Value date(double time);
  static Value regexp(std::string_view source, std::string_view flags);
  /// An error; set("code", ...), set("cause", ...) and set("errors", ...) on it
  /// are possible, other properties are not.
  static Value error(std::string_view name, std::string_view message);
  static Value array_buffer(std::span<const std::byte> bytes);
  /// A view of `length` elements on an ArrayBuffer. Throws
  /// std::invalid_argument if it is misaligned or reaches beyond the buffer.
  static Value typed_array(ElementType type, Value buffer, std::size_t byte_offset,
                           std::size_t length);
  /// A Uint8Array over a copy of the bytes.
  static Value uint8_array(std::span<const std::byte> bytes);
  static Value data_view(Value buffer, std::size_t byte_offset, std::size_t length);
  /// A string from bytes that may not be UTF-8: U+FFFD for what is not.
  static Value string_lossy(std::string_view bytes);

  // Looking.

  Kind kind() const noexcept { return kind_; }
  bool is_undefined() const noexcept { return kind_ == Kind::undefined; }
  bool is_null() const noexcept { return kind_ == Kind::null; }
  bool is_nullish() const noexcept { return kind_ <= Kind::null; }
  bool is_boolean() const noexcept { return kind_ == Kind::boolean; }
  bool is_number() const noexcept { return kind_ == Kind::number; }
  bool is_bigint() const noexcept { return kind_ == Kind::bigint; }
  bool is_string() const noexcept { return kind_ == Kind::string; }
  bool is_object() const noexcept { return kind_ == Kind::object; }
  bool is_array() const noexcept { return kind_ == Kind::array; }
  bool is_map() const noexcept { return kind_ == Kind::map; }
  bool is_set() const noexcept { return kind_ == Kind::set; }
  bool is_error() const noexcept { return kind_ == Kind::error; }
  /// True for everything that has identity.
  bool is_node() const noexcept { return kind_ >= Kind::object; }

  // Each throws KindError if the kind is another one: a script that passes a
  // wrong argument gets that as the error of its call. Views and references
  // live as long as the Value (for containers: until the node changes).

  bool as_boolean() const;
  double as_number() const;
  const BigInt& as_bigint() const;
  /// WTF-8; no terminating NUL.
  std::string_view as_string() const;
  /// Milliseconds since the Unix epoch, NaN if invalid.
  double as_date() const;
  std::string_view regexp_source() const;
  std::string_view regexp_flags() const;

  /// Entries of an object, map or error, or elements of an array (its length,
  /// holes included), set, typed array; bytes of a buffer or DataView; else 0.
  std::size_t size() const noexcept;
  /// Of an object or error, or a map's entry under a string key; undefined if
  /// there is none or this is something else.
  const Value& operator[](std::string_view key) const& noexcept;
  Value operator[](std::string_view key) && noexcept { return std::as_const(*this)[key]; }
  /// Element of an array or set; undefined if there is none.
  template <ValueInteger I>
  const Value& operator[](I index) const& noexcept {
    return at(index < I{0} ? ~std::uint64_t{0} : static_cast<std::uint64_t>(index));
  }
  template <ValueInteger I>
  Value operator[](I index) && noexcept {
    return std::as_const(*this)[index];
  }
  /// Like operator[], but null where there is no such entry.
  const Value* find(std::string_view key) const noexcept;
  /// A map's entry (SameValueZero), or null.
  const Value* get(const Value& key) const noexcept;
  /// True if the object, map or set has the key.
  bool has(const Value& key) const noexcept;
  /// Entries of an object, map or error in insertion order; else empty.
  std::span<const Entry> entries() const noexcept;
  /// Members of a set in insertion order; else empty.
  std::span<const Value> members() const noexcept;
  /// The first index >= `from` at which an array is no hole. The way to go
  /// through an array that may be sparse (its length may be 4,294,967,295).
  std::optional<std::uint32_t> next_index(std::uint64_t from) const noexcept;
  /// The bytes of an ArrayBuffer, or those that a typed array or DataView shows.
  std::span<const std::byte> bytes() const;
  std::span<std::byte> mutable_bytes();
  ElementType element_type() const;
  /// The ArrayBuffer of a typed array or DataView, and where the view begins.
  const Value& buffer() const;
  std::size_t byte_offset() const;

  // Changing a container: all Values that share the node see it.

  /// Sets a property of an object or error, or a map's entry.
  Value& set(std::string_view key, Value value);
  /// Sets an array's element; the array grows, with holes, as needed.
  template <ValueInteger I>
  Value& set(I index, Value value) {
    return set_at(index < I{0} ? ~std::uint64_t{0} : static_cast<std::uint64_t>(index),
                  std::move(value));
  }
  /// Sets a map's entry; an entry that is there keeps its place.
  Value& put(Value key, Value value);
  /// Adds to a set, or at the end of an array.
  Value& push(Value value);
  /// Removes an entry of an object, map or set; says if it was there.
  bool erase(const Value& key);
  /// Sets an array's length: cuts it, or adds holes.
  Value& resize(std::uint32_t length);

  friend bool operator==(const Value& a, const Value& b) { return equal(a, b); }

 private:
  friend struct value::Access;

  // form_: for a string held inline its length; otherwise with top bit:
  static constexpr std::uint8_t counted_bit = 0x80;
  static constexpr std::uint8_t strong = 0x80;  // heap: string, BigInt, node
  static constexpr std::uint8_t weak = 0x81;    // node owned together with this slot's node
  static constexpr std::uint8_t hole = 0x82;    // undefined, and not there

  template <ValueInteger T>
  static double exact(T value) {
    constexpr auto limit = std::int64_t{1} << 53;
    if constexpr (sizeof(T) < 8) return static_cast<double>(value);
    if (std::cmp_greater(value, limit) || std::cmp_less(value, -limit)) throw_inexact();
    return static_cast<double>(value);
  }
  [[noreturn]] static void throw_inexact();

  bool counted() const noexcept { return (form_ & counted_bit) != 0; }
  void take(const Value& other) noexcept {
    std::memcpy(bytes_, other.bytes_, sizeof bytes_);
    form_ = other.form_;
    kind_ = other.kind_;
  }
  void forget() noexcept {
    form_ = 0;
    kind_ = Kind::undefined;
  }
  void copy_counted(const Value& other) noexcept;
  void release() noexcept;
  const Value& at(std::uint64_t index) const noexcept;
  Value& set_at(std::uint64_t index, Value value);

  alignas(8) unsigned char bytes_[14] = {};
  std::uint8_t form_ = 0;
  Kind kind_ = Kind::undefined;
};

/// A key and its value; an object's keys are strings.
struct Entry {
  Value key;
  Value value;
};

/// True if both refer to the same node (identity of JavaScript objects).
bool same_node(const Value& a, const Value& b) noexcept;

/// Deep equality: Object.is on numbers, holes differ from undefined, the same
/// sharing and the same cycles; properties of objects in any order, Maps and
/// Sets in insertion order.
bool equal(const Value& a, const Value& b);

/// As `describe` (json.h) shows it.
std::ostream& operator<<(std::ostream& out, const Value& value);

}  // namespace modebox
