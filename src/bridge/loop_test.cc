#include "src/bridge/loop.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <unistd.h>

#include <future>

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

TEST(Loop, RunsTasksInOrderAndTheLastOneLast) {
  const auto loop = Loop::create();
  std::vector<int> order;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(loop->post([&order, i] { order.push_back(i); }));
  loop->finish([&] { order.push_back(9); });
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 9));
  EXPECT_FALSE(loop->post([] { FAIL(); }));
}

TEST(Loop, OneThatWasNeverUsedEndsAtOnce) {
  const auto loop = Loop::create();
  loop->finish([] { FAIL(); });
}

TEST(Loop, RunsTimersByTheirTimeUnlessTheyAreCancelled) {
  const auto loop = Loop::create();
  std::promise<std::vector<int>> done;
  std::vector<int> order;
  loop->post([&] {
    const Loop::Timer never = loop->after(milliseconds(5), [&] { order.push_back(0); });
    loop->after(milliseconds(20), [&] {
      order.push_back(2);
      done.set_value(order);
    });
    loop->after(milliseconds(10), [&] { order.push_back(1); });
    loop->after(milliseconds::max(), [] { FAIL(); });
    loop->cancel(never);
    loop->cancel(never);
    loop->cancel(0);
  });
  EXPECT_THAT(done.get_future().get(), ElementsAre(1, 2));
  loop->finish([] {});
}

TEST(Loop, TellsOfDescriptorsUntilTheyAreNotWatched) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto loop = Loop::create();
  std::promise<void> done;
  int count = 0;
  loop->post([&] {
    loop->watch(ends[0], POLLIN, [&](short) {
      ++count;
      loop->unwatch(ends[0]);
      loop->after(milliseconds(20), [&] { done.set_value(); });
    });
  });
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  done.get_future().get();
  loop->finish([] {});
  EXPECT_EQ(count, 1);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Loop, MayBeFinishedByATaskOfItsOwn) {
  auto loop = Loop::create();
  std::promise<void> done;
  loop->post([&] { loop->finish([&] { done.set_value(); }); });
  done.get_future().get();
}

}  // namespace
}  // namespace modebox::bridge
