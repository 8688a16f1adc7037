// Tools with schemas: what does not fit never reaches a tool, a person or the script.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "modebox/engine.h"
#include "modebox/json.h"
#include "tests/engine_test/fixture.h"
#include "tests/runner/process_stats.h"

namespace modebox::tests {
namespace {

using testing::HasSubstr;

constexpr const char* amount_schema = R"({
  "type": "object", "required": ["amount"], "additionalProperties": false,
  "properties": {"amount": {"type": "integer", "minimum": 1}, "note": {"type": "string"}}})";

class Schemas : public ::testing::Test {
 protected:
  Tool recording(const std::string& name) {
    return Tool(name, [this](const HostCall& call) -> ToolResult {
      seen.push_back(call.arguments);
      return call.argument(0);
    });
  }
  /// The value of the script; of one that fails, `CODE message`.
  std::string run(const std::string& script) {
    const RunResult result = engine.run(script, tools);
    if (const RunError* error = result.error()) return error->code + " " + error->message;
    return result.value() == nullptr ? ending(result) : describe(*result.value());
  }
  std::string caught(const std::string& call) {
    return run("try { return await " + call +
               " } catch (e) { return [e.name, e.code, e.message].join('|') }");
  }

  Engine engine = *Engine::create();
  Toolbox tools;
  std::vector<std::vector<Value>> seen;
};

TEST_F(Schemas, ArgumentsThatDoNotFitAreATypeErrorThatNamesThePath) {
  add(tools, recording("pay").input_schema(amount_schema));
  EXPECT_EQ(
      caught("pay({ amount: '1' })"),
      "\"TypeError|E_INVALID_ARGUMENTS|pay: input.amount must be an integer, not a string.\"");
  EXPECT_THAT(caught("pay({ amount: 1, more: 2 })"), HasSubstr("must not have the property"));
  EXPECT_THAT(caught("pay()"), HasSubstr("must have the property"));
  EXPECT_THAT(caught("pay(null)"), HasSubstr("input must be an object, not null"));
  EXPECT_THAT(caught("pay({ amount: 1n })"), HasSubstr("not a BigInt"));
  EXPECT_THAT(caught("pay({ amount: 1 }, 2)"), HasSubstr("takes one argument, not 2"));
  EXPECT_TRUE(seen.empty());
  EXPECT_EQ(run("await pay({ amount: 1, note: undefined })"), "{ amount: 1, note: undefined }");
}

TEST_F(Schemas, SynchronousToolsAreCheckedToo) {
  add(tools, recording("now.pay")
                 .synchronous()
                 .input_schema(amount_schema)
                 .output_schema(R"({"type":"object","properties":{"amount":{"maximum":5}}})"));
  EXPECT_THAT(caught("now.pay({})"),
              HasSubstr("TypeError|E_INVALID_ARGUMENTS|now.pay: input must"));
  EXPECT_THAT(caught("now.pay({ amount: 6 })"), HasSubstr("Error|E_INVALID_RESULT"));
  EXPECT_EQ(run("now.pay({ amount: 5 }).amount"), "5");
}

TEST_F(Schemas, AnInvalidCallAsksNobody) {
  Approval asked = Approval::when([this](const HostCall&) {
    seen.emplace_back();
    return true;
  });
  add(tools, recording("pay").approval(asked).input_schema(amount_schema));
  EXPECT_THAT(caught("pay({ amount: 0 })"), HasSubstr("input.amount must be at least 1"));
  EXPECT_TRUE(seen.empty());
}

TEST_F(Schemas, AnApprovedCallRunsWithTheArgumentsThatWereShown) {
  add(tools, recording("pay").approval(Approval::always()).input_schema(amount_schema));
  const RunResult waiting =
      engine.run("const a = { amount: 2 }; const p = pay(a); a.amount = 'x'; await p", tools);
  ASSERT_NE(waiting.interrupted(), nullptr) << ending(waiting);
  const RunResult result =
      engine.resume(waiting.interrupted()->continuation,
                    {approve(waiting.interrupted()->interruptions.at(0).id)}, tools);
  ASSERT_NE(result.value(), nullptr) << ending(result);
  EXPECT_EQ(describe(*result.value()), "{ amount: 2 }");
}

TEST_F(Schemas, AnObjectThatIsLeftOutIsEmpty) {
  add(tools, recording("list").input_schema(R"({"type":"object","properties":{"a":{}}})"));
  EXPECT_EQ(run("await list()"), "{}");
  EXPECT_EQ(run("await list(undefined)"), "{}");
  EXPECT_EQ(seen.at(0).size(), 1u);
}

TEST_F(Schemas, ATupleIsTheListOfArguments) {
  add(tools, recording("rename").input_schema(
                 R"({"type":"array","prefixItems":[{"type":"string"},{"type":"string"}],
                     "minItems":2,"items":false})"));
  EXPECT_EQ(run("await rename('a', 'b')"), "\"a\"");
  EXPECT_THAT(caught("rename('a')"), HasSubstr("arguments must have at least 2 elements"));
  EXPECT_THAT(caught("rename('a', 1)"), HasSubstr("arguments[1] must be a string, not 1."));
  EXPECT_THAT(caught("rename('a', 'b', 'c')"), HasSubstr("arguments[2] must not be there"));
  EXPECT_EQ(run("await rename('a', 'b', undefined)"), "\"a\"");
}

TEST_F(Schemas, AResultThatDoesNotFitIsTheToolsFault) {
  add(tools, Tool::async("late", [](const HostCall& call, const Reply& reply) {
               reply(call.argument(0));
             }).output_schema(R"({"type":"array","items":{"type":"number"}})"));
  EXPECT_EQ(run("await late([1, 2])"), "[ 1, 2 ]");
  const std::string message = caught("late([1, '2'])");
  EXPECT_THAT(message, HasSubstr("Error|E_INVALID_RESULT|The tool late gave a result"));
  EXPECT_THAT(message, HasSubstr("the tool's fault: result[1] must be a number, not a string."));
  EXPECT_THAT(caught("late()"), HasSubstr("result must be an array, not undefined"));
}

TEST_F(Schemas, WhatTakesLongToCheckIsCheckedByAWorker) {
  // On the thread that starts the run, if slices ended in time there; the call is made once.
  std::vector<std::thread::id> threads;
  add(tools, Tool::async("sum", [&](const HostCall&, const Reply& reply) {
               threads.push_back(std::this_thread::get_id());
               reply(Value(1));
             }).input_schema(R"({"type":"object","properties":{"n":{"type":"array","items":
                 {"type":"integer"}}}})"));
  RunOptions options;
  options.inline_slices = true;
  const auto start = [&](const std::string& script) {
    std::this_thread::sleep_for(std::chrono::milliseconds(6));  // the thread may be lent again
    Countdown ended(1);
    std::string end;
    engine.start(script, tools, options, [&](const RunResult& result) {
      end = ending(result);
      ended.count_down();
    });
    EXPECT_TRUE(ended.wait());
    return end;
  };
  int here = 0;
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(start("await sum({ n: [1, 2] })"), "completed 1");
    here += threads.back() == std::this_thread::get_id() ? 1 : 0;
  }
  if (!sanitized()) {
    EXPECT_GT(here, 0);
  }
  for (int i = 0; i < 10; ++i) {
    threads.clear();
    EXPECT_EQ(start("await sum({ n: Array(6000).fill(7) })"), "completed 1");
    ASSERT_EQ(threads.size(), 1u);
    EXPECT_NE(threads[0], std::this_thread::get_id());
  }
  EXPECT_THAT(start("await sum({ n: Array(6000).fill(7).concat('x') })"),
              HasSubstr("input.n[6000] must be an integer"));
}

}  // namespace
}  // namespace modebox::tests
