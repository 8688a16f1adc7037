#include "tests/runner/value_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "modebox/bigint.h"

namespace modebox::tests {
namespace {

TEST(ValueText, writes_scalars_as_javascript_does) {
  EXPECT_EQ(value_text(Value()), "undefined");
  EXPECT_EQ(value_text(Value(-0.0)), "-0");
  EXPECT_EQ(value_text(Value(1e21)), "1e+21");
  EXPECT_EQ(value_text(Value(1e-7)), "1e-7");
  EXPECT_EQ(value_text(Value(123456.5)), "123456.5");
  EXPECT_EQ(value_text(Value(NAN)), "NaN");
  EXPECT_EQ(value_text(Value(BigInt::from(-5))), "-5n");
  EXPECT_EQ(value_text(Value("a\"\xed\xa0\x80\n")), "\"a\\\"\\ud800\\n\"");
}

TEST(ValueText, shows_holes_and_sharing) {
  Value shared = Value::object({{"a", 1}});
  Value array = Value::array({shared, shared});
  array.set(5, 2);
  EXPECT_EQ(value_text(array), "[&1 {\"a\": 1}, *1, <3 holes>, 2]");
  Value cycle = Value::array();
  cycle.push(cycle);
  EXPECT_EQ(value_text(cycle), "&1 [*1]");
}

TEST(ValueText, shows_views_of_buffers) {
  const std::array<std::byte, 4> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{255}};
  const Value buffer = Value::array_buffer(bytes);
  EXPECT_EQ(value_text(Value::typed_array(ElementType::uint8, buffer, 0, 4)),
            "Uint8Array[1, 2, 3, 255]");
  EXPECT_EQ(value_text(Value::typed_array(ElementType::int8, buffer, 3, 1)),
            "Int8Array[-1] at 3 of ArrayBuffer(01 02 03 ff)");
}

TEST(ValueText, is_compared_without_space_outside_of_strings) {
  EXPECT_EQ(squeezed("{ \"a b\": 1,\n 2 }"), "{\"a b\":1,2}");
  EXPECT_EQ(squeezed("\"a\\\" b\" c"), "\"a\\\" b\"c");
}

}  // namespace
}  // namespace modebox::tests
