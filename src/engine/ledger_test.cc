#include "src/engine/ledger.h"

#include <gtest/gtest.h>

namespace modebox::engine {
namespace {

TEST(Ledger, KeepsLinesInOrder) {
  Ledger ledger(1000);
  ledger.add_log("log", "one", 1);
  ledger.add_log("error", "two", 2);
  const auto logs = ledger.take_logs();
  ASSERT_EQ(logs.size(), 2u);
  EXPECT_EQ(logs[0].text, "one");
  EXPECT_EQ(logs[1].level, "error");
  EXPECT_EQ(logs[1].time, 2);
}

TEST(Ledger, CutsConsoleOutputAtACharacterAndSaysSo) {
  Ledger ledger(20);
  ledger.add_log("log", "ab\xC3\xA9\xC3\xA9\xC3\xA9", 0);
  ledger.add_log("log", "later", 0);
  const auto logs = ledger.take_logs();
  ASSERT_EQ(logs.size(), 2u);
  EXPECT_EQ(logs[0].text, "ab\xC3\xA9");
  EXPECT_NE(logs[1].text.find("maxConsoleOutputBytes"), std::string::npos);
}

TEST(Ledger, EndsEvenEmptyLines) {
  Ledger ledger(64 << 10);
  for (int i = 0; i < 1'000'000; ++i) ledger.add_log("log", "", 0);
  EXPECT_LT(ledger.take_logs().size(), 5000u);
}

TEST(Ledger, TellsHowFarEachCallCame) {
  Ledger ledger(100);
  for (const char* name : {"a", "b", "c", "d"}) ledger.add_call(name);
  ledger.call_started(1);
  ledger.call_ended(1, false);
  ledger.call_started(2);
  ledger.call_ended(2, true);
  ledger.call_started(3);
  const auto calls = ledger.take_calls();
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls[0].state, CallState::completed);
  EXPECT_EQ(calls[1].state, CallState::failed);
  EXPECT_EQ(calls[2].state, CallState::running);
  EXPECT_EQ(calls[3].state, CallState::queued);
}

}  // namespace
}  // namespace modebox::engine
