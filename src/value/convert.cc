#include "modebox/convert.h"

#include <cmath>

#include "src/value/path.h"

namespace modebox {
namespace {

/// Beyond this, numbers do not tell neighbouring integers apart.
constexpr double exact_limit = 9007199254740992.0;

std::string range(const std::string& low, const std::string& high) {
  return "an integer from " + low + " to " + high;
}

/// The whole number within the limits of exactness that `value` is, if it is.
std::optional<double> whole_number(const Value& value) {
  if (!value.is_number()) return std::nullopt;
  const double number = value.as_number();
  if (!(std::abs(number) <= exact_limit) || number != std::trunc(number)) return std::nullopt;
  return number;
}

}  // namespace

std::string Mismatch::sentence(std::string_view what) const {
  return std::string(what) + path + " must be " + expected + ", not " + actual;
}

namespace detail {

std::nullopt_t mismatch(const Value& value, std::string_view expected, Mismatch& out) {
  out.expected = expected;
  out.actual = with_article(value.kind());
  return std::nullopt;
}

/// A number that does not fit is shown itself.
static std::nullopt_t bad_integer(const Value& value, const std::string& expected, Mismatch& out) {
  mismatch(value, expected, out);
  if (value.is_number()) out.actual = value::number_text(value.as_number());
  if (value.is_bigint() && value.as_bigint().magnitude().size() <= 32) {
    out.actual = value.as_bigint().to_string() + "n";
  }
  return std::nullopt;
}

std::optional<std::int64_t> read_signed(const Value& value, std::int64_t low, std::int64_t high,
                                        Mismatch& out) {
  std::optional<std::int64_t> result;
  if (const auto number = whole_number(value)) result = static_cast<std::int64_t>(*number);
  const bool wide = high > static_cast<std::int64_t>(exact_limit);
  if (wide && value.is_bigint()) result = value.as_bigint().to_int64();
  if (result && *result >= low && *result <= high) return result;
  return bad_integer(value, range(std::to_string(low), std::to_string(high)), out);
}

std::optional<std::uint64_t> read_unsigned(const Value& value, std::uint64_t high, Mismatch& out) {
  std::optional<std::uint64_t> result;
  const auto number = whole_number(value);
  if (number && *number >= 0) result = static_cast<std::uint64_t>(*number);
  const bool wide = high > static_cast<std::uint64_t>(exact_limit);
  if (wide && value.is_bigint()) result = value.as_bigint().to_uint64();
  if (result && *result <= high) return result;
  return bad_integer(value, range("0", std::to_string(high)), out);
}

bool read_array(const Value& value, std::optional<std::size_t> length, Mismatch& out) {
  constexpr std::size_t longest = 1 << 24;  // holes cost the script nothing, a vector's elements do
  if (!value.is_array()) {
    mismatch(value, "an array", out);
    return false;
  }
  if (length && value.size() != *length) {
    out.expected = "an array of " + std::to_string(*length) + " elements";
    out.actual = std::to_string(value.size());
    return false;
  }
  if (value.size() > longest) {
    out.expected = "an array of at most " + std::to_string(longest) + " elements";
    out.actual = std::to_string(value.size());
    return false;
  }
  return true;
}

void prefix_index(Mismatch& out, std::size_t index) {
  out.path.insert(0, "[" + std::to_string(index) + "]");
}

void prefix_key(Mismatch& out, std::string_view key) {
  out.path.insert(0, value::property_path(key));
}

std::string missing_argument(std::size_t index, const Mismatch& mismatch) {
  return "argument " + std::to_string(index + 1) + " must be " + mismatch.expected +
         ", but was not given";
}

std::string unusable_result(const std::exception& error) {
  return std::string("the tool's result can not be given to the script: ") + error.what();
}

}  // namespace detail

std::optional<bool> Conversion<bool>::read(const Value& value, Mismatch& out) {
  if (value.kind() != Kind::boolean) return detail::mismatch(value, "a boolean", out);
  return value.as_boolean();
}

std::optional<BigInt> Conversion<BigInt>::read(const Value& value, Mismatch& out) {
  if (!value.is_bigint()) return detail::mismatch(value, "a BigInt", out);
  return value.as_bigint();
}

std::optional<std::string> Conversion<std::string>::read(const Value& value, Mismatch& out) {
  if (!value.is_string()) return detail::mismatch(value, "a string", out);
  return std::string(value.as_string());
}

std::optional<std::vector<std::byte>> Conversion<std::vector<std::byte>>::read(const Value& value,
                                                                               Mismatch& out) {
  switch (value.kind()) {
    case Kind::array_buffer:
    case Kind::typed_array:
    case Kind::data_view: {
      const auto bytes = value.bytes();
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    default:
      return detail::mismatch(value, "an ArrayBuffer or a view of one", out);
  }
}

}  // namespace modebox
