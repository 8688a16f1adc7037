// Reads CBOR (RFC 8949) item by item out of a message that may be hostile. It
// borrows the bytes: texts and raw items are views into them. The first thing
// that is wrong sticks: from then on every call gives zero or an empty view,
// and error() says what was wrong and where. So a message is read to its end
// and then asked once whether it was good.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "modebox/value.h"
#include "src/value/cbor_decode.h"

namespace modebox::value {

class CborReader {
 public:
  enum class Type {
    uint,
    negative,
    bytes,
    text,
    array,
    map,
    tag,
    boolean,
    null,
    number,
    other,
    end
  };

  explicit CborReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// What the next item is. `text` includes tag 273 (a string with lone
  /// surrogates), `number` is a float.
  Type peek() const;
  bool at_end() const { return position_ == bytes_.size(); }
  std::size_t position() const { return position_; }

  /// Number of items that follow, at most as many as there are bytes left.
  std::size_t array();
  /// Number of pairs that follow.
  std::size_t map();
  std::uint64_t uint();
  /// An integer or float.
  double number();
  bool boolean();
  /// Takes a null if that is next.
  bool take_null();
  /// A string, as WTF-8 (see text.h); checked.
  std::string_view text();
  std::span<const std::byte> bytes();
  /// The bytes of the next item, whatever it is, passed over. Checks that they
  /// are one well-formed item, not what is in it.
  std::span<const std::byte> raw();
  /// Decodes the next item as a Value.
  Value value(const DecodeLimits& limits = {});
  /// Nothing may follow.
  void finish();

  bool ok() const { return problem_.empty(); }
  /// It is not ok because of the memory that value() would take.
  bool takes_too_much_memory() const { return takes_too_much_memory_; }
  /// `the message is malformed at byte 17: expected a text`.
  Error error() const;
  /// Makes the reader fail at its position.
  void fail(std::string_view problem);

 private:
  bool head(std::uint8_t major, std::string_view expected, std::uint64_t& argument);
  std::span<const std::byte> take(std::uint64_t size);

  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  std::string problem_;
  bool takes_too_much_memory_ = false;
};

}  // namespace modebox::value
