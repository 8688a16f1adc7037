#include "src/mcp/rounds.h"

#include <gtest/gtest.h>

namespace modebox::mcp {
namespace {

ToolAnswer answer(int number) { return Value::object({{"number", number}}); }

int number_in(const ToolAnswer& of) {
  return static_cast<int>(std::get<Value>(of)["number"].as_number());
}

TEST(Rounds, TheFirstGoesOnAndTheOthersGetItsAnswer) {
  Rounds rounds;
  int heard = 0;
  const auto waiter = [&heard](const ToolAnswer& of) { heard += number_in(of); };
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::first);
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::joined);
  EXPECT_EQ(heard, 0);
  rounds.record("a", answer(3));
  EXPECT_EQ(heard, 3);
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::answered);
  EXPECT_EQ(heard, 6);
  EXPECT_EQ(rounds.join("b", waiter), Rounds::Join::first);
}

TEST(Rounds, OneThatWasNotUsedUpMayBeTriedAgain) {
  Rounds rounds;
  int heard = 0;
  const auto waiter = [&heard](const ToolAnswer& of) { heard += number_in(of); };
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::first);
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::joined);
  rounds.forget("a", answer(1));
  EXPECT_EQ(heard, 1);
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::first);
}

TEST(Rounds, TheOldestGoWhenThereAreTooMany) {
  Rounds rounds(1 << 20, 2);
  const auto waiter = [](const ToolAnswer&) {};
  for (const char* key : {"a", "b", "c"}) {
    EXPECT_EQ(rounds.join(key, waiter), Rounds::Join::first);
    rounds.record(key, answer(1));
  }
  EXPECT_EQ(rounds.join("c", waiter), Rounds::Join::answered);
  EXPECT_EQ(rounds.join("a", waiter), Rounds::Join::first);
}

}  // namespace
}  // namespace modebox::mcp
