// Random graphs of values go from the host through a script and back, by every
// door: answers, arguments, results, synchronous tools and what is thrown.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/value/random_value.h"
#include "tests/engine_test/fixture.h"
#include "tests/runner/process_stats.h"
#include "tests/runner/value_text.h"

namespace modebox::tests {
namespace {

// Tools that hand out the graphs of a seed and take back what the script makes
// of them.
class Doors {
 public:
  explicit Doors(std::uint64_t seed) : values_(seed) {
    add(tools_, Tool("give", [this](const HostCall&) -> ToolResult { return give(); }));
    add(tools_, Tool("take", [this](const HostCall& call) -> ToolResult { return take(call); }));
    add(tools_,
        Tool("sync.give", [this](const HostCall&) -> ToolResult { return give(); }).synchronous());
    add(tools_, Tool("sync.take", [this](const HostCall& call) -> ToolResult {
                  return take(call);
                }).synchronous());
  }

  const Toolbox& tools() const { return tools_; }
  const Value& last() const { return last_; }
  int taken() const { return taken_; }

 private:
  Value give() { return last_ = values_.next(); }

  Value take(const HostCall& call) {
    ++taken_;
    EXPECT_TRUE(equal(call.argument(0), last_)) << value_text(last_) << "\n  came back as\n"
                                                << value_text(call.argument(0));
    return Value();
  }

  value::RandomValues values_;
  Value last_;
  int taken_ = 0;
  Toolbox tools_;
};

RunOptions generous() {
  RunOptions options;
  options.limits.max_host_calls = 1'000'000;
  options.limits.timeout = std::chrono::milliseconds(250'000);
  return options;
}

TEST(RandomValues, come_back_equal_as_arguments) {
  const Engine engine = Engine::create().value();
  Doors doors(1);
  const int count = repetitions(3000);
  const RunResult result = engine.run(
      "for (let i = 0; i < " + std::to_string(count) + "; i++) await take(await give()); 'done';",
      doors.tools(), generous());
  EXPECT_EQ(ending(result), "completed \"done\"");
  EXPECT_EQ(doors.taken(), count);
}

TEST(RandomValues, come_back_equal_from_synchronous_tools) {
  const Engine engine = Engine::create().value();
  Doors doors(2);
  const int count = repetitions(3000);
  const RunResult result = engine.run(
      "for (let i = 0; i < " + std::to_string(count) + "; i++) sync.take(sync.give()); 'done';",
      doors.tools(), generous());
  EXPECT_EQ(ending(result), "completed \"done\"");
  EXPECT_EQ(doors.taken(), count);
}

TEST(RandomValues, come_back_equal_as_results) {
  const Engine engine = Engine::create().value();
  Doors doors(3);
  for (int i = 0; i < repetitions(1000); ++i) {
    const RunResult result = engine.run("return sync.give();", doors.tools());
    // A graph may have a `then` of its own, which is called; no random value is
    // a function, so that it stays what it is.
    ASSERT_NE(result.value(), nullptr) << ending(result) << "\n" << value_text(doors.last());
    ASSERT_TRUE(equal(*result.value(), doors.last()))
        << value_text(doors.last()) << "\n  came back as\n"
        << value_text(*result.value());
  }
}

TEST(RandomValues, come_back_equal_when_thrown) {
  const Engine engine = Engine::create().value();
  Doors doors(4);
  for (int i = 0; i < repetitions(500); ++i) {
    const RunResult result = engine.run("throw sync.give();", doors.tools());
    ASSERT_NE(result.error(), nullptr);
    EXPECT_EQ(result.error()->kind, ErrorKind::uncaught);
    ASSERT_TRUE(result.error()->thrown.has_value()) << value_text(doors.last());
    ASSERT_TRUE(equal(*result.error()->thrown, doors.last()))
        << value_text(doors.last()) << "\n  came back as\n"
        << value_text(*result.error()->thrown);
  }
}

TEST(RandomValues, come_back_equal_from_a_nested_run) {
  const Engine engine = Engine::create().value();
  value::RandomValues values(5);
  for (int i = 0; i < repetitions(300); ++i) {
    const Value value = values.next();
    Toolbox inner;
    add(inner, Tool("give", [&](const HostCall&) -> ToolResult { return value; }).synchronous());
    Toolbox outer;
    add(outer, Tool("inner", [&](const HostCall&) -> ToolResult {
                 const RunResult result = engine.run("return give();", inner);
                 if (result.value() == nullptr) return ToolError{ending(result)};
                 return *result.value();
               }).synchronous());
    const RunResult result = engine.run("return inner();", outer);
    ASSERT_NE(result.value(), nullptr) << ending(result);
    ASSERT_TRUE(equal(*result.value(), value)) << value_text(value);
  }
}

}  // namespace
}  // namespace modebox::tests
