// Values as text that a test file can state: JSON where JSON can hold the
// value, and otherwise the notation that tests/scenarios/README.md lists.
#pragma once

#include <string>
#include <string_view>

#include "modebox/value.h"

namespace modebox::tests {

/// The one text of a value. Shared nodes are marked `&1` where they first occur
/// and written `*1` afterwards.
std::string value_text(const Value& value);

/// A string in double quotes with JSON's escapes; lone surrogates as `\ud800`.
std::string quoted_text(std::string_view wtf8);

/// `text` without white space outside of double quotes, so that expectations
/// may be laid out freely.
std::string squeezed(std::string_view text);

}  // namespace modebox::tests
