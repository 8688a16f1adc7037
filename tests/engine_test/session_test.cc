// Sessions: state that stays between runs, pauses in them, saving and restoring.
#include "modebox/session.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/engine_test/fixture.h"

namespace modebox::tests {
namespace {

Engine make_engine() {
  EngineOptions options;
  options.secrets = {std::string(32, 'k')};
  return Engine::create(options).value();
}

class Sessions : public ::testing::Test {
 protected:
  Sessions() {
    add(tools, Tool("echo", [](const HostCall& call) -> ToolResult { return call.argument(0); }));
    add(tools, Tool("pay", [](const HostCall& call) -> ToolResult {
                 return call.argument(0);
               }).approval(Approval::always()));
    add(tools, Tool("read", [](const HostCall&) -> ToolResult { return Value(1); }).source());
    add(tools, Tool("post", [](const HostCall&) -> ToolResult { return Value(2); }).sink());
  }

  static void expect(const Value& value, const RunResult& result) {
    ASSERT_NE(result.value(), nullptr) << ending(result);
    EXPECT_EQ(*result.value(), value);
  }
  static std::string code(const RunResult& result) {
    return result.error() == nullptr ? "none" : result.error()->code;
  }
  static std::vector<Resolution> yes(const RunResult& result) {
    EXPECT_NE(result.interrupted(), nullptr) << ending(result);
    if (result.interrupted() == nullptr) return {};
    return {approve(result.interrupted()->interruptions.at(0).id)};
  }

  Engine engine = make_engine();
  Toolbox tools;
};

TEST_F(Sessions, KeepGlobalsFunctionsAndClasses) {
  Session session = engine.open_session(tools).value();
  expect(Value(1),
         session.run("const x = 1; let y = 2; var z = 3; function f() { return x + y + z }"
                     "class C { v = 4 } x"));
  expect(Value(6), session.run("f()"));
  expect(Value(10), session.run("f() + new C().v"));
  expect(Value(16), session.run("y += 10; f()"));
}

TEST_F(Sessions, LetNamesBeDeclaredAgain) {
  Session session = engine.open_session(tools).value();
  expect(Value(1), session.run("const x = 1; class A {} function f() { return x } f()"));
  expect(Value(2), session.run("const x = 2; class A { a = 1 } f()"));
  expect(Value(3), session.run("let x = 3; function f() { return x } f()"));
  expect(Value(4), session.run("var x = 4; x"));
  expect(Value(5), session.run("const x = 5; x"));
  expect(Value(6), session.run("function x() { return 6 } x()"));
  EXPECT_EQ(code(session.run("const x = 7; const x = 8")), "RUN_SYNTAX");
  EXPECT_NE(code(session.run("const echo = 1")), "none");
  expect(Value(6), session.run("x()"));
}

TEST_F(Sessions, TellOfNamesThatAreNotThereByTheTextOfTheRun) {
  add(tools, Tool("stock.count", [](const HostCall&) -> ToolResult { return Value(1); }));
  Session session = engine.open_session(tools).value();
  const auto message = [](const RunResult& result) {
    return result.error() == nullptr ? ending(result) : result.error()->message;
  };
  expect(Value(0), session.run("function f() { return stock.cont() } 0"));
  EXPECT_EQ(message(session.run("0; await stock.cont()")),
            "stock.cont is not a function. Did you mean stock.count?");
  // The text that has the place of this one is not this run's.
  EXPECT_EQ(message(session.run("f()")), "not a function");
  RunResult paused = session.run("await pay(1); stok.count()");
  EXPECT_EQ(message(session.resume(paused.interrupted()->continuation, yes(paused))),
            "stok is not defined. Did you mean stock?");
}

TEST_F(Sessions, CallToolsInEveryRunUnderLimitsOfItsOwn) {
  Session session = engine.open_session(tools).value();
  RunOptions options;
  options.limits.max_host_calls = 2;
  for (int i = 0; i < 3; ++i) {
    expect(Value(3), session.run("(await echo(1)) + (await echo(2))", options));
  }
  EXPECT_EQ(code(session.run("await echo(1); await echo(1); await echo(1)", options)),
            "RUN_HOST_CALL_LIMIT");
  expect(Value(1), session.run("await echo(1)", options));
}

TEST_F(Sessions, GoOnAfterAScriptThatFailed) {
  Session session = engine.open_session(tools).value();
  EXPECT_EQ(code(session.run("globalThis.a = 1; throw new Error('no')")), "RUN_UNCAUGHT");
  EXPECT_EQ(code(session.run("a = 2; await new Promise(() => {})")), "RUN_STALLED");
  EXPECT_EQ(code(session.run("a = 3; Promise.reject(1); 0")), "RUN_UNHANDLED_REJECTION");
  EXPECT_EQ(code(session.run("a = 4; echo(1); 0")), "RUN_DETACHED_CALL");
  EXPECT_EQ(code(session.run("a = ")), "RUN_SYNTAX");
  EXPECT_EQ(code(session.run("setTimeout(() => { a = 5 }, 1); () => 1")), "RUN_NOT_SERIALIZABLE");
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  expect(Value(4), session.run("await echo(0); a"));
}

TEST_F(Sessions, AreAsBeforeARunThatWasStopped) {
  Session session = engine.open_session(tools).value();
  expect(Value(1), session.run("let a = 1; a"));
  RunOptions options;
  options.limits.timeout = std::chrono::milliseconds(30);
  EXPECT_EQ(code(session.run("a = 2; for (;;) {}", options)), "RUN_TIMEOUT");
  options.limits = {};
  options.limits.memory_limit = 4 << 20;
  EXPECT_EQ(
      code(session.run("a = 3; const b = []; for (;;) b.push(new Array(1000).fill(1))", options)),
      "RUN_OUT_OF_MEMORY");
  expect(Value(1), session.run("a"));
}

TEST_F(Sessions, PauseAndGoOn) {
  Session session = engine.open_session(tools).value();
  expect(Value(1), session.run("let a = 1; a"));
  const RunResult first = session.run("a += await pay(41); a");
  const RunResult refused = session.run("1");
  EXPECT_EQ(code(refused), "RUN_SESSION_PAUSED");
  EXPECT_EQ(refused.error()->kind, ErrorKind::config);
  const Result<std::string> saved = session.save();
  ASSERT_FALSE(saved.ok());
  EXPECT_EQ(saved.error().code, "RUN_SESSION_PAUSED");
  const std::string token = first.interrupted()->continuation;
  const RunResult wrong = engine.resume(token, yes(first), tools);
  EXPECT_EQ(code(wrong), "RUN_CONTINUATION_INVALID");
  EXPECT_NE(wrong.error()->message.find("session"), std::string::npos);
  EXPECT_EQ(code(session.resume(token, {approve("int_other")})), "RUN_CONFIG");
  EXPECT_EQ(code(session.run("1")), "RUN_SESSION_PAUSED");
  expect(Value(42), session.resume(token, yes(first)));
  expect(Value(42), session.run("a"));
}

TEST_F(Sessions, ThatWereLostGoOnInAnotherFromTheirContinuation) {
  Session lost = engine.open_session(tools).value();
  expect(Value(2), lost.run("const base = 2; base"));
  const RunResult first = lost.run("base * await pay(21)");
  Session other = engine.open_session(tools).value();
  expect(Value(42), other.resume(first.interrupted()->continuation, yes(first)));
  expect(Value(2), other.run("base"));
}

TEST_F(Sessions, AreSavedAndRestoredOnce) {
  Session session = engine.open_session(tools, {.seed = 4, .virtual_clock = 9}).value();
  expect(Value(1), session.run("const m = new Map([['k', { n: 1 }]]); m.get('k').n"));
  expect(Value(1), session.run("await read()"));
  const std::string token = session.save().value();
  EXPECT_EQ(engine.inspect_continuation(token).value().kind, ContinuationKind::session);
  EXPECT_EQ(code(engine.resume(token, {approve("x")}, tools)), "RUN_CONTINUATION_INVALID");
  EXPECT_FALSE(engine.restore_session(token, {}).ok());
  Session restored = engine.restore_session(token, tools).value();
  expect(Value(1), restored.run("m.get('k').n"));
  expect(Value(9), restored.run("Date.now()"));
  const Result<Session> again = engine.restore_session(token, tools);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, "RUN_CONTINUATION_USED");
  // The mark of a source that was read is part of the session.
  EXPECT_NE(restored.run("await post()").interrupted(), nullptr);
  expect(Value(1), session.run("m.size"));
}

TEST_F(Sessions, ThatHaveNotRunYetCanBeSaved) {
  Session session = engine.open_session(tools).value();
  Session restored = engine.restore_session(session.save().value(), tools).value();
  expect(Value(3), restored.run("await echo(3)"));
}

TEST_F(Sessions, RefuseARunBesideAnother) {
  Session session = engine.open_session(tools).value();
  Parking parking;
  Toolbox parked = tools;
  add(parked, parking.tool());
  Session busy = engine.open_session(parked).value();
  std::thread runner([&] { expect(Value(1), busy.run("await park(1)")); });
  ASSERT_TRUE(parking.wait_for(1));
  EXPECT_EQ(code(busy.run("2")), "RUN_SESSION_BUSY");
  EXPECT_EQ(code(busy.resume("x", {})), "RUN_SESSION_BUSY");
  const Result<std::string> saved = busy.save();
  ASSERT_FALSE(saved.ok());
  EXPECT_EQ(saved.error().code, "RUN_SESSION_BUSY");
  parking.answer_all();
  runner.join();
  expect(Value(2), busy.run("2"));
}

}  // namespace
}  // namespace modebox::tests
