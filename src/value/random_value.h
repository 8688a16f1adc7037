// Random graphs of values for property tests: every kind, shared nodes, cycles,
// holes, sparse arrays, lone surrogates, odd keys. The same seed gives the same
// graphs. All of them are values that a script can hold as well, so they can be
// sent through the guest and compared with `equal`.
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/bigint.h"
#include "modebox/text.h"
#include "modebox/value.h"

namespace modebox::value {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

  /// A graph of up to about 30 containers, or sometimes just a scalar.
  Value next() {
    if (below(12) == 0) return scalar();
    nodes_.clear();
    const bool cyclic = below(2) == 0;
    const std::size_t count = 1 + below(below(4) == 0 ? 30 : 8);
    while (nodes_.size() < count) nodes_.push_back(container());
    if (below(3) != 0) add_leaves();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t least = cyclic ? 0 : i + 1;
      for (std::size_t items = below(6); items > 0; --items) fill(i, least);
    }
    return nodes_[0];
  }

  Value scalar() {
    switch (below(8)) {
      case 0:
        return Value();
      case 1:
        return nullptr;
      case 2:
        return below(2) == 0;
      case 3:
        return bigint();
      case 4:
      case 5:
        return string();
      default:
        return number();
    }
  }

  double number() {
    using Limits = std::numeric_limits<double>;
    constexpr double special[] = {0.0,
                                  -0.0,
                                  1,
                                  -1,
                                  23,
                                  24,
                                  -25,
                                  255,
                                  256,
                                  65536,
                                  4294967296.0,
                                  9007199254740991.0,
                                  -9007199254740991.0,
                                  9007199254740992.0,
                                  -9007199254740993.0,
                                  0.1,
                                  5e-324,
                                  1.7976931348623157e308,
                                  Limits::quiet_NaN(),
                                  Limits::infinity(),
                                  -Limits::infinity()};
    if (below(2) == 0) return special[below(std::size(special))];
    const auto whole = static_cast<double>(static_cast<std::int64_t>(random_()) >> below(64));
    return below(2) == 0 ? whole : whole / 1024;
  }

  BigInt bigint() {
    if (below(4) == 0) return BigInt();
    std::vector<std::uint8_t> bytes(1 + below(below(4) == 0 ? 40 : 9));
    const std::size_t style = below(3);  // random, all ones, a power of two
    for (auto& byte : bytes)
      byte = style == 0 ? static_cast<std::uint8_t>(random_()) : style == 1 ? 0xff : 0;
    if (style == 2) bytes[0] = 1;
    return BigInt::from_magnitude(below(2) == 0, bytes);
  }

  std::string string() {
    static constexpr std::u16string_view pieces[] = {
        u"a",      u"name",   u"\u00e9", u"\u20ac", u"\U0001f600",    u"\xd800",
        u"\xdc00", u"\xdbff", u" ",      u"\"\\\n", u"exactly 14 by", u"a longer piece of text"};
    static constexpr std::u16string_view nul(u"\0", 1);
    std::u16string text;
    for (std::size_t count = below(5); count > 0; --count) {
      text += below(16) == 0 ? nul : pieces[below(std::size(pieces))];
    }
    return from_utf16(text);
  }

  std::string key() {
    static constexpr const char* special[] = {
        "__proto__", "constructor",    "",       "0", "17", "-1", "length", "toString",
        "then",      "hasOwnProperty", "valueOf"};
    if (below(3) == 0) return special[below(std::size(special))];
    return string() + std::to_string(below(100)) + "k";
  }

  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

 private:
  Value container() {
    switch (below(7)) {
      case 0:
      case 1:
        return Value::object();
      case 2:
      case 3:
        return Value::array();
      case 4:
        return Value::map_of();
      case 5:
        return Value::set_of();
      default:
        return error();
    }
  }

  Value error() {
    static constexpr const char* names[] = {"Error",       "TypeError", "RangeError",
                                            "SyntaxError", "MyError",   ""};
    if (below(4) == 0) {
      Value error = Value::error("AggregateError", string());
      error.set("errors", Value::array({scalar(), Value::error("Error", "inner")}));
      return error;
    }
    return Value::error(names[below(std::size(names))], string());
  }

  /// Values with identity that hold no others.
  void add_leaves() {
    for (std::size_t count = below(6); count > 0; --count) {
      switch (below(5)) {
        case 0:
          nodes_.push_back(Value::date(
              below(4) == 0 ? number() : static_cast<double>(below(4'000'000'000'000))));
          break;
        case 1:
          nodes_.push_back(regexp());
          break;
        case 2:
          nodes_.push_back(buffer());
          break;
        default:
          nodes_.push_back(view());
          break;
      }
    }
  }

  Value regexp() {
    static constexpr const char* sources[] = {"(?:)", "a+b", "^[\\s\\S]$", "\\u{1F600}|\\/",
                                              "(?<year>\\d{4})"};
    static constexpr const char* flags[] = {"u", "gu", "dgimsuy", "iu"};
    return Value::regexp(sources[below(std::size(sources))], flags[below(std::size(flags))]);
  }

  Value buffer() {
    std::vector<std::byte> bytes(below(5) * 8);
    for (auto& byte : bytes) byte = static_cast<std::byte>(random_());
    return Value::array_buffer(bytes);
  }

  Value view() {
    Value shown = buffer();
    for (const Value& node : nodes_) {
      if (node.kind() == Kind::array_buffer && below(2) == 0) shown = node;
    }
    const std::size_t words = shown.size() / 8;
    const bool whole = below(2) == 0;
    const std::size_t first = whole ? 0 : below(words + 1);
    const std::size_t bytes = 8 * (whole ? words : below(words - first + 1));
    if (below(4) == 0) return Value::data_view(shown, 8 * first, bytes);
    const auto type = static_cast<ElementType>(below(12));
    return Value::typed_array(type, shown, 8 * first, bytes / element_size(type));
  }

  /// Something to put into a container: a scalar or a node from `least` on.
  Value item(std::size_t least) {
    if (least >= nodes_.size() || below(2) == 0) return scalar();
    return nodes_[least + below(nodes_.size() - least)];
  }

  void fill(std::size_t at, std::size_t least) {
    Value& node = nodes_[at];
    switch (node.kind()) {
      case Kind::object:
        node.set(key(), item(least));
        break;
      case Kind::array:
        fill_array(node, item(least));
        break;
      case Kind::map:
        node.put(item(least), item(least));
        break;
      case Kind::set:
        node.push(item(least));
        break;
      case Kind::error:
        below(2) == 0 ? node.set("cause", item(least))
                      : node.set("code", "E_" + std::to_string(below(9)));
        break;
      default:
        break;
    }
  }

  void fill_array(Value& array, Value item) {
    switch (below(8)) {
      case 0:
        array.set(array.size() + below(4), std::move(item));  // holes
        break;
      case 1:
        if (below(4) == 0) array.set(2000 + below(4'294'000'000), std::move(item));  // sparse
        break;
      case 2:
        if (array.size() < 1000) array.resize(static_cast<std::uint32_t>(array.size() + below(3)));
        break;
      default:
        if (array.size() < 1000) array.push(std::move(item));
        break;
    }
  }

  std::mt19937_64 random_;
  std::vector<Value> nodes_;
};

}  // namespace modebox::value
