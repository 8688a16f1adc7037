// Runs that wait hold no thread: few workers serve thousands of them.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>

#include "tests/engine_test/fixture.h"
#include "tests/runner/process_stats.h"

namespace modebox::tests {
namespace {

constexpr int few_runs_in_slow_builds = 200;

int many() { return sanitized() ? few_runs_in_slow_builds : 2000; }

TEST(Waiting, two_workers_serve_two_thousand_runs_that_wait) {
  EngineOptions options;
  options.workers = 2;
  const Engine engine = Engine::create(options).value();
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  const int runs = many();
  Countdown done(runs);
  std::atomic<int> right{0};
  const std::size_t threads_before = threads();
  for (int i = 0; i < runs; ++i) {
    const std::string source = "const x = await park(" + std::to_string(i) + "); x * 2;";
    engine.start(source, tools, {}, [&, i](RunResult result) {
      if (result.value() != nullptr && *result.value() == Value(2 * i)) ++right;
      done.count_down();
    });
  }
  ASSERT_TRUE(parking.wait_for(static_cast<std::size_t>(runs)));
  EXPECT_LE(threads(), threads_before + 8);
  parking.answer_all();
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(right, runs);
}

TEST(Waiting, more_runs_than_sandboxes_take_their_turn) {
  EngineOptions options;
  options.workers = 2;
  options.max_sandboxes = 8;
  const Engine engine = Engine::create(options).value();
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  Countdown done(40);
  std::atomic<int> completed{0};
  for (int i = 0; i < 40; ++i) {
    engine.start("await park(1)", tools, {}, [&](RunResult result) {
      completed += result.value() != nullptr ? 1 : 0;
      done.count_down();
    });
  }
  for (int answered = 0; answered < 40;) {
    ASSERT_TRUE(parking.wait_for(1));
    const std::size_t waiting = parking.waiting();
    EXPECT_LE(waiting, 8u);
    answered += static_cast<int>(waiting);
    parking.answer_all();
  }
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(completed, 40);
}

TEST(Waiting, a_run_that_is_blocked_for_a_sandbox_still_keeps_its_time_limit) {
  EngineOptions options;
  options.max_sandboxes = 1;
  options.park_after = std::chrono::milliseconds(0);
  const Engine engine = Engine::create(options).value();
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  Countdown first(1);
  engine.start("await park(1)", tools, {}, [&](RunResult) { first.count_down(); });
  ASSERT_TRUE(parking.wait_for(1));
  RunOptions hurried;
  hurried.limits.timeout = std::chrono::milliseconds(200);
  Countdown second(1);
  std::string ended;
  engine.start("1", tools, hurried, [&](RunResult result) {
    ended = ending(result);
    second.count_down();
  });
  ASSERT_TRUE(second.wait(std::chrono::seconds(10)));
  EXPECT_EQ(ended.substr(0, 19), "Timeout RUN_TIMEOUT");
  parking.answer_all();
  ASSERT_TRUE(first.wait());
}

TEST(Waiting, sleeping_runs_wake_at_their_own_times) {
  EngineOptions options;
  options.workers = 2;
  const Engine engine = Engine::create(options).value();
  Countdown done(300);
  std::atomic<int> early{0};
  for (int i = 0; i < 300; ++i) {
    const std::string source = "const at = Date.now() + " + std::to_string(i % 50) +
                               "; await new Promise((r) => setTimeout(r, " +
                               std::to_string(i % 50) + ")); Date.now() >= at - 1;";
    engine.start(source, {}, {}, [&](RunResult result) {
      if (result.value() == nullptr || !(*result.value() == Value(true))) ++early;
      done.count_down();
    });
  }
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(early, 0);
}

}  // namespace
}  // namespace modebox::tests
