// Conversions between Values and plain C++ types, and the adapter that makes a
// tool out of a function over such types. A value that does not fit is told in
// one sentence: `argument 1 must be a number, not a string`.
//
// Types: bool, integers (range and fraction are checked; 64-bit ones take a
// BigInt too), double, float, std::string, Value, std::vector<T>,
// std::vector<std::byte> (an ArrayBuffer or a view; given back as a
// Uint8Array), std::map<std::string, T> (an object), std::pair and std::tuple
// (an array), std::optional<T> (undefined or null is none). For a type of your
// own, specialise Conversion.
#pragma once

#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "modebox/bigint.h"
#include "modebox/result.h"
#include "modebox/value.h"

namespace modebox {

/// What did not fit: the place within the value (`.rows[3]`), what had to be
/// there (`a number`), and what was (`a string`).
struct Mismatch {
  std::string path;
  std::string expected;
  std::string actual;

  /// `argument 1.rows[3] must be a number, not a string`.
  std::string sentence(std::string_view what) const;
};

/// Specialise for a type of your own, with the two functions below. `read`
/// gives the T, or nothing after filling in the mismatch; `write` throws a
/// std::exception where the T has no Value.
template <typename T>
struct Conversion;

/// The value as a T. The error's sentence begins with `what`.
template <typename T>
Result<T> from_value(const Value& value, std::string_view what = "the value") {
  Mismatch mismatch;
  std::optional<T> result = Conversion<T>::read(value, mismatch);
  if (!result) return Error{mismatch.sentence(what)};
  return *std::move(result);
}

/// The T as a value. Throws a std::exception whose text says why that can not
/// be: an integer beyond 2^53, a std::string that is not UTF-8.
template <typename T>
Value to_value(T&& native) {
  return Conversion<std::remove_cvref_t<T>>::write(std::forward<T>(native));
}

namespace detail {

/// Fills in a mismatch: `value` is there instead of `expected`.
std::nullopt_t mismatch(const Value& value, std::string_view expected, Mismatch& out);
/// A whole number in the range, from a number or (for wide ranges) a BigInt.
std::optional<std::int64_t> read_signed(const Value& value, std::int64_t low, std::int64_t high,
                                        Mismatch& out);
std::optional<std::uint64_t> read_unsigned(const Value& value, std::uint64_t high, Mismatch& out);
/// The array that `value` has to be, with `length` elements if that is given.
bool read_array(const Value& value, std::optional<std::size_t> length, Mismatch& out);
void prefix_index(Mismatch& out, std::size_t index);
void prefix_key(Mismatch& out, std::string_view key);
std::string missing_argument(std::size_t index, const Mismatch& mismatch);
std::string unusable_result(const std::exception& error);

}  // namespace detail

template <>
struct Conversion<Value> {
  static std::optional<Value> read(const Value& value, Mismatch&) { return value; }
  static Value write(Value value) { return value; }
};
template <>
struct Conversion<bool> {
  static std::optional<bool> read(const Value& value, Mismatch& out);
  static Value write(bool native) { return native; }
};
template <std::floating_point T>
struct Conversion<T> {
  static std::optional<T> read(const Value& value, Mismatch& out) {
    if (!value.is_number()) return detail::mismatch(value, "a number", out);
    return static_cast<T>(value.as_number());
  }
  static Value write(T native) { return static_cast<double>(native); }
};
template <ValueInteger T>
struct Conversion<T> {
  static std::optional<T> read(const Value& value, Mismatch& out) {
    using Range = std::numeric_limits<T>;
    if constexpr (std::unsigned_integral<T>) {
      auto wide = detail::read_unsigned(value, Range::max(), out);
      return wide ? std::optional<T>(static_cast<T>(*wide)) : std::nullopt;
    } else {
      auto wide = detail::read_signed(value, Range::min(), Range::max(), out);
      return wide ? std::optional<T>(static_cast<T>(*wide)) : std::nullopt;
    }
  }
  static Value write(T native) { return native; }
};
template <>
struct Conversion<BigInt> {
  static std::optional<BigInt> read(const Value& value, Mismatch& out);
  static Value write(const BigInt& native) { return native; }
};
template <>
struct Conversion<std::string> {
  static std::optional<std::string> read(const Value& value, Mismatch& out);
  static Value write(const std::string& native) { return native; }
};
template <>
struct Conversion<std::string_view> {  // results only: as an argument it would dangle
  static Value write(std::string_view native) { return native; }
};
template <>
struct Conversion<const char*> {
  static Value write(const char* native) { return native; }
};
template <>
struct Conversion<std::vector<std::byte>> {
  static std::optional<std::vector<std::byte>> read(const Value& value, Mismatch& out);
  static Value write(const std::vector<std::byte>& native) { return Value::uint8_array(native); }
};

template <typename T>
struct Conversion<std::optional<T>> {
  static std::optional<std::optional<T>> read(const Value& value, Mismatch& out) {
    if (value.is_nullish()) return std::optional<T>();
    auto inner = Conversion<T>::read(value, out);
    if (!inner) return std::nullopt;
    return inner;
  }
  static Value write(const std::optional<T>& native) {
    return native ? to_value(*native) : Value();
  }
};

template <typename T>
struct Conversion<std::vector<T>> {
  static std::optional<std::vector<T>> read(const Value& value, Mismatch& out) {
    if (!detail::read_array(value, std::nullopt, out)) return std::nullopt;
    std::vector<T> result;
    for (std::size_t i = 0; i < value.size(); ++i) {
      auto item = Conversion<T>::read(value[i], out);
      if (!item) return detail::prefix_index(out, i), std::nullopt;
      result.push_back(*std::move(item));
    }
    return result;
  }
  static Value write(const std::vector<T>& native) {
    std::vector<Value> items;
    items.reserve(native.size());
    for (const auto& item : native) items.push_back(to_value(static_cast<const T&>(item)));
    return Value::array(std::move(items));
  }
};

template <typename T>
struct Conversion<std::map<std::string, T>> {
  static std::optional<std::map<std::string, T>> read(const Value& value, Mismatch& out) {
    if (!value.is_object()) return detail::mismatch(value, "an object", out);
    std::map<std::string, T> result;
    for (const auto& [key, item] : value.entries()) {
      auto converted = Conversion<T>::read(item, out);
      if (!converted) return detail::prefix_key(out, key.as_string()), std::nullopt;
      result.emplace(key.as_string(), *std::move(converted));
    }
    return result;
  }
  static Value write(const std::map<std::string, T>& native) {
    Value result = Value::object();
    for (const auto& [key, item] : native) result.set(key, to_value(item));
    return result;
  }
};

template <typename... T>
struct Conversion<std::tuple<T...>> {
  static std::optional<std::tuple<T...>> read(const Value& value, Mismatch& out) {
    if (!detail::read_array(value, sizeof...(T), out)) return std::nullopt;
    return read_items(value, out, std::index_sequence_for<T...>());
  }
  static Value write(const std::tuple<T...>& native) {
    return std::apply([](const T&... item) { return Value::array({to_value(item)...}); }, native);
  }

 private:
  template <std::size_t... I>
  static std::optional<std::tuple<T...>> read_items(const Value& value, Mismatch& out,
                                                    std::index_sequence<I...>) {
    std::tuple<std::optional<T>...> items;
    const auto read_one = [&]<typename U>(std::size_t index, std::optional<U>& item) {
      item = Conversion<U>::read(value[index], out);
      if (!item) detail::prefix_index(out, index);
      return item.has_value();
    };
    if (!(read_one(I, std::get<I>(items)) && ...)) return std::nullopt;
    return std::tuple<T...>(*std::move(std::get<I>(items))...);
  }
};

template <typename A, typename B>
struct Conversion<std::pair<A, B>> {
  static std::optional<std::pair<A, B>> read(const Value& value, Mismatch& out) {
    auto both = Conversion<std::tuple<A, B>>::read(value, out);
    if (!both) return std::nullopt;
    return std::pair<A, B>(std::get<0>(std::move(*both)), std::get<1>(std::move(*both)));
  }
  static Value write(const std::pair<A, B>& native) {
    return Value::array({to_value(native.first), to_value(native.second)});
  }
};

}  // namespace modebox

#include "modebox/convert_adapt.h"
