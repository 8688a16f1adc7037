// Runs that are cancelled at any moment of their life, and engines that are
// destroyed while runs are going.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/engine_test/fixture.h"
#include "tests/runner/process_stats.h"
#include "tests/runner/test_tools.h"

namespace modebox::tests {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

// Scripts that spend their time in different places.
const std::vector<std::string>& places() {
  static const std::vector<std::string> sources = {
      "for (;;) {}",
      "for (;;) await 0;",
      "for (;;) await t.echo(1);",
      "for (;;) t.sync.echo(1);",
      "await t.hang();",
      "await new Promise((r) => setTimeout(r, 1e6));",
      "/^(a+)+$/.test('a'.repeat(40) + '!');",
      "[].indexOf.call({ length: 2 ** 53 - 1 }, 9);",
      "const k = []; for (;;) { k.length = 0; for (let i = 0; i < 1000; i++) k.push({ i }); }",
      "for (;;) { try { await t.later(0, 1); } catch {} }",
      "for (;;) { try { (() => { const f = () => f(); f(); })(); } catch {} }",
      "for (;;) new Uint8Array(1e6).fill(1);",
  };
  return sources;
}

RunOptions endless() {
  RunOptions options;
  options.limits.timeout = milliseconds(60'000);
  options.limits.max_host_calls = 2'000'000'000;
  return options;
}

bool is_aborted(const RunResult& result) {
  return result.error() != nullptr && result.error()->kind == ErrorKind::aborted;
}

TEST(Cancelling, works_at_every_moment_of_started_runs) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  std::mt19937 random(20260101);
  const int runs = repetitions(3000);
  Countdown done(runs);
  std::atomic<int> aborted{0};
  std::atomic<int> going{0};
  for (int i = 0; i < runs; ++i) {
    RunOptions options = endless();
    options.cancel.emplace();
    ++going;
    engine.start(places()[random() % places().size()], tools.toolbox(), options,
                 [&](RunResult result) {
                   aborted += is_aborted(result) ? 1 : 0;
                   --going;
                   done.count_down();
                 });
    std::this_thread::sleep_for(microseconds(random() % 400));
    options.cancel->cancel();
    while (going > 50) std::this_thread::yield();
  }
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(aborted, runs);
  EXPECT_EQ(ending(engine.run("6 * 7")), "completed 42");
}

TEST(Cancelling, works_at_every_moment_of_blocking_runs) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  std::mt19937 random(7);
  for (int i = 0; i < repetitions(1000); ++i) {
    RunOptions options = endless();
    options.cancel.emplace();
    std::thread canceller([cancel = *options.cancel, wait = microseconds(random() % 500)] {
      std::this_thread::sleep_for(wait);
      cancel.cancel();
    });
    const RunResult result =
        engine.run(places()[random() % places().size()], tools.toolbox(), options);
    canceller.join();
    ASSERT_TRUE(is_aborted(result)) << ending(result);
  }
}

TEST(Cancelling, before_the_start_runs_nothing) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  RunOptions options;
  options.cancel.emplace();
  options.cancel->cancel();
  EXPECT_TRUE(is_aborted(engine.run("t.sync.rec(1);", tools.toolbox(), options)));
  EXPECT_TRUE(tools.records().empty());
}

TEST(Cancelling, after_the_end_changes_nothing) {
  const Engine engine = Engine::create().value();
  RunOptions options;
  options.cancel.emplace();
  EXPECT_EQ(ending(engine.run("1", {}, options)), "completed 1");
  options.cancel->cancel();
  EXPECT_EQ(ending(engine.run("2")), "completed 2");
}

TEST(Cancelling, one_handle_ends_many_runs) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  RunOptions options = endless();
  options.cancel.emplace();
  Countdown done(60);
  std::atomic<int> aborted{0};
  for (int i = 0; i < 60; ++i) {
    engine.start(places()[static_cast<std::size_t>(i) % places().size()], tools.toolbox(), options,
                 [&](RunResult result) {
                   aborted += is_aborted(result) ? 1 : 0;
                   done.count_down();
                 });
  }
  std::this_thread::sleep_for(milliseconds(20));
  options.cancel->cancel();
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(aborted, 60);
}

TEST(Cancelling, is_heard_by_tools_that_are_running) {
  const Engine engine = Engine::create().value();
  Countdown heard(1);
  Countdown called(1);
  Toolbox tools;
  std::vector<Cancel::Registration> registrations;
  std::vector<Reply> replies;
  add(tools, Tool::async("wait", [&](HostCall call, Reply reply) {
        replies.push_back(std::move(reply));
        registrations.push_back(call.cancel.on_cancel([&] { heard.count_down(); }));
        called.count_down();
      }));
  RunOptions options;
  options.cancel.emplace();
  Countdown done(1);
  engine.start("await wait()", tools, options, [&](RunResult) { done.count_down(); });
  ASSERT_TRUE(called.wait());
  options.cancel->cancel();
  EXPECT_TRUE(heard.wait(std::chrono::seconds(10)));
  EXPECT_TRUE(done.wait(std::chrono::seconds(10)));
}

TEST(Cancelling, is_heard_by_tools_when_the_script_fails) {
  const Engine engine = Engine::create().value();
  Countdown heard(1);
  Toolbox tools;
  std::vector<Cancel::Registration> registrations;
  std::vector<Reply> replies;
  add(tools, Tool::async("wait", [&](HostCall call, Reply reply) {
        replies.push_back(std::move(reply));
        registrations.push_back(call.cancel.on_cancel([&] { heard.count_down(); }));
      }));
  const RunResult result = engine.run(
      "wait(); await null; await new Promise((r) => setTimeout(r, 20)); throw new Error('x');",
      tools);
  EXPECT_EQ(result.error()->kind, ErrorKind::uncaught);
  EXPECT_TRUE(heard.wait(std::chrono::seconds(10)));
}

TEST(Destroying, an_engine_aborts_the_runs_that_are_going) {
  for (int round = 0; round < repetitions(20); ++round) {
    Parking parking;
    std::atomic<int> ended{0};
    std::atomic<int> aborted{0};
    {
      auto engine = std::make_unique<Engine>(Engine::create().value());
      TestTools tools(*engine);
      Toolbox box = tools.toolbox();
      add(box, parking.tool());
      for (int i = 0; i < 40; ++i) {
        const std::string source =
            i % 3 == 0 ? "await park(1)" : places()[static_cast<std::size_t>(i) % places().size()];
        engine->start(source, box, endless(), [&](RunResult result) {
          ++ended;
          aborted += is_aborted(result) ? 1 : 0;
        });
      }
      std::this_thread::sleep_for(microseconds(round * 500));
      engine.reset();  // before the tools, which its runs call
    }
    EXPECT_EQ(ended, 40);
    EXPECT_EQ(aborted, 40);
    parking.answer_all();
  }
}

// Functions that block hold the workers; stops need none.
TEST(Stopping, waits_for_no_worker) {
  std::atomic<bool> blocked{false};
  std::atomic<bool> go_on{false};
  const Engine engine = Engine::create({.workers = 1}).value();  // ends before what its tool uses
  Toolbox tools;
  add(tools, Tool("block", [&](const HostCall&) -> ToolResult {
        blocked = true;
        while (!go_on) std::this_thread::sleep_for(milliseconds(1));
        return Value();
      }));
  Countdown ended(3);
  std::atomic<int> right{0};
  const auto done = [&](RunResult result) {
    right += result.error() != nullptr && result.error()->kind == ErrorKind::timeout ? 1 : 0;
    ended.count_down();
  };
  RunOptions options;
  options.limits.timeout = milliseconds(300);
  engine.start("await block()", tools, options, done);
  while (!blocked) std::this_thread::yield();
  engine.start("for (;;);", tools, options, done);
  engine.start("await new Promise((done) => setTimeout(done, 100000))", tools, options, done);
  EXPECT_TRUE(ended.wait(std::chrono::seconds(30)));
  EXPECT_EQ(right, 3);
  go_on = true;
}

TEST(Destroying, an_engine_aborts_blocking_runs_of_other_threads) {
  for (const char* source : {"for (;;);", "await park(1)"}) {
    Parking parking;
    Toolbox tools;
    add(tools, parking.tool());
    auto engine = std::make_unique<Engine>(Engine::create().value());
    std::atomic<bool> aborted{false};
    std::thread runner([&, running = engine.get()] {
      aborted = is_aborted(running->run(source, tools, endless()));
    });
    std::this_thread::sleep_for(milliseconds(50));
    engine.reset();
    runner.join();
    EXPECT_TRUE(aborted) << source;
    parking.answer_all();
  }
}

TEST(Destroying, late_answers_find_nobody) {
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  {
    const Engine engine = Engine::create().value();
    RunOptions options;
    options.limits.timeout = milliseconds(50);
    EXPECT_EQ(engine.run("await park(1)", tools, options).error()->kind, ErrorKind::timeout);
    parking.answer_all();
    EXPECT_EQ(engine.run("await park(1)", tools, options).error()->kind, ErrorKind::timeout);
  }
  parking.answer_all();
}

}  // namespace
}  // namespace modebox::tests
