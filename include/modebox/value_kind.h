// The kinds of value that cross the boundary, and their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace modebox {

/// What a Value is. From `object` on, values have identity.
enum class Kind : std::uint8_t {
  undefined,
  null,
  boolean,
  number,
  bigint,
  string,
  object,
  array,
  map,
  set,
  date,
  regexp,
  array_buffer,
  typed_array,
  data_view,
  error,
};

/// `number`, `BigInt`, `Map`, `typed array`: for text read by people.
std::string_view to_string(Kind kind);
/// With its article, where it has one: `a number`, `an array`, `undefined`.
std::string_view with_article(Kind kind);

/// Elements of a typed array. `uint8_clamped` is Uint8ClampedArray, `bigint64`
/// is BigInt64Array.
enum class ElementType : std::uint8_t {
  int8,
  uint8,
  uint8_clamped,
  int16,
  uint16,
  int32,
  uint32,
  bigint64,
  biguint64,
  float16,
  float32,
  float64,
};

/// Bytes of one element.
std::size_t element_size(ElementType type);
/// The constructor's name: `Uint8Array`.
std::string_view to_string(ElementType type);

/// A value was not of the kind that an accessor is for. The text says which
/// kind was expected and which was there.
class KindError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modebox
