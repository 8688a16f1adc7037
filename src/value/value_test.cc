#include "modebox/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "modebox/bigint.h"

namespace modebox {
namespace {

constexpr double nan_number = std::numeric_limits<double>::quiet_NaN();
static_assert(sizeof(Value) == 16);

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(Value, ScalarsConvertByThemselves) {
  EXPECT_TRUE(Value().is_undefined());
  EXPECT_TRUE(Value(nullptr).is_null());
  EXPECT_TRUE(Value(true).as_boolean());
  EXPECT_EQ(Value(3).as_number(), 3);
  EXPECT_EQ(Value(std::uint8_t{200}).as_number(), 200);
  EXPECT_EQ(Value(2.5f).as_number(), 2.5);
  EXPECT_EQ(Value("text").as_string(), "text");
  EXPECT_EQ(Value(std::string("text")).as_string(), "text");
  EXPECT_EQ(Value(BigInt::from(-5)).as_bigint().to_string(), "-5");
}

TEST(Value, IntegersThatNumbersCanNotHoldAreRefused) {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  EXPECT_EQ(Value(limit).as_number(), 9007199254740992.0);
  EXPECT_EQ(Value(-limit).as_number(), -9007199254740992.0);
  EXPECT_THROW(Value(limit + 1), std::out_of_range);
  EXPECT_THROW(Value(-limit - 1), std::out_of_range);
  EXPECT_THROW(Value{std::numeric_limits<std::uint64_t>::max()}, std::out_of_range);
}

TEST(Value, StringsOfEveryLengthKeepTheirBytes) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    const Value value(text);
    const Value copy = value;  // NOLINT: the copy is the point
    EXPECT_EQ(copy.as_string(), text);
    EXPECT_EQ(copy, value);
    EXPECT_FALSE(copy == Value(text + "y"));
  }
  EXPECT_EQ(Value(std::string_view("a\0b", 3)).as_string().size(), 3u);
}

TEST(Value, StringsHaveToBeUtf8) {
  EXPECT_EQ(Value("\xed\xa0\x80").as_string(), "\xed\xa0\x80");  // a lone surrogate
  try {
    Value("ab\xff");
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "the string is not UTF-8 at byte 2; give it as bytes, or use Value::string_lossy");
  }
  EXPECT_EQ(Value::string_lossy("ab\xff").as_string(), "ab\xef\xbf\xbd");
}

TEST(Value, AccessorsOfAnotherKindThrowASentence) {
  try {
    (void)Value("text").as_number();
    FAIL() << "accepted";
  } catch (const KindError& error) {
    EXPECT_STREQ(error.what(), "expected a number, not a string");
  }
  EXPECT_THROW((void)Value().as_string(), KindError);
  EXPECT_THROW((void)Value::object().bytes(), KindError);
  EXPECT_THROW((void)Value::array().element_type(), KindError);
  EXPECT_THROW(Value(1).push(2), KindError);
  EXPECT_THROW(Value::array().set("a", 1), KindError);
  EXPECT_THROW(Value::object().push(1), KindError);
}

TEST(Value, LookingWhereNothingIsGivesUndefined) {
  const Value value = Value::object({{"a", Value::array({1, 2})}});
  EXPECT_EQ(value["a"][1], 2);
  EXPECT_TRUE(value["a"][2].is_undefined());
  EXPECT_TRUE(value["a"][-1].is_undefined());
  EXPECT_TRUE(value["b"]["c"][7].is_undefined());
  EXPECT_TRUE(Value(1)["x"].is_undefined());
  EXPECT_EQ(value.find("b"), nullptr);
}

TEST(Value, ElementOfATemporaryOutlivesIt) {
  const auto make = [] { return Value::object({{"key", "a string that is long"}}); };
  const auto& kept = make()["key"];
  EXPECT_EQ(kept.as_string(), "a string that is long");
}

TEST(Value, CopiesShareTheNode) {
  Value a = Value::array({1});
  Value b = a;
  b.push(2);
  EXPECT_EQ(a.size(), 2u);
  EXPECT_TRUE(same_node(a, b));
  EXPECT_FALSE(same_node(a, Value::array({1, 2})));
  EXPECT_FALSE(same_node(1, 1));
  Value outer = Value::object({{"x", a}, {"y", a}});
  EXPECT_TRUE(same_node(outer["x"], outer["y"]));
}

TEST(Value, ObjectsKeepInsertionOrderAndReplaceInPlace) {
  Value object = Value::object({{"b", 1}, {"a", 2}});
  object.set("__proto__", 3).set("b", 4);
  ASSERT_EQ(object.size(), 3u);
  EXPECT_EQ(object.entries()[0].key, "b");
  EXPECT_EQ(object.entries()[0].value, 4);
  EXPECT_EQ(object["__proto__"], 3);
  EXPECT_TRUE(object.erase("b"));
  EXPECT_FALSE(object.erase("b"));
  EXPECT_EQ(object.entries()[0].key, "a");
  EXPECT_THROW(Value::object({{1, 2}}), KindError);
}

TEST(Value, ManyKeysAreFoundAfterEveryChange) {
  Value object = Value::object();
  const auto key = [](int i) { return "key " + std::to_string(i * 7919); };
  for (int i = 0; i < 2000; ++i) object.set(key(i), i);
  for (int i = 0; i < 2000; i += 3) EXPECT_TRUE(object.erase(key(i)));
  for (int i = 0; i < 2000; ++i) {
    const Value* found = object.find(key(i));
    ASSERT_EQ(found != nullptr, i % 3 != 0) << i;
    if (found != nullptr) {
      EXPECT_EQ(*found, i);
    }
  }
  EXPECT_EQ(object.find("none"), nullptr);
}

TEST(Value, MapsAndSetsCompareKeysAsJavaScriptDoes) {
  const Value node = Value::object();
  Value map = Value::map_of({{nan_number, "nan"}, {0, "zero"}, {node, "node"}, {"1", "text"}});
  map.put(1, "number").put(-0.0, "minus zero").put(BigInt::from(1), "bigint");
  EXPECT_EQ(map.size(), 6u);
  EXPECT_EQ(*map.get(nan_number), "nan");
  EXPECT_EQ(*map.get(0), "minus zero");
  EXPECT_FALSE(std::signbit(map.entries()[1].key.as_number()));
  EXPECT_EQ(*map.get(node), "node");
  EXPECT_EQ(map.get(Value::object()), nullptr);
  EXPECT_EQ(*map.get("1"), "text");
  EXPECT_EQ(*map.get(1), "number");
  EXPECT_EQ(*map.get(BigInt::from(1)), "bigint");
  EXPECT_EQ(map["1"], "text");

  Value set = Value::set_of({1, 1.0, nan_number, nan_number, "a", "a", node, node});
  EXPECT_EQ(set.size(), 4u);
  EXPECT_TRUE(set.has(node));
  EXPECT_FALSE(set.has("b"));
  EXPECT_TRUE(set.erase(nan_number));
  EXPECT_EQ(set.size(), 3u);
}

TEST(Value, LargeMapsFindKeysOfEveryKind) {
  Value map = Value::map_of();
  std::vector<Value> keys{nullptr, Value(), true, false, nan_number, -1.5};
  for (int i = 0; i < 100; ++i) {
    keys.insert(keys.end(),
                {i, std::to_string(i), BigInt::from(i), BigInt::from(-1 - i), Value::array()});
  }
  for (std::size_t i = 0; i < keys.size(); ++i) map.put(keys[i], i);
  ASSERT_EQ(map.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(*map.get(keys[i]), i);
}

TEST(Value, HolesAreNotUndefined) {
  Value array = Value::array({1});
  array.set(3, Value());
  EXPECT_EQ(array.size(), 4u);
  EXPECT_EQ(array.next_index(1), 3u);
  EXPECT_TRUE(array[2].is_undefined());
  EXPECT_FALSE(array == Value::array({1, Value(), Value(), Value()}));
  Value filled = Value::array({1});
  filled.push(array[1]).push(array[2]).push(array[3]);  // a copy of a hole is undefined
  EXPECT_EQ(filled, Value::array({1, Value(), Value(), Value()}));
  Value longer = Value::array({1});
  longer.resize(2);
  EXPECT_FALSE(longer == Value::array({1}));
  EXPECT_FALSE(longer == Value::array({1, Value()}));
}

TEST(Value, SparseArraysCostWhatTheyHold) {
  Value array = Value::array();
  array.set(4294967294u, "end").set(5, "five").set(70'000, "middle");
  EXPECT_EQ(array.size(), 4294967295u);
  EXPECT_EQ(array[4294967294u], "end");
  EXPECT_EQ(array[5], "five");
  EXPECT_EQ(array.next_index(0), 5u);
  EXPECT_EQ(array.next_index(6), 70'000u);
  EXPECT_EQ(array.next_index(70'001), 4294967294u);
  EXPECT_EQ(array.next_index(4294967295u), std::nullopt);
  array.resize(70'000);
  EXPECT_TRUE(array[70'000].is_undefined());
  EXPECT_EQ(array.next_index(6), std::nullopt);
  EXPECT_THROW(array.set(4294967295u, 1), std::invalid_argument);
  EXPECT_THROW(array.set(-1, 1), std::invalid_argument);
}

TEST(Value, EqualityDoesNotDependOnHowAnArrayWasFilled) {
  Value forward = Value::array(), backward = Value::array();
  for (int i = 0; i < 3000; i += 3) forward.set(i, i);
  for (int i = 2997; i >= 0; i -= 3) backward.set(i, i);
  EXPECT_EQ(forward, backward);
  backward.set(1, 1);
  EXPECT_FALSE(forward == backward);
}

TEST(Value, DatesAreClipped) {
  EXPECT_EQ(Value::date(1.9).as_date(), 1);
  EXPECT_EQ(Value::date(8.64e15).as_date(), 8.64e15);
  EXPECT_TRUE(std::isnan(Value::date(8.64e15 + 1).as_date()));
  EXPECT_TRUE(std::isnan(Value::date(nan_number).as_date()));
  EXPECT_FALSE(std::signbit(Value::date(-0.5).as_date()));
}

TEST(Value, ViewsShowTheirPartOfTheBuffer) {
  const Value buffer = Value::array_buffer(bytes_of("abcdefgh"));
  Value view = Value::typed_array(ElementType::uint16, buffer, 2, 2);
  EXPECT_EQ(view.size(), 2u);
  EXPECT_EQ(view.bytes().size(), 4u);
  EXPECT_EQ(view.byte_offset(), 2u);
  EXPECT_TRUE(same_node(view.buffer(), buffer));
  view.mutable_bytes()[0] = std::byte{'X'};
  EXPECT_EQ(std::to_integer<char>(buffer.bytes()[2]), 'X');
  EXPECT_THROW(Value::typed_array(ElementType::uint16, buffer, 1, 1), std::invalid_argument);
  EXPECT_THROW(Value::typed_array(ElementType::uint32, buffer, 0, 3), std::invalid_argument);
  EXPECT_THROW(Value::data_view(buffer, 9, 0), std::invalid_argument);
  EXPECT_THROW(Value::typed_array(ElementType::uint8, view, 0, 1), KindError);
  EXPECT_EQ(Value::data_view(buffer, 8, 0).size(), 0u);
}

TEST(Value, ErrorsHaveTheirPropertiesAndNoOthers) {
  Value error = Value::error("RangeError", "too far");
  error.set("code", "E_FAR").set("cause", 1).set("errors", Value::array());
  EXPECT_EQ(error["name"], "RangeError");
  EXPECT_EQ(error["code"], "E_FAR");
  EXPECT_THROW(error.set("stack", "here"), std::invalid_argument);
  EXPECT_THROW(error.set("code", 5), std::invalid_argument);
  EXPECT_THROW(error.set("errors", 5), std::invalid_argument);
  EXPECT_THROW(error.erase("name"), KindError);
}

TEST(Value, EqualityTellsNumbersApartAsObjectIsDoes) {
  EXPECT_EQ(Value(nan_number), Value(nan_number));
  EXPECT_FALSE(Value(0.0) == Value(-0.0));
  EXPECT_FALSE(Value(1) == Value(BigInt::from(1)));
  EXPECT_FALSE(Value(1) == Value("1"));
  EXPECT_FALSE(Value() == Value(nullptr));
}

TEST(Value, EqualitySeesSharingAndCycles) {
  const Value one = Value::array(), two = Value::array();
  EXPECT_FALSE(Value::array({one, one}) == Value::array({one, two}));
  EXPECT_EQ(Value::array({one, two}), Value::array({two, one}));
  Value loop = Value::object(), other = Value::object(), longer = Value::object();
  loop.set("next", loop);
  other.set("next", other);
  longer.set("next", Value::object({{"next", longer}}));
  EXPECT_EQ(loop, other);
  EXPECT_FALSE(loop == longer);
}

TEST(Value, EqualityIgnoresTheOrderOfPropertiesButNotOfMaps) {
  EXPECT_EQ(Value::object({{"a", 1}, {"b", 2}}), Value::object({{"b", 2}, {"a", 1}}));
  EXPECT_FALSE(Value::object({{"a", 1}}) == Value::object({{"b", 1}}));
  EXPECT_FALSE(Value::map_of({{"a", 1}, {"b", 2}}) == Value::map_of({{"b", 2}, {"a", 1}}));
  EXPECT_FALSE(Value::set_of({1, 2}) == Value::set_of({2, 1}));
}

TEST(Value, PutsItselfIntoItself) {
  Value array = Value::array({Value::array({1})});
  array = array[0];  // the new value lies inside of the old one
  EXPECT_EQ(array, Value::array({1}));
  Value object = Value::object({{"a", 1}});
  object.set("self", object).set("self", object["self"]["self"]);
  EXPECT_TRUE(same_node(object, object["self"]));
}

TEST(Value, PrintsItself) {
  std::ostringstream out;
  out << Value::object({{"a", Value::array({1, "x"})}});
  EXPECT_EQ(out.str(), "{ a: [ 1, \"x\" ] }");
}

}  // namespace
}  // namespace modebox
