#include "src/engine/lent_thread.h"

#include <gtest/gtest.h>

#include <thread>

namespace modebox::engine {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// A thread of its own, whose bucket nobody has used yet.
template <typename Function>
void on_new_thread(const Function& function) {
  std::thread(function).join();
}

void use(const SliceRules& rules, milliseconds time) {
  const LentThread lent(rules);
  ASSERT_TRUE(lent.taken());
  std::this_thread::sleep_for(time);
}

TEST(LentThread, IsLentOnceAtATime) {
  on_new_thread([] {
    const SliceRules rules;
    {
      const LentThread outer(rules);
      EXPECT_TRUE(outer.taken());
      EXPECT_FALSE(LentThread(rules).taken());
    }
    EXPECT_TRUE(LentThread(rules).taken());
  });
}

TEST(LentThread, HasNothingLeftAfterItsBucketIsUsedUp) {
  on_new_thread([] {
    SliceRules rules;
    rules.refill = std::chrono::hours(1);
    use(rules, milliseconds(3));
    EXPECT_FALSE(LentThread(rules).taken());
  });
}

TEST(LentThread, FillsUpAgain) {
  on_new_thread([] {
    const SliceRules rules;
    use(rules, milliseconds(3));
    std::this_thread::sleep_for(2 * rules.refill + milliseconds(1));
    EXPECT_TRUE(LentThread(rules).taken());
  });
}

TEST(LentThread, GivesASliceNoMoreThanItHasLeft) {
  on_new_thread([] {
    SliceRules rules;
    rules.refill = std::chrono::hours(1);
    const LentThread lent(rules);
    EXPECT_LE(lent.time_for_slice(), rules.budget);
    std::this_thread::sleep_for(milliseconds(2));
    EXPECT_EQ(lent.time_for_slice(), microseconds(0));
  });
}

}  // namespace
}  // namespace modebox::engine
