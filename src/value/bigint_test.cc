#include "modebox/bigint.h"

#include <gtest/gtest.h>

#include <limits>

namespace modebox {
namespace {

TEST(BigInt, DecimalTextGoesThroughUnchanged) {
  for (const char* text :
       {"0", "1", "-1", "255", "256", "999999999", "1000000000", "-1000000001", "4294967296",
        "18446744073709551615", "18446744073709551616", "-340282366920938463463374607431768211456",
        "1000000000000000000000000000000000000000000000000000000000000000000000000000000001"}) {
    const auto number = BigInt::parse(text);
    ASSERT_TRUE(number) << text;
    EXPECT_EQ(number->to_string(), text);
  }
}

TEST(BigInt, OtherTextIsNoNumber) {
  for (const char* text : {"", "-", "+1", "1n", " 1", "0x10", "1e3", "1234567890a"}) {
    EXPECT_FALSE(BigInt::parse(text)) << text;
  }
}

TEST(BigInt, ZeroHasNoSign) {
  EXPECT_FALSE(BigInt::parse("-0")->negative());
  EXPECT_EQ(*BigInt::parse("-000"), BigInt());
  const std::uint8_t zeros[] = {0, 0};
  EXPECT_EQ(BigInt::from_magnitude(true, zeros), BigInt());
}

TEST(BigInt, MachineIntegersFitExactly) {
  using Signed = std::numeric_limits<std::int64_t>;
  using Unsigned = std::numeric_limits<std::uint64_t>;
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{-1}, Signed::min(), Signed::max()}) {
    EXPECT_EQ(BigInt::from(number).to_int64(), number);
    EXPECT_EQ(BigInt::from(number).to_string(), std::to_string(number));
  }
  EXPECT_EQ(BigInt::from_unsigned(Unsigned::max()).to_uint64(), Unsigned::max());
  EXPECT_EQ(BigInt::from_unsigned(Unsigned::max()).to_int64(), std::nullopt);
  EXPECT_EQ(BigInt::from(-1).to_uint64(), std::nullopt);
  EXPECT_EQ(BigInt::parse("9223372036854775808")->to_int64(), std::nullopt);
  EXPECT_EQ(BigInt::parse("-9223372036854775809")->to_int64(), std::nullopt);
  EXPECT_EQ(BigInt::parse("18446744073709551616")->to_uint64(), std::nullopt);
}

}  // namespace
}  // namespace modebox
