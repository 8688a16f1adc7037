// Values from and to JSON, and as text for people. JSON holds less than a
// Value: `to_json` refuses what JSON can not hold and says where it is,
// `to_tagged_json` writes it in a documented form (docs/values.md), `describe`
// shows it as JavaScript would. All functions are pure and thread-safe as long
// as nobody changes the value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "modebox/value.h"

namespace modebox {

struct JsonLimits {
  /// Arrays and objects within each other.
  std::size_t max_depth = 1000;
  /// Bytes of memory that the value may take.
  std::size_t max_memory = std::size_t{256} << 20;
};

/// The value that JSON.parse gives: numbers are doubles (`-0` included), of
/// equal keys the last wins, `__proto__` is a key like any other. Errors name
/// line and column. Differs from JSON.parse in what it refuses: numbers beyond
/// the range of doubles, and \u escapes of lone surrogates.
Result<Value> from_json(std::string_view text, const JsonLimits& limits = {});

struct JsonOptions {
  /// Spaces per level; 0 writes everything on one line.
  int indent = 0;
  /// Bytes of the text. What a value shares is written out each time it occurs,
  /// so that a small value can be a large text.
  std::size_t max_bytes = std::size_t{64} << 20;
  /// Containers within each other.
  std::size_t max_depth = 1000;
  /// Of to_json: writes what JavaScript programs leave in objects as JSON.stringify does.
  /// Properties that are undefined are left out, undefined elements and holes are
  /// null, dates are their ISO text.
  bool lenient = false;
};

/// JSON that `from_json` makes an equal value of (but for sharing). What JSON
/// can not hold is an error that names it: `$.a is a Map, which JSON can not
/// hold`.
Result<std::string> to_json(const Value& value, const JsonOptions& options = {});

/// JSON for programs, of any value: what JSON has is written plainly, all else
/// as an object with `$type`, such as {"$type":"bigint","value":"1"}. Fails only
/// for depth and size. docs/values.md lists the forms.
Result<std::string> to_tagged_json(const Value& value, const JsonOptions& options = {});

struct DescribeOptions {
  /// Roughly; what is beyond is cut, and an ellipsis shows that.
  std::size_t max_bytes = 64 << 10;
  /// Containers within each other; deeper ones are shown as `[object]`.
  std::size_t max_depth = 24;
  /// Lines are broken beyond this many bytes, where that is possible.
  std::size_t line_width = 76;
};

/// The value as text for people, close to what JavaScript consoles print:
/// `{ a: 1n, m: Map(1) { "k" => NaN }, self: [circular] }`.
std::string describe(const Value& value, const DescribeOptions& options = {});

/// The same text, and whether nothing was left out of it for its size or depth: for
/// people who decide by what they read.
struct Description {
  std::string text;
  bool whole = true;
};
Description describe_whole(const Value& value, const DescribeOptions& options = {});

}  // namespace modebox
