#include "src/engine/wait_list.h"

#include <gtest/gtest.h>

#include <vector>

namespace modebox::engine {
namespace {

TEST(WaitList, WakesOneAtATimeInOrder) {
  WaitList list;
  std::vector<int> woken;
  for (int i = 0; i < 3; ++i) {
    list.add([&woken, i] {
      woken.push_back(i);
      return true;
    });
  }
  list.wake_one();
  EXPECT_EQ(woken, std::vector<int>({0}));
  list.wake_one();
  list.wake_one();
  list.wake_one();
  EXPECT_EQ(woken, std::vector<int>({0, 1, 2}));
}

TEST(WaitList, PassesOverThoseThatAreGone) {
  WaitList list;
  bool woken = false;
  list.add([] { return false; });
  list.add([&] { return woken = true; });
  list.wake_one();
  EXPECT_TRUE(woken);
}

TEST(WaitList, LetsAWaiterAddItselfAgain) {
  WaitList list;
  int tries = 0;
  list.add([&] {
    ++tries;
    list.add([&] {
      ++tries;
      return true;
    });
    return true;
  });
  list.wake_one();
  EXPECT_EQ(tries, 1);
  list.wake_one();
  EXPECT_EQ(tries, 2);
}

}  // namespace
}  // namespace modebox::engine
