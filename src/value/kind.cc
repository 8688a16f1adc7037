#include "modebox/value_kind.h"

namespace modebox {

std::string_view with_article(Kind kind) {
  switch (kind) {
    case Kind::undefined:
      return "undefined";
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "a boolean";
    case Kind::number:
      return "a number";
    case Kind::bigint:
      return "a BigInt";
    case Kind::string:
      return "a string";
    case Kind::object:
      return "an object";
    case Kind::array:
      return "an array";
    case Kind::map:
      return "a Map";
    case Kind::set:
      return "a Set";
    case Kind::date:
      return "a Date";
    case Kind::regexp:
      return "a RegExp";
    case Kind::array_buffer:
      return "an ArrayBuffer";
    case Kind::typed_array:
      return "a typed array";
    case Kind::data_view:
      return "a DataView";
    case Kind::error:
      return "an Error";
  }
  return "";
}

std::string_view to_string(Kind kind) {
  const std::string_view text = with_article(kind);
  if (kind <= Kind::null) return text;
  return text.substr(text.find(' ') + 1);
}

std::size_t element_size(ElementType type) {
  switch (type) {
    case ElementType::int8:
    case ElementType::uint8:
    case ElementType::uint8_clamped:
      return 1;
    case ElementType::int16:
    case ElementType::uint16:
    case ElementType::float16:
      return 2;
    case ElementType::int32:
    case ElementType::uint32:
    case ElementType::float32:
      return 4;
    case ElementType::bigint64:
    case ElementType::biguint64:
    case ElementType::float64:
      return 8;
  }
  return 1;
}

std::string_view to_string(ElementType type) {
  switch (type) {
    case ElementType::int8:
      return "Int8Array";
    case ElementType::uint8:
      return "Uint8Array";
    case ElementType::uint8_clamped:
      return "Uint8ClampedArray";
    case ElementType::int16:
      return "Int16Array";
    case ElementType::uint16:
      return "Uint16Array";
    case ElementType::int32:
      return "Int32Array";
    case ElementType::uint32:
      return "Uint32Array";
    case ElementType::bigint64:
      return "BigInt64Array";
    case ElementType::biguint64:
      return "BigUint64Array";
    case ElementType::float16:
      return "Float16Array";
    case ElementType::float32:
      return "Float32Array";
    case ElementType::float64:
      return "Float64Array";
  }
  return "";
}

}  // namespace modebox
