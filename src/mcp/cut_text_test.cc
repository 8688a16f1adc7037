#include "src/mcp/cut_text.h"

#include <gtest/gtest.h>

#include <string>

#include "modebox/text.h"

namespace modebox::mcp {
namespace {

TEST(CutText, CountsAsJavaScriptDoes) {
  EXPECT_EQ(length_in_units(""), 0u);
  EXPECT_EQ(length_in_units("abc"), 3u);
  EXPECT_EQ(length_in_units("\u00e4\u20ac"), 2u);
  EXPECT_EQ(length_in_units("\U0001f600"), 2u);
}

TEST(CutText, LeavesWhatFits) {
  const Beginning all = beginning_of("a\u20ac\U0001f600", 4);
  EXPECT_EQ(all.text, "a\u20ac\U0001f600");
  EXPECT_EQ(all.units, 4u);
}

TEST(CutText, NeverCutsACharacter) {
  const std::string text = "a\u00e4\u20ac\U0001f600b\u00e4\u20ac\U0001f600";
  for (std::size_t most = 0; most <= 10; ++most) {
    const Beginning part = beginning_of(text, most);
    EXPECT_EQ(find_invalid_wtf8(part.text), std::string_view::npos) << most;
    EXPECT_EQ(part.units, length_in_units(part.text));
    EXPECT_LE(part.units, most);
    EXPECT_GE(part.units + 1, most);  // at most half a pair is given up
  }
  EXPECT_EQ(beginning_of("\U0001f600", 1).text, "");
}

TEST(CutText, EndsBehindALineWhereThatIsNear) {
  const std::string lines = std::string(95, 'a') + "\n" + std::string(95, 'b');
  EXPECT_EQ(beginning_of(lines, 100).units, 96u);
  EXPECT_EQ(beginning_of(lines, 150).units, 150u);
  EXPECT_EQ(beginning_of(lines, 191).units, 191u) << "all of it is not cut";
}

}  // namespace
}  // namespace modebox::mcp
