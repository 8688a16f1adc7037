#include "src/bridge/odd_message.h"

#include <gtest/gtest.h>

#include <string>

namespace modebox::bridge {
namespace {

TEST(OddMessage, HalvesOfPairsAreReplaced) {
  const auto mended = [](std::string_view text) {
    return without_lone_surrogates(text).value_or("unchanged");
  };
  EXPECT_EQ(mended(R"("a\ud83d")"), R"("a\ufffd")");
  EXPECT_EQ(mended(R"("\ude00\ud83d\ud83d\ude00")"), R"("\ufffd\ufffd\ud83d\ude00")");
  EXPECT_EQ(mended(R"("\ud83dx")"), R"("\ufffdx")");
  EXPECT_EQ(mended(R"("\ud83d\n\\ud83d")"), R"("\ufffd\n\\ud83d")");
  EXPECT_EQ(mended(R"("\ud83d\ude00 \\ud83d \u12")"), "unchanged");
  EXPECT_EQ(mended("\\ud83"), "unchanged");
  EXPECT_EQ(mended("\\"), "unchanged");
}

TEST(OddMessage, SuchMessagesAreRead) {
  const auto read = read_odd_message(R"({"jsonrpc":"2.0","id":1,"result":{"a":"x\ud83d"}})", 1'000);
  const auto* const message = std::get_if<mcp::Message>(&read);
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(message->result["a"], Value("x\xef\xbf\xbd"));
}

TEST(OddMessage, AnAnswerIsKnownByItsIdWhateverElseIsWrong) {
  EXPECT_EQ(answered_by(R"({"jsonrpc":"2.0","result":{"a":[01,]},"id":7})"), 7u);
  EXPECT_EQ(answered_by(R"({"method":"m","id":7})"), 0u);
  EXPECT_EQ(answered_by(R"({"result":1,"id":"7"})"), 0u);
  EXPECT_EQ(answered_by("junk"), 0u);
}

}  // namespace
}  // namespace modebox::bridge
