// JSON that remembers where each value stood in the text, so that whoever checks the
// values can tell a person the place of a mistake. The text may be hostile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace modebox::config {

/// A key of an object, and the byte at which its opening quote is.
struct PlacedKey {
  std::string text;
  std::size_t at = 0;
};

/// A value of the text. A value type.
struct PlacedJson {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  /// The byte at which it begins.
  std::size_t at = 0;
  /// The one that fits the kind: a boolean as 0 or 1, nothing for the rest.
  double number = 0;
  std::string text;
  /// Elements of an array, values of an object.
  std::vector<PlacedJson> items;
  /// Of an object, one per item, as they stand: the same key may come twice.
  std::vector<PlacedKey> keys;
};

/// Something wrong at a byte of the text: a sentence for a person.
struct Mistake {
  std::size_t at = 0;
  std::string sentence;
};

/// Arrays and objects within each other.
constexpr std::size_t max_json_depth = 64;
/// Values in a text, those within others included.
constexpr std::size_t max_json_values = 100'000;

/// Reads one JSON value with nothing but white space and comments around it (`//` to the end of the
/// line, `/* */`), which may also be within; a byte order mark may come first. Stricter than
/// JSON.parse: no lone surrogates, no number beyond the range of doubles.
std::variant<PlacedJson, Mistake> parse_places(std::string_view text);

/// `12:5` for a byte of the text. Columns count characters (code points) from 1; a
/// byte order mark is none.
std::string line_and_column(std::string_view text, std::size_t at);

}  // namespace modebox::config
