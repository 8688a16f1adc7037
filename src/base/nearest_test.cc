#include "src/base/nearest.h"

#include <gtest/gtest.h>

#include <string>

namespace modebox {
namespace {

std::string_view among(std::string_view name, std::initializer_list<std::string_view> known) {
  return nearest(name, {known.begin(), known.size()});
}

TEST(Nearest, IsTheNameWithTheFewestChanges) {
  EXPECT_EQ(among("cont", {"list", "count", "counter"}), "count");
  EXPECT_EQ(among("approv", {"approve", "approved"}), "approve");
  EXPECT_EQ(among("LIST", {"count", "list"}), "list");
  EXPECT_EQ(among("aba", {"abc", "abd"}), "abc") << "of equals the first";
}

TEST(Nearest, IsNoneThatNeedsMoreThanAThirdOfItsBytesChanged) {
  EXPECT_EQ(among("abc", {"abd"}), "abd");
  EXPECT_EQ(among("abc", {"aed", "ab1234"}), "");
  EXPECT_EQ(among("a", {"b", "c"}), "");
  EXPECT_EQ(among("a", {}), "");
  EXPECT_EQ(among("", {"a"}), "");
}

TEST(Nearest, DoesNotCompareLongNames) {
  const std::string longest(64, 'a');
  EXPECT_EQ(among(longest, {longest + "b"}), longest + "b");
  EXPECT_EQ(among(longest + "a", {longest}), "");
  EXPECT_EQ(among(longest, {std::string(100'000'000, 'a')}), "");
}

}  // namespace
}  // namespace modebox
