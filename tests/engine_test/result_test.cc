// What a run leaves besides its outcome: logs, stats and calls.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/engine_test/fixture.h"
#include "tests/runner/test_tools.h"

namespace modebox::tests {
namespace {

using std::chrono::milliseconds;

TEST(RunResult, has_the_outcome_as_value_or_error) {
  const Engine engine = Engine::create().value();
  const RunResult good = engine.run("'x'");
  ASSERT_NE(good.value(), nullptr);
  EXPECT_EQ(good.error(), nullptr);
  EXPECT_EQ(*good.value(), Value("x"));
  const RunResult bad = engine.run("throw new TypeError('no');");
  ASSERT_NE(bad.error(), nullptr);
  EXPECT_EQ(bad.value(), nullptr);
  EXPECT_EQ(bad.error()->name, "TypeError");
  EXPECT_EQ(bad.error()->message, "no");
  EXPECT_EQ(bad.error()->code, "RUN_UNCAUGHT");
  EXPECT_EQ(bad.error()->line, 1);
  EXPECT_NE(bad.error()->stack.find("script.ts:1:"), std::string::npos) << bad.error()->stack;
}

TEST(RunResult, logs_have_level_text_and_time) {
  const Engine engine = Engine::create().value();
  RunOptions options;
  options.virtual_clock = 1'000'000;
  const RunResult result = engine.run(
      "console.log('a'); await new Promise((r) => setTimeout(r, 500)); console.warn('b', 2);", {},
      options);
  ASSERT_EQ(result.logs.size(), 2u);
  EXPECT_EQ(result.logs[0].level, "log");
  EXPECT_EQ(result.logs[0].text, "a");
  EXPECT_EQ(result.logs[0].time, 1'000'000);
  EXPECT_EQ(result.logs[1].level, "warn");
  EXPECT_EQ(result.logs[1].text, "b 2");
  EXPECT_EQ(result.logs[1].time, 1'000'500);
}

TEST(RunResult, log_times_are_those_of_the_wall_clock) {
  const Engine engine = Engine::create().value();
  const auto now = [] {
    return std::chrono::duration<double, std::milli>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  const double before = now();
  const RunResult result = engine.run("console.log('a');");
  ASSERT_EQ(result.logs.size(), 1u);
  EXPECT_GE(result.logs[0].time, before - 2);
  EXPECT_LE(result.logs[0].time, now() + 2);
}

TEST(RunResult, console_output_is_cut_with_a_marker) {
  const Engine engine = Engine::create().value();
  RunOptions options;
  options.limits.max_console_output = 1000;
  const RunResult result =
      engine.run("for (let i = 0; i < 1000; i++) console.log('line ' + i);", {}, options);
  ASSERT_GT(result.logs.size(), 10u);
  EXPECT_EQ(result.logs[5].text, "line 5");
  std::size_t bytes = 0;
  for (const LogEntry& entry : result.logs) bytes += entry.text.size();
  EXPECT_LE(bytes, 1200u);
  EXPECT_EQ(result.logs.back().text.find("line 999"), std::string::npos);
  EXPECT_NE(result.logs.back().text.find("1000"), std::string::npos) << result.logs.back().text;
}

TEST(RunResult, stats_tell_times) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  const RunResult waits = engine.run("await t.later(100, 1);", tools.toolbox());
  EXPECT_GE(waits.stats.wall_time, milliseconds(95));
  EXPECT_LT(waits.stats.cpu_time, milliseconds(60));
  // Work, not time: a busy machine lets it pass without giving us any.
  const RunResult computes = engine.run("for (let i = 0; i < 5e6; i++);");
  EXPECT_GE(computes.stats.cpu_time, milliseconds(20));
  EXPECT_GE(computes.stats.wall_time, computes.stats.cpu_time - milliseconds(5));
}

TEST(RunResult, stats_count_calls_memory_and_fuel) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  const RunResult small = engine.run("await t.echo(1); t.sync.echo(2); 3;", tools.toolbox());
  EXPECT_EQ(small.stats.host_calls, 2u);
  EXPECT_GT(small.stats.dirty_pages, 0u);
  EXPECT_LT(small.stats.dirty_pages, 200u);
  const RunResult large = engine.run("const b = new Uint8Array(10e6).fill(1); b.length;");
  EXPECT_GE(large.stats.peak_memory, 10'000'000u);
  EXPECT_GT(large.stats.peak_memory, small.stats.peak_memory);
  EXPECT_GT(large.stats.dirty_pages, 2000u);
  const RunResult loop = engine.run("for (let i = 0; i < 3e6; i++);");
  EXPECT_GT(loop.stats.fuel, small.stats.fuel + 100);
}

TEST(RunResult, calls_tell_what_was_done) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  RunOptions options;
  options.limits.timeout = milliseconds(300);
  options.limits.max_in_flight_host_calls = 1;
  const RunResult result =
      engine.run("await t.later(50, 1); await t.boom().catch(() => 0); t.hang(); await t.echo(2);",
                 tools.toolbox(), options);
  ASSERT_EQ(result.calls.size(), 4u);
  EXPECT_EQ(result.calls[0].name, "t.later");
  EXPECT_EQ(result.calls[0].state, CallState::completed);
  EXPECT_GE(result.calls[0].duration, milliseconds(45));
  EXPECT_EQ(result.calls[1].state, CallState::failed);
  EXPECT_EQ(result.calls[2].state, CallState::running);
  EXPECT_EQ(result.calls[3].state, CallState::queued);
  EXPECT_EQ(result.error()->kind, ErrorKind::timeout);
}

TEST(RunResult, a_limit_out_of_range_is_a_config_error_and_nothing_runs) {
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  RunOptions options;
  options.limits.max_host_calls = -3;
  const RunResult result = engine.run("t.sync.rec(1);", tools.toolbox(), options);
  ASSERT_NE(result.error(), nullptr);
  EXPECT_EQ(result.error()->kind, ErrorKind::config);
  EXPECT_EQ(result.error()->message, "limits.maxHostCalls must be a positive integer.");
  EXPECT_TRUE(tools.records().empty());
}

TEST(RunResult, random_numbers_follow_the_seed) {
  const Engine engine = Engine::create().value();
  const std::string source = "[Math.random(), Math.random()].join();";
  const auto with_seed = [&](std::uint64_t seed) {
    RunOptions options;
    options.seed = seed;
    return ending(engine.run(source, {}, options));
  };
  EXPECT_EQ(with_seed(7), with_seed(7));
  EXPECT_NE(with_seed(7), with_seed(8));
  EXPECT_NE(with_seed(0), with_seed(1));
  EXPECT_NE(with_seed(1), with_seed(std::uint64_t{1} << 63));
  EXPECT_NE(ending(engine.run(source)), ending(engine.run(source)));
}

TEST(RunResult, a_run_keeps_the_tools_it_started_with) {
  const Engine engine = Engine::create().value();
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  Countdown done(1);
  std::string ended;
  engine.start("await park(1); typeof later;", tools, {}, [&](RunResult result) {
    ended = ending(result);
    done.count_down();
  });
  ASSERT_TRUE(parking.wait_for(1));
  add(tools, Tool("later", [](const HostCall&) -> ToolResult { return Value(1); }));
  parking.answer_all();
  ASSERT_TRUE(done.wait());
  EXPECT_EQ(ended, "completed \"undefined\"");
  EXPECT_EQ(ending(engine.run("await later()", tools)), "completed 1");
}

TEST(RunResult, names_the_library_and_its_image) {
  EXPECT_EQ(version(), "0.1.0");
  EXPECT_EQ(image_hash().size(), 64u);
  EXPECT_EQ(image_hash().find_first_not_of("0123456789abcdef"), std::string_view::npos);
}

}  // namespace
}  // namespace modebox::tests
