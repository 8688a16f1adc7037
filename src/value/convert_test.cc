#include "modebox/convert.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <variant>

namespace modebox {
namespace {

// Stand for those of tool.h, which lies above this folder.
struct ToolError {
  std::string message;
  std::string name = "Error";
  std::string code;
};
using ToolResult = std::variant<Value, ToolError>;
struct HostCall {
  std::string name;
  std::vector<Value> arguments;
  std::uint64_t id = 0;
};

template <typename T>
std::string problem(const Value& value, std::string_view what = "argument 1") {
  const Result<T> result = from_value<T>(value, what);
  return result ? "accepted" : result.error().message;
}

/// Calls a function as a script would.
template <typename F>
ToolResult call(F function, std::vector<Value> arguments) {
  const auto adapted = detail::adapt<ToolResult, ToolError, HostCall>(std::move(function));
  return adapted(HostCall{"test", std::move(arguments), 7});
}
Value value_of(const ToolResult& result) {
  if (const auto* error = std::get_if<ToolError>(&result)) return "error: " + error->message;
  return std::get<Value>(result);
}

TEST(Convert, PlainTypesGoThroughUnchanged) {
  const auto both_ways = []<typename T>(const T& native) {
    const Result<T> again = from_value<T>(to_value(native));
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(*again, native);
  };
  both_ways(true);
  both_ways(-7);
  both_ways(std::uint8_t{255});
  both_ways(std::int64_t{-9007199254740992});
  both_ways(1.5);
  both_ways(1.5f);
  both_ways(std::string("text"));
  both_ways(BigInt::from(1));
  both_ways(std::vector<std::string>{"a", "b"});
  both_ways(std::vector<bool>{true, false});
  both_ways(std::vector<std::byte>{std::byte{1}, std::byte{2}});
  both_ways(std::map<std::string, std::vector<int>>{{"a", {1, 2}}, {"b", {}}});
  both_ways(std::optional<int>());
  both_ways(std::optional<int>(3));
  both_ways(std::tuple<int, std::string, std::optional<bool>>(1, "x", std::nullopt));
  both_ways(std::pair<std::string, double>("pi", 3.14));
  both_ways(Value::array({1}));
}

TEST(Convert, WhatDoesNotFitIsToldInASentence) {
  EXPECT_EQ(problem<double>("x"), "argument 1 must be a number, not a string");
  EXPECT_EQ(problem<bool>(1), "argument 1 must be a boolean, not a number");
  EXPECT_EQ(problem<std::string>(nullptr), "argument 1 must be a string, not null");
  EXPECT_EQ(problem<int>(1.5),
            "argument 1 must be an integer from -2147483648 to 2147483647, not 1.5");
  EXPECT_EQ(problem<int>(std::nan("")),
            "argument 1 must be an integer from -2147483648 to 2147483647, not NaN");
  EXPECT_EQ(problem<std::uint8_t>(256), "argument 1 must be an integer from 0 to 255, not 256");
  EXPECT_EQ(problem<std::uint8_t>(-1), "argument 1 must be an integer from 0 to 255, not -1");
  EXPECT_EQ(problem<std::uint8_t>(BigInt::from(1)),
            "argument 1 must be an integer from 0 to 255, not 1n");
  EXPECT_EQ(problem<std::vector<int>>(Value::object()),
            "argument 1 must be an array, not an object");
  EXPECT_EQ(problem<std::vector<std::byte>>("x"),
            "argument 1 must be an ArrayBuffer or a view of one, not a string");
  EXPECT_EQ((problem<std::tuple<int, int>>(Value::array({1}))),
            "argument 1 must be an array of 2 elements, not 1");
}

TEST(Convert, ThePlaceWithinTheValueIsNamed) {
  using Table = std::map<std::string, std::vector<std::optional<int>>>;
  EXPECT_EQ(problem<Table>(Value::object({{"rows", Value::array({1, nullptr, true})}})),
            "argument 1.rows[2] must be an integer from -2147483648 to 2147483647, not a boolean");
  EXPECT_EQ(problem<Table>(Value::object({{"a b", 1}})),
            "argument 1[\"a b\"] must be an array, not a number");
}

TEST(Convert, WideIntegersTakeBigIntsAndExactNumbers) {
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(*from_value<std::int64_t>(BigInt::from(Limits::min())), Limits::min());
  EXPECT_EQ(*from_value<std::uint64_t>(BigInt::from_unsigned(~std::uint64_t{0})),
            ~std::uint64_t{0});
  EXPECT_EQ(*from_value<std::int64_t>(-9007199254740992.0), -9007199254740992);
  EXPECT_NE(problem<std::int64_t>(9007199254740994.0), "accepted");
  EXPECT_NE(problem<std::uint64_t>(BigInt::from(-1)), "accepted");
  EXPECT_NE(problem<std::int64_t>(*BigInt::parse("9223372036854775808")), "accepted");
  EXPECT_THROW(to_value(Limits::max()), std::out_of_range);
}

TEST(Convert, LongEmptyArraysAreNotFilled) {
  Value array = Value::array();
  array.resize(4294967295u);
  EXPECT_EQ(problem<std::vector<Value>>(array),
            "argument 1 must be an array of at most 16777216 elements, not 4294967295");
}

TEST(Adapt, FunctionsGetTheirArguments) {
  EXPECT_EQ(value_of(call([](double a, double b) { return a + b; }, {1, 2})), 3);
  EXPECT_EQ(value_of(call([](const std::string& text,
                             std::vector<int> rest) { return text + std::to_string(rest.size()); },
                          {"n", Value::array({1, 2})})),
            "n2");
  EXPECT_TRUE(value_of(call([](int) {}, {1})).is_undefined());
  EXPECT_EQ(value_of(call(+[](bool yes) { return !yes; }, {true})), false);
  EXPECT_EQ(value_of(call([](Value any) { return any; }, {Value::set_of({1})})),
            Value::set_of({1}));
  EXPECT_EQ(value_of(call(
                []() {
                  return std::vector<double>{1, 2};
                },
                {"more", "arguments"})),
            Value::array({1, 2}));
}

TEST(Adapt, TheCallItselfTakesNoPlace) {
  const auto function = [](int first, const HostCall& call, int second) {
    return std::to_string(call.id) + call.name + std::to_string(first - second);
  };
  EXPECT_EQ(value_of(call(function, {5, 3})), "7test2");
}

TEST(Adapt, OptionalArgumentsMayBeMissing) {
  const auto function = [](int first, std::optional<std::string> second) {
    return second.value_or("none") + std::to_string(first);
  };
  EXPECT_EQ(value_of(call(function, {1})), "none1");
  EXPECT_EQ(value_of(call(function, {1, nullptr})), "none1");
  EXPECT_EQ(value_of(call(function, {1, "two"})), "two1");
  EXPECT_EQ(
      value_of(call(function, {})),
      "error: argument 1 must be an integer from -2147483648 to 2147483647, but was not given");
  EXPECT_EQ(value_of(call(function, {1, 2})), "error: argument 2 must be a string, not a number");
}

TEST(Adapt, WrongArgumentsAreTypeErrors) {
  const ToolResult result = call([](double) { return 0; }, {"x"});
  EXPECT_EQ(std::get<ToolError>(result).name, "TypeError");
  EXPECT_EQ(std::get<ToolError>(result).message, "argument 1 must be a number, not a string");
}

TEST(Adapt, ResultsOfEveryFormAreAnswers) {
  EXPECT_EQ(value_of(call([]() -> Result<int> { return 4; }, {})), 4);
  EXPECT_EQ(value_of(call([]() -> Result<int> { return Error{"no such row"}; }, {})),
            "error: no such row");
  EXPECT_TRUE(value_of(call([]() { return done(); }, {})).is_undefined());
  EXPECT_EQ(value_of(call([]() -> ToolResult { return Value(5); }, {})), 5);
  const ToolResult refused = call([]() { return ToolError{"no", "DeniedError", "E_NO"}; }, {});
  EXPECT_EQ(std::get<ToolError>(refused).code, "E_NO");
}

TEST(Adapt, ResultsThatHaveNoValueAreErrors) {
  EXPECT_EQ(value_of(call([]() { return std::int64_t{1} << 60; }, {})),
            "error: the tool's result can not be given to the script: an integer beyond 2^53 is "
            "not exact as a "
            "number; give it as a BigInt");
  EXPECT_TRUE(value_of(call([]() { return std::string("\xff"); }, {}))
                  .as_string()
                  .starts_with("error: the tool's result"));
}

TEST(Adapt, ExceptionsPassThrough) {
  EXPECT_THROW(call([]() -> int { throw std::runtime_error("boom"); }, {}), std::runtime_error);
  EXPECT_THROW(call([](const Value& value) { return value.as_number(); }, {"x"}), KindError);
}

struct Point {
  int x = 0, y = 0;
};

}  // namespace

template <>
struct Conversion<Point> {
  static std::optional<Point> read(const Value& value, Mismatch& out) {
    const auto x = Conversion<int>::read(value["x"], out);
    if (!x) return detail::prefix_key(out, "x"), std::nullopt;
    return Point{*x, 0};
  }
  static Value write(const Point& point) { return Value::object({{"x", point.x}, {"y", point.y}}); }
};

namespace {

TEST(Convert, TypesOfOnesOwnFitIn) {
  EXPECT_EQ(to_value(std::vector<Point>{{1, 2}})[0]["y"], 2);
  EXPECT_EQ(problem<std::vector<Point>>(Value::array({Value::object({{"x", "?"}})})),
            "argument 1[0].x must be an integer from -2147483648 to 2147483647, not a string");
}

}  // namespace
}  // namespace modebox
