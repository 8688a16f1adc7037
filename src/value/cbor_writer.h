// Writes CBOR (RFC 8949) item by item at the end of a buffer that it borrows.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/value/cbor_format.h"

namespace modebox::value {

class CborWriter {
 public:
  explicit CborWriter(std::vector<std::byte>& out) : out_(out) {}

  void array(std::size_t items) { head(Major::array, items); }
  void map(std::size_t pairs) { head(Major::map, pairs); }
  void tag(std::uint64_t tag) { head(Major::tag, tag); }
  void uint(std::uint64_t number) { head(Major::uint, number); }
  void null() { byte(simple::null); }
  void undefined() { byte(simple::undefined); }
  void hole() { byte(simple::hole); }
  void boolean(bool value) { byte(value ? simple::true_value : simple::false_value); }
  /// An integer where that is exact (and not -0), else a float64.
  void number(double number);
  /// A text; bytes that are not UTF-8 become U+FFFD.
  void text(std::string_view utf8);
  /// A string of WTF-8: a text if it is well-formed, else tag 273.
  void string(std::string_view wtf8);
  void bytes(std::span<const std::byte> bytes) {
    head(Major::bytes, bytes.size());
    raw(bytes);
  }
  void bytes(std::string_view bytes) { this->bytes(std::as_bytes(std::span(bytes))); }
  /// An item that is already encoded.
  void raw(std::span<const std::byte> item) { out_.insert(out_.end(), item.begin(), item.end()); }

  void head(Major major, std::uint64_t argument);
  std::size_t size() const { return out_.size(); }

 private:
  void byte(std::uint8_t value) { out_.push_back(static_cast<std::byte>(value)); }

  std::vector<std::byte>& out_;
};

}  // namespace modebox::value
