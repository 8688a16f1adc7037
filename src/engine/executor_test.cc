#include "src/engine/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <set>

namespace modebox::engine {
namespace {

TEST(Executor, RunsEveryTaskBeforeItGoes) {
  std::atomic<int> count = 0;
  {
    Executor executor(2);
    for (int i = 0; i < 1000; ++i) executor.post([&] { ++count; });
  }
  EXPECT_EQ(count, 1000);
}

TEST(Executor, RunsTasksOnSeveralThreadsAtATime) {
  Executor executor(2);
  std::latch both(2);
  std::latch done(2);
  for (int i = 0; i < 2; ++i) {
    executor.post([&] {
      both.arrive_and_wait();
      done.count_down();
    });
  }
  done.wait();
}

TEST(Executor, TakesTasksFromItsOwnTasks) {
  std::atomic<int> count = 0;
  {
    Executor executor(1);
    executor.post([&] {
      executor.post([&] { ++count; });
      ++count;
    });
  }
  EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace modebox::engine
