#include "src/tools/identifier.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace modebox {
namespace {

constexpr auto reserved_words = std::to_array<std::string_view>(
    {"arguments", "await",      "break",   "case",    "catch",      "class",     "const",
     "continue",  "debugger",   "default", "delete",  "do",         "else",      "enum",
     "eval",      "export",     "extends", "false",   "finally",    "for",       "function",
     "if",        "implements", "import",  "in",      "instanceof", "interface", "let",
     "new",       "null",       "package", "private", "protected",  "public",    "return",
     "static",    "super",      "switch",  "this",    "throw",      "true",      "try",
     "typeof",    "var",        "void",    "while",   "with",       "yield"});

// The globals of ECMAScript and of the sandbox. A tool of that name would take
// away something that scripts rely on.
constexpr auto reserved_globals = std::to_array<std::string_view>({
    "AbortController",
    "AbortSignal",
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DOMException",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "Event",
    "EventTarget",
    "FinalizationRegistry",
    "Float16Array",
    "Float32Array",
    "Float64Array",
    "Function",
    "Headers",
    "Infinity",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Request",
    "Response",
    "Set",
    "SharedArrayBuffer",
    "String",
    "SuppressedError",
    "Symbol",
    "SyntaxError",
    "TextDecoder",
    "TextEncoder",
    "TypeError",
    "URIError",
    "URL",
    "URLSearchParams",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "atob",
    "btoa",
    "clearInterval",
    "clearTimeout",
    "console",
    "crypto",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "escape",
    "globalThis",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "performance",
    "queueMicrotask",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "undefined",
    "unescape",
});

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Length of the UTF-8 sequence at the front of `text`, 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  std::size_t length = 0;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2;
  if (lead >= 0xE0 && lead <= 0xEF) length = 3;
  if (lead >= 0xF0 && lead <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return 0;
  const bool continued =
      std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length),
                  [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; });
  return continued ? length : 0;
}

}  // namespace

bool is_reserved_word(std::string_view text) {
  return std::binary_search(reserved_words.begin(), reserved_words.end(), text);
}

bool is_identifier_name(std::string_view text) {
  if (text.empty() || is_digit(text[0])) return false;
  while (!text.empty()) {
    if (is_letter(text[0]) || is_digit(text[0])) {
      text.remove_prefix(1);
    } else if (const std::size_t length = sequence_length(text); length > 0) {
      text.remove_prefix(length);
    } else {
      return false;
    }
  }
  return true;
}

bool is_reserved_global(std::string_view name) {
  return std::find(reserved_globals.begin(), reserved_globals.end(), name) !=
         reserved_globals.end();
}

}  // namespace modebox
