// TypeScript by each way into the engine, and its places after each way out.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "modebox/engine.h"
#include "modebox/session.h"
#include "tests/engine_test/fixture.h"

namespace modebox::tests {
namespace {

std::string times(int count, std::string_view text) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

class TypeScript : public ::testing::Test {
 protected:
  TypeScript() {
    add(tools, Tool("pay", [](const HostCall& call) -> ToolResult {
                 return call.argument(0);
               }).approval(Approval::always()));
  }

  static void expect(const Value& value, const RunResult& result) {
    ASSERT_NE(result.value(), nullptr) << ending(result);
    EXPECT_EQ(*result.value(), value);
  }
  static void expect_error(std::string_view kind, int line, int column, const RunResult& result) {
    ASSERT_NE(result.error(), nullptr) << ending(result);
    EXPECT_EQ(to_string(result.error()->kind), kind) << ending(result);
    EXPECT_EQ(result.error()->line, line) << result.error()->stack;
    EXPECT_EQ(result.error()->column, column) << result.error()->stack;
  }
  RunResult go_on(const RunResult& paused) {
    EXPECT_NE(paused.interrupted(), nullptr) << ending(paused);
    if (paused.interrupted() == nullptr) return {};
    return engine.resume(paused.interrupted()->continuation,
                         {approve(paused.interrupted()->interruptions.at(0).id)}, tools);
  }
  RunResult started(std::string source, const RunOptions& options) {
    RunResult result;
    Countdown done(1);
    engine.start(std::move(source), tools, options, [&](RunResult ended) {
      result = std::move(ended);
      done.count_down();
    });
    EXPECT_TRUE(done.wait());
    return result;
  }

  Toolbox tools;
  Engine engine = Engine::create({.secrets = {std::string(32, 'k')}}).value();
};

constexpr std::string_view typed = "const add = (a: number, b: number): number => a + b; add(1, 2)";

TEST_F(TypeScript, runs_by_every_way_in) {
  expect(Value(3), engine.run(typed));
  expect(Value(3), started(std::string(typed), {}));
  expect(Value(3), started(std::string(typed), {.inline_slices = true}));
  Session session = engine.open_session(tools).value();
  expect(Value(3), session.run(typed));
  expect(Value(7), session.run("add(3 as number, 4)"));
}

TEST_F(TypeScript, is_refused_by_every_way_in) {
  constexpr std::string_view source = "\n  enum E { A }";
  expect_error("TypeScript", 2, 3, engine.run(source));
  expect_error("TypeScript", 2, 3, started(std::string(source), {}));
  expect_error("TypeScript", 2, 3, started(std::string(source), {.inline_slices = true}));
  Session session = engine.open_session(tools).value();
  expect_error("TypeScript", 2, 3, session.run(source));
  expect(Value(1), session.run("1 as number"));
}

TEST_F(TypeScript, that_takes_long_goes_to_a_worker) {
  const std::string source = times(40, "<T>(") + "1" + times(40, ")");
  expect_error("TypeScript", 0, 0, started(source, {.inline_slices = true}));
  std::string large;
  while (large.size() < 100'000) large += "{ const f = (a: number): number => a; f(1); }\n";
  expect(Value(2), started(large + "2", {.inline_slices = true}));
}

TEST_F(TypeScript, keeps_its_places_over_a_pause) {
  constexpr std::string_view source =
      "interface A {\n  b: number;\n}\nawait pay<A>({ b: 1 } as A);\n  throw new Error('here') as "
      "any;";
  expect_error("Uncaught", 5, 13, go_on(engine.run(source, tools)));
}

TEST_F(TypeScript, that_was_compiled_keeps_its_places_over_a_pause) {
  constexpr std::string_view source =
      "enum E {\n  A = 1,\n}\nawait pay(E.A);\n\n  throw new Error('here');";
  const RunOptions options{.typescript = TypeScriptMode::transform};
  expect_error("Uncaught", 6, 13, go_on(engine.run(source, tools, options)));
}

TEST_F(TypeScript, is_compiled_in_sessions) {
  Session session = engine.open_session(tools, {.typescript = TypeScriptMode::transform}).value();
  expect(Value(2), session.run("enum Color { Red = 2 } Color.Red"));
  expect(Value("Red"), session.run("Color[2] as string"));
  Session other = engine.open_session(tools).value();
  expect(Value(3),
         other.run("enum Size { S = 3 } Size.S", {.typescript = TypeScriptMode::transform}));
}

TEST_F(TypeScript, that_is_too_complex_may_still_be_javascript) {
  expect(Value(1), engine.run("const o = { a: 1 }; " + times(300, "(") + "o.a" + times(300, ")")));
}

TEST_F(TypeScript, FencesOfMarkdownAroundAScriptAreBlank) {
  expect(Value(3), engine.run("```ts\nconst a: number = 1;\nreturn a + 2\n```\n", tools));
  expect(Value(1), engine.run("\n  ```javascript\r\n1\r\n```", tools));
  expect(Value(1), engine.run("```\n1\n```", tools));
  expect_error("Uncaught", 3, 3, engine.run("```ts\nlet a: 1 = 1;\n  nope;\n```", tools));
  // What is no fence is a template without a tag.
  expect(Value("x"), engine.run("`x`", tools));
  expect(Value(1), engine.run("\xef\xbb\xbf```ts\n1\n```", tools));
  expect(Value("```"), engine.run("````ts\n'```'\n````", tools));
  expect(Value(1), engine.run("```ts title=\"a.ts\" {1-2}\n1\n```", tools));
  expect(Value(1), engine.run("  ```ts\n  1\n  ```  \n", tools));
}

TEST_F(TypeScript, IsTakenOutOfTheProseAroundFences) {
  expect(Value(1), engine.run("Here is the script (it sends mail):\n\n```ts\n1\n```\n", tools));
  expect(Value(1), engine.run("```ts\n1\n```\nIt calls `t.echo()`; the result is 1.", tools));
  expect(Value(1), engine.run("Script:\n```\n1\n```\nDone", tools));
  expect(
      Value(1),
      engine.run("I use t.echo():\n```\n1\n```\n- `t.boom()` is not called (see t.echo)", tools));
  expect(Value(1), engine.run("// t.echo(1)\n```\n1\n```", tools));
  expect_error("Uncaught", 5, 1,
               engine.run("\u00c4rger\u2028nun:\r\n\n```js\nnope\n```\nso.", tools));
}

TEST_F(TypeScript, MayHaveLostOneOfItsFences) {
  expect(Value(1), engine.run("```ts\n1", tools));
  expect(Value(1), engine.run("Here:\n```ts\n1", tools));
  expect(Value(1), engine.run("1\n```\n", tools));
}

TEST_F(TypeScript, IsNeverDroppedForFences) {
  expect_error("Syntax", 2, 1, engine.run("const a = 1;\n```ts\na\n```", tools));
  expect_error("Syntax", 3, 1, engine.run("```ts\n1\n```\nt.echo(1);", tools));
  for (const char* code :
       {"a = 1", "  const b = 2", "await t.echo(1)", "if (x)", "import \"a\"", "f(1, 2)"}) {
    expect_error("Syntax", 2, 1, engine.run(std::string(code) + "\n```ts\n1\n```", tools));
  }
  expect_error("Syntax", 5, 1, engine.run("```ts\n1\n```\nand\n```ts\n2\n```", tools));
  expect_error("Syntax", 2, 1, engine.run("t.echo(1)\n```ts\n2", tools));
  expect(Value(3), engine.run("/* as in\n```ts\n1\n```\n*/ 3", tools));
  expect(Value("```"), engine.run("'```'", tools));
  expect(Value("``\n"), engine.run("`\\`\\`\n`", tools));
}

TEST_F(TypeScript, ALineForTheShellMayStandBehindAMarkOfByteOrder) {
  expect(Value(1), engine.run("\xef\xbb\xbf#!/usr/bin/env node\nlet a: number = 1; a", tools));
  expect_error("Uncaught", 2, 1, engine.run("\xef\xbb\xbf#!x\r\nnope", tools));
}

}  // namespace
}  // namespace modebox::tests
