#include "tests/runner/expectation.h"

#include <gtest/gtest.h>

namespace modebox::tests {
namespace {

RunResult completed(Value value) { return {Completed{std::move(value)}, {}, {}, {}}; }

RunResult failed() {
  RunError error;
  error.kind = ErrorKind::uncaught;
  error.code = "E_QUOTA";
  error.name = "TypeError";
  error.message = "no \"money\" left";
  error.line = 5;
  error.column = 11;
  error.thrown = Value("x");
  return {Failed{error}, {}, {}, {}};
}

std::string check(std::string header, const RunResult& result) {
  return differences(parse_case("a", "// " + header + "\n"), result, {});
}

TEST(Expectation, takes_the_value_in_any_layout) {
  EXPECT_EQ(check("expect: completed {\"a\":[1,2]}",
                  completed(Value::object({{"a", Value::array({1, 2})}}))),
            "");
  EXPECT_NE(check("expect: completed {\"a\":[1,3]}",
                  completed(Value::object({{"a", Value::array({1, 2})}}))),
            "");
  EXPECT_NE(check("expect: completed 1", failed()), "");
}

TEST(Expectation, compares_each_part_of_an_error) {
  EXPECT_EQ(check("expect-error: Uncaught", failed()), "");
  EXPECT_EQ(
      check("expect-error: Uncaught E_QUOTA TypeError \"no \\\"money\\\"\" at 5:11", failed()), "");
  EXPECT_NE(check("expect-error: Timeout", failed()), "");
  EXPECT_NE(check("expect-error: Uncaught RUN_UNCAUGHT", failed()), "");
  EXPECT_NE(check("expect-error: Uncaught RangeError", failed()), "");
  EXPECT_NE(check("expect-error: Uncaught \"left no\"", failed()), "");
  EXPECT_NE(check("expect-error: Uncaught at 5:12", failed()), "");
  EXPECT_NE(check("expect-error: Uncaught", completed(1)), "");
  EXPECT_EQ(check("thrown: \"x\"", failed()), "");
  EXPECT_NE(check("thrown: \"y\"", failed()), "");
}

TEST(Expectation, wants_exactly_the_logs_that_are_listed) {
  RunResult result = completed(1);
  result.logs.push_back({"warn", "a\nb", 0});
  EXPECT_EQ(check("log: warn \"a\\nb\"", result), "");
  EXPECT_NE(check("expect: completed 1", result), "");
  EXPECT_NE(check("log: log \"a\\nb\"", result), "");
}

TEST(Expectation, wants_calls_in_order_and_state) {
  RunResult result = completed(1);
  result.calls.push_back({"t.echo", CallState::completed, {}});
  result.calls.push_back({"t.hang", CallState::running, {}});
  EXPECT_EQ(check("calls: t.echo t.hang=running", result), "");
  EXPECT_NE(check("calls: t.echo t.hang", result), "");
  EXPECT_NE(check("calls: t.hang=running t.echo", result), "");
}

TEST(Expectation, takes_any_of_the_alternatives) {
  const Outcome error = failed().outcome;
  EXPECT_EQ(not_among("Timeout | Uncaught", error), "");
  EXPECT_EQ(not_among("Uncaught TypeError", error), "");
  EXPECT_NE(not_among("Uncaught RangeError | completed", error), "");
  const Outcome value = Completed{Value("a")};
  EXPECT_EQ(not_among("Timeout | completed", value), "");
  EXPECT_EQ(not_among("completed \"b\" | completed \"a\"", value), "");
  EXPECT_NE(not_among("completed \"b\"", value), "");
}

}  // namespace
}  // namespace modebox::tests
