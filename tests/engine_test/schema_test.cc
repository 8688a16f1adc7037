// Tools with schemas: what does not fit never reaches a tool, a person or the script.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "modebox/engine.h"
#include "modebox/json.h"
#include "tests/engine_test/fixture.h"

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
  EXPECT_EQ(caught("pay({ amount: '1' })"),
            "\"TypeError|E_INVALID_ARGUMENTS|pay: $.amount must be an integer, not a string.\"");
  EXPECT_THAT(caught("pay({ amount: 1, more: 2 })"), HasSubstr("must not have the property"));
  EXPECT_THAT(caught("pay()"), HasSubstr("must have the property"));
  EXPECT_THAT(caught("pay(null)"), HasSubstr("$ must be an object, not null"));
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
  EXPECT_THAT(caught("now.pay({})"), HasSubstr("TypeError|E_INVALID_ARGUMENTS|now.pay: $ must"));
  EXPECT_THAT(caught("now.pay({ amount: 6 })"), HasSubstr("Error|E_INVALID_RESULT"));
  EXPECT_EQ(run("now.pay({ amount: 5 }).amount"), "5");
}

TEST_F(Schemas, AnInvalidCallAsksNobody) {
  Approval asked = Approval::when([this](const HostCall&) {
    seen.emplace_back();
    return true;
  });
  add(tools, recording("pay").approval(asked).input_schema(amount_schema));
  EXPECT_THAT(caught("pay({ amount: 0 })"), HasSubstr("$.amount must be at least 1"));
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
  EXPECT_THAT(caught("rename('a')"), HasSubstr("$ must have at least 2 elements"));
  EXPECT_THAT(caught("rename('a', 1)"), HasSubstr("$[1] must be a string, not 1 ($ is the list"));
  EXPECT_THAT(caught("rename('a', 'b', 'c')"), HasSubstr("$[2] must not be there"));
  EXPECT_EQ(run("await rename('a', 'b', undefined)"), "\"a\"");
}

TEST_F(Schemas, AResultThatDoesNotFitIsTheToolsFault) {
  add(tools, Tool::async("late", [](const HostCall& call, const Reply& reply) {
               reply(call.argument(0));
             }).output_schema(R"({"type":"array","items":{"type":"number"}})"));
  EXPECT_EQ(run("await late([1, 2])"), "[ 1, 2 ]");
  const std::string message = caught("late([1, '2'])");
  EXPECT_THAT(message, HasSubstr("Error|E_INVALID_RESULT|The tool late gave a result"));
  EXPECT_THAT(message, HasSubstr("the tool's fault: $[1] must be a number, not a string."));
  EXPECT_THAT(caught("late()"), HasSubstr("$ must be an array, not undefined"));
}

}  // namespace
}  // namespace modebox::tests
