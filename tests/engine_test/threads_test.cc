// One engine from many threads, and runs from within runs.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine_test/fixture.h"
#include "tests/runner/process_stats.h"
#include "tests/runner/test_tools.h"

namespace modebox::tests {
namespace {

TEST(Threads, eight_threads_share_one_engine) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < repetitions(200); ++i) {
        const std::string n = std::to_string(thread * 1000 + i);
        const RunResult result = engine.run(
            "globalThis.mine = " + n + "; (await t.echo(mine)) + t.sync.echo(1);", tools.toolbox());
        if (ending(result) != "completed " + std::to_string(thread * 1000 + i + 1)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, short_lived_threads_leave_nothing_behind) {
  const Engine engine = Engine::create().value();
  EXPECT_EQ(ending(engine.run("1")), "completed 1");
  const std::size_t descriptors = open_descriptors();
  const std::size_t maps = mappings();
  for (int i = 0; i < repetitions(100); ++i) {
    std::thread([&] { EXPECT_EQ(ending(engine.run("1 + 1")), "completed 2"); }).join();
  }
  EXPECT_EQ(open_descriptors(), descriptors);
  EXPECT_LE(mappings(), maps + (sanitized() ? 100 : 40));  // a sanitizer maps for itself
}

TEST(Threads, blocking_and_started_runs_mix) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  Countdown done(100);
  std::atomic<int> right{0};
  for (int i = 0; i < 100; ++i) {
    engine.start("await t.later(1, 'started')", tools.toolbox(), {}, [&](RunResult result) {
      right += ending(result) == "completed \"started\"" ? 1 : 0;
      done.count_down();
    });
    EXPECT_EQ(ending(engine.run("await t.echo('blocking')", tools.toolbox())),
              "completed \"blocking\"");
  }
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(right, 100);
}

TEST(Threads, a_tool_may_run_a_script_on_the_same_engine) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  const std::string inner = "return (await t.add(1, 2)) + t.sync.echo(10);";
  EXPECT_EQ(ending(engine.run("(await t.nested('" + inner + "')) + t.sync.nested('" + inner + "');",
                              tools.toolbox())),
            "completed 26");
}

TEST(Threads, nested_runs_do_not_starve_on_one_worker) {
  EngineOptions options;
  options.workers = 1;
  const Engine engine = Engine::create(options).value();
  TestTools tools(engine);
  Countdown done(20);
  std::atomic<int> right{0};
  for (int i = 0; i < 20; ++i) {
    engine.start("await t.nested('return await t.later(1, 7);')", tools.toolbox(), {},
                 [&](RunResult result) {
                   right += ending(result) == "completed 7" ? 1 : 0;
                   done.count_down();
                 });
  }
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(right, 20);
}

TEST(Threads, a_completion_callback_may_start_the_next_run) {
  const Engine engine = Engine::create().value();
  Countdown done(100);
  std::atomic<int> left{100};
  std::function<void()> next = [&] {
    engine.start("1", {}, {}, [&](RunResult) {
      if (--left > 0) next();
      done.count_down();
    });
  };
  next();
  EXPECT_TRUE(done.wait());
}

TEST(Threads, a_completion_callback_is_called_exactly_once) {
  std::atomic<int> calls{0};
  {
    const Engine engine = Engine::create().value();
    Countdown done(3);
    for (const char* source : {"1", "throw 1", "let let"}) {
      engine.start(source, {}, {}, [&](RunResult) {
        ++calls;
        done.count_down();
      });
    }
    ASSERT_TRUE(done.wait());
  }
  EXPECT_EQ(calls, 3);
}

TEST(Threads, two_engines_live_side_by_side) {
  const Engine one = Engine::create().value();
  for (int i = 0; i < 20; ++i) {
    const Engine two = Engine::create().value();
    EXPECT_EQ(ending(one.run("1")), "completed 1");
    EXPECT_EQ(ending(two.run("2")), "completed 2");
  }
}

TEST(Threads, an_engine_can_be_moved) {
  Engine first = Engine::create().value();
  Engine second = std::move(first);
  EXPECT_EQ(ending(second.run("2 + 2")), "completed 4");
}

}  // namespace
}  // namespace modebox::tests
