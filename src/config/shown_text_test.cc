#include "src/config/shown_text.h"

#include <gtest/gtest.h>

namespace modebox::config {
namespace {

TEST(ShownText, KeepsTextAndLineEnds) {
  EXPECT_EQ(shown_text("no such customer:\tZo\xc3\xab\nline 2"),
            "no such customer:\tZo\xc3\xab\nline 2");
  EXPECT_EQ(shown_text("one\r\ntwo"), "one\ntwo");
}

TEST(ShownText, WritesControlCharactersSoThatTheyDoNothing) {
  using namespace std::string_view_literals;
  EXPECT_EQ(shown_text("\x1b[2J\r\0\x7f\xc2\x9b"sv), "\\x1b[2J\\x0d\\x00\\x7f\\x9b");
  EXPECT_EQ(shown_text("\xc2\xa0"), "\xc2\xa0");
}

TEST(ShownText, IsUtf8WhateverItIsGiven) {
  EXPECT_EQ(shown_text("a\xff"
                       "b\xc2"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
}

TEST(ShownText, AHeadIsCutBetweenCharacters) {
  EXPECT_EQ(shown_head("abc", 3), "abc");
  EXPECT_EQ(shown_head("abcd", 3), "abc\xe2\x80\xa6");
  EXPECT_EQ(shown_head("ab\xc3\xab", 3), "ab\xe2\x80\xa6");
}

TEST(Tail, KeepsTheEndAndShowsThatItWasCut) {
  Tail tail;
  tail.add("\n short \n");
  EXPECT_EQ(tail.text(), "short");
  for (int i = 0; i < 1000; ++i) tail.add("0123456789");
  tail.add("the end\n");
  const std::string text = tail.text();
  EXPECT_TRUE(text.starts_with("\xe2\x80\xa6"));
  EXPECT_TRUE(text.ends_with("789the end"));
  EXPECT_EQ(text.size(), 3 + Tail::max_bytes - 1);
}

TEST(Tail, BeginsWithAWholeCharacter) {
  Tail tail;
  tail.add("\xe2\x82\xac");
  tail.add(std::string(Tail::max_bytes - 1, 'x'));
  EXPECT_EQ(tail.text(), "\xe2\x80\xa6" + std::string(Tail::max_bytes - 1, 'x'));
}

}  // namespace
}  // namespace modebox::config
