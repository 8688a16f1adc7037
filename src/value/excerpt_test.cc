#include "src/value/excerpt.h"

#include <gtest/gtest.h>

namespace modebox::value {
namespace {

TEST(Excerpt, PointsToThePlace) {
  EXPECT_EQ(excerpt("one\ntwo\r\nthree", "a.ts", 2, 3), " --> a.ts:2:3\n2 | two\n  |   ^\n");
  EXPECT_EQ(excerpt("one\u2028two", "a.ts", 2, 1), " --> a.ts:2:1\n2 | two\n  | ^\n");
}

TEST(Excerpt, CountsAPairAsOneColumn) {
  EXPECT_EQ(excerpt("\U0001f600x", "a.ts", 1, 3), " --> a.ts:1:3\n1 | \U0001f600x\n  |  ^\n");
}

TEST(Excerpt, HidesControlCharacters) {
  EXPECT_EQ(excerpt("a\x1b[2J\u202eb", "a.ts", 1, 1), " --> a.ts:1:1\n1 | a [2J b\n  | ^\n");
}

TEST(Excerpt, ShortensLongLinesAroundThePlace) {
  const std::string text = std::string(5000, 'a') + "X" + std::string(5000, 'b');
  const std::string shown = excerpt(text, "a.ts", 1, 5001);
  EXPECT_LT(shown.size(), 300u);
  EXPECT_NE(shown.find("aaaXbbb"), std::string::npos);
  const std::size_t line = shown.find("1 | ") + 4, caret = shown.rfind("  | ") + 4;
  EXPECT_EQ(shown.find('X') - line, shown.find('^') - caret);
}

TEST(Excerpt, IsEmptyWhereThereIsNoSuchLine) {
  EXPECT_EQ(excerpt("one", "a.ts", 2, 1), "");
  EXPECT_EQ(excerpt("one", "a.ts", 0, 1), "");
  EXPECT_EQ(excerpt("one", "a.ts", -5, 1), "");
  EXPECT_EQ(excerpt("", "a.ts", 1, 1), "");
  EXPECT_NE(excerpt("one", "a.ts", 1, 1'000'000), "") << "a column beyond the line is its end";
}

}  // namespace
}  // namespace modebox::value
