// A function as the script's value (RunOptions::call_function_result), over pauses and in sessions.
#include <gtest/gtest.h>

#include "modebox/continuation_store.h"
#include "modebox/session.h"
#include "tests/engine_test/fixture.h"

namespace modebox::tests {
namespace {

Engine make_engine(std::shared_ptr<ContinuationStore> store) {
  EngineOptions options;
  options.secrets = {std::string(32, 'k')};
  options.store = std::move(store);
  return Engine::create(options).value();
}

class CallFunction : public ::testing::Test {
 protected:
  CallFunction() {
    add(tools, Tool("echo", [this](const HostCall& call) -> ToolResult {
          ++echoed;
          return call.argument(0);
        }));
    add(tools, Tool("pay", [](const HostCall& call) -> ToolResult {
                 return call.argument(0);
               }).approval(Approval::always()));
    options.call_function_result = true;
  }

  static void expect(const Value& value, const RunResult& result) {
    ASSERT_NE(result.value(), nullptr) << ending(result);
    EXPECT_EQ(*result.value(), value);
  }
  static std::string code(const RunResult& result) {
    return result.error() == nullptr ? "none" : result.error()->code;
  }

  std::shared_ptr<ContinuationStore> store = make_memory_continuation_store();
  Engine engine = make_engine(store);
  Toolbox tools;
  RunOptions options;
  int echoed = 0;
};

TEST_F(CallFunction, PausesAndGoesOnInAnotherEngine) {
  const RunResult first = engine.run(
      "let n = 0;\nasync () => {\n  n += await echo(1);\n  n += await pay(10);\n  return n;\n}",
      tools, options);
  ASSERT_NE(first.interrupted(), nullptr) << ending(first);
  // What the run was started with counts, not what the resume says.
  const RunResult second =
      make_engine(store).resume(first.interrupted()->continuation,
                                {approve(first.interrupted()->interruptions.at(0).id)}, tools);
  expect(Value(11), second);
  EXPECT_EQ(echoed, 1);
}

TEST_F(CallFunction, KeepsItsPlacesOverAPause) {
  const RunResult first =
      engine.run("async () => {\n  await pay(1);\n  throw new Error('no');\n}", tools, options);
  ASSERT_NE(first.interrupted(), nullptr) << ending(first);
  const RunResult second =
      engine.resume(first.interrupted()->continuation,
                    {approve(first.interrupted()->interruptions.at(0).id)}, tools);
  ASSERT_NE(second.error(), nullptr);
  EXPECT_EQ(second.error()->line, 3);
  EXPECT_EQ(second.error()->column, 13);
}

TEST_F(CallFunction, CallsAFunctionThatIsTheValueOnlyAfterAPause) {
  const RunResult first = engine.run("await pay(1); async () => echo(2)", tools, options);
  ASSERT_NE(first.interrupted(), nullptr) << ending(first);
  expect(Value(2), engine.resume(first.interrupted()->continuation,
                                 {approve(first.interrupted()->interruptions.at(0).id)}, tools));
  EXPECT_EQ(echoed, 1);
}

TEST_F(CallFunction, MayBeTheChoiceOfAWholeSession) {
  Session session = engine.open_session(tools, options).value();
  expect(Value(1), session.run("() => 1"));
  expect(Value(2), session.run("() => 2"));
}

TEST_F(CallFunction, IsAChoiceOfEachRunOfASession) {
  Session session = engine.open_session(tools).value();
  expect(Value(1), session.run("let n = 0; const f = async () => ++n; f", options));
  EXPECT_EQ(code(session.run("f")), "RUN_NOT_SERIALIZABLE");
  expect(Value(2), session.run("f", options));
  expect(Value(2), session.run("n"));
  EXPECT_EQ(code(session.run("() => { throw 1 }", options)), "RUN_UNCAUGHT");
  expect(Value(3), session.run("f", options));
}

}  // namespace
}  // namespace modebox::tests
