#include "modebox/text.h"

#include <gtest/gtest.h>

namespace modebox {
namespace {

constexpr auto npos = std::string_view::npos;

TEST(Text, Utf16GoesThroughUnchanged) {
  const std::u16string_view texts[] = {u"",
                                       u"plain",
                                       u"\u00e9\u20ac\uffff",
                                       u"\U0001f600\U0010ffff",
                                       u"\xd800",
                                       u"a\xdc00z",
                                       u"\xdbff\xdbff\xdfff",
                                       u"\xdc00\xd800",
                                       std::u16string_view(u"\xd800\0a", 3)};
  for (const std::u16string_view text : texts) {
    const std::string wtf8 = from_utf16(text);
    EXPECT_EQ(to_utf16(wtf8), text);
    EXPECT_EQ(find_invalid_wtf8(wtf8), npos);
  }
}

TEST(Text, WellFormedTextIsPlainUtf8) {
  EXPECT_EQ(from_utf16(u"\u20ac\U0001f600"), "\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_TRUE(is_well_formed("\xe2\x82\xac\xf0\x9f\x98\x80\xed\x9f\xbf"));
  EXPECT_FALSE(is_well_formed("a\xed\xa0\x80"));
  EXPECT_FALSE(is_well_formed("\xed\x9f\xbf\xed\xbf\xbf"));
}

TEST(Text, InvalidBytesAreFoundWhereTheyAre) {
  EXPECT_EQ(find_invalid_wtf8("ok so far\x80"), 9u);
  EXPECT_EQ(find_invalid_wtf8("\xc0\x80"), 0u);          // overlong
  EXPECT_EQ(find_invalid_wtf8("a\xe0\x9f\xbf"), 1u);     // overlong
  EXPECT_EQ(find_invalid_wtf8("\xf0\x8f\xbf\xbf"), 0u);  // overlong
  EXPECT_EQ(find_invalid_wtf8("\xf4\x90\x80\x80"), 0u);  // beyond U+10FFFF
  EXPECT_EQ(find_invalid_wtf8("\xf5"), 0u);
  EXPECT_EQ(find_invalid_wtf8("ab\xe2\x82"), 2u);  // cut off
  // A pair of surrogates has another form: that of its code point.
  EXPECT_EQ(find_invalid_wtf8("\xed\xa0\xbd\xed\xb8\x80"), 3u);
  EXPECT_EQ(find_invalid_wtf8("\xed\xa0\xbdx\xed\xb8\x80"), npos);
}

TEST(Text, LossyTextReplacesWhatIsNotUtf8) {
  EXPECT_EQ(to_utf8_lossy("good \xe2\x82\xac"), "good \xe2\x82\xac");
  EXPECT_EQ(to_utf8_lossy("a\xff"
                          "b"),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(to_utf8_lossy("\xe2\x82"), "\xef\xbf\xbd");  // one for what was begun
  EXPECT_EQ(to_utf8_lossy("\xed\xa0\x80"), "\xef\xbf\xbd");
  EXPECT_EQ(find_invalid_wtf8(to_utf8_lossy("\xf0\x9f\x98x\x80\xc3(")), npos);
}

}  // namespace
}  // namespace modebox
