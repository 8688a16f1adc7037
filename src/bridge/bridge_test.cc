// Scripts in an engine that call tools of servers, and which tools there are when.
#include "src/bridge/bridge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <optional>
#include <thread>

#include "modebox/engine.h"
#include "src/bridge/testing/fake_downstream.h"

namespace modebox::bridge {
namespace {

using mcp::Tools;
using ::testing::ElementsAre;
using testing::FakeDownstream;
using testing::FakeServers;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::json;
using testing::remote_tool;
using ::testing::UnorderedElementsAre;
using Snapshot = std::shared_ptr<const Tools>;

Snapshot for_script(Bridge& bridge, std::string_view source) {
  std::promise<Snapshot> promise;
  bridge.for_script(source, [&promise](const Snapshot& tools) { promise.set_value(tools); });
  return promise.get_future().get();
}
Snapshot for_resume(Bridge& bridge, const std::vector<std::string>& names) {
  std::promise<Snapshot> promise;
  bridge.for_resume(names, [&promise](const Snapshot& tools) { promise.set_value(tools); });
  return promise.get_future().get();
}
std::vector<std::string> names_of(const Snapshot& tools) {
  std::vector<std::string> names;
  for (const Tool& tool : tools->toolbox.tools()) names.push_back(tool.name());
  return names;
}

Toolbox own_tools(const std::string& name) {
  Toolbox own;
  own.add(Tool(name, [](const HostCall&) -> ToolResult { return Value("own"); })).value();
  return own;
}

class BridgeSource : public ::testing::Test {
 protected:
  BridgeSource() {
    servers["a"].has({remote_tool("one")});
    servers["b"].has({remote_tool("two")});
  }

  FakeServers servers;
};

TEST_F(BridgeSource, StartsAServerWhenAScriptNamesIt) {
  const auto bridge = servers.bridge({"a", "b"}, own_tools("mine"));
  EXPECT_EQ(servers["a"].lists() + servers["b"].lists(), 0);
  EXPECT_THAT(names_of(for_script(*bridge, "1 + 1")), ElementsAre("mine"));
  EXPECT_THAT(names_of(for_script(*bridge, "a.one()")), ElementsAre("mine", "a.one"));
  EXPECT_EQ(servers["b"].lists(), 0);
  EXPECT_THAT(names_of(for_script(*bridge, "b.two()")), ElementsAre("mine", "a.one", "b.two"));
  EXPECT_THAT(names_of(for_script(*bridge, "1 + 1")), ElementsAre("mine", "a.one", "b.two"));
}

TEST_F(BridgeSource, GivesTheSameToolsUntilSomethingChanges) {
  const auto bridge = servers.bridge({"a", "b"});
  const Snapshot first = for_script(*bridge, "a.one(); b.two()");
  EXPECT_EQ(for_script(*bridge, "a.one()"), first);
  EXPECT_EQ(for_script(*bridge, ""), first);
  servers["a"].has({remote_tool("one"), remote_tool("more")});
  const Snapshot second = for_script(*bridge, "a.one()");
  EXPECT_THAT(names_of(second), ElementsAre("a.one", "a.more", "b.two"));
  EXPECT_THAT(names_of(first), ElementsAre("a.one", "b.two"));
  EXPECT_EQ(for_script(*bridge, "a.one()"), second);
  servers["a"].has({remote_tool("one"), remote_tool("more")});
  EXPECT_EQ(for_script(*bridge, "a.one()"), second) << "a new list of the same tools";
  servers["a"].has({remote_tool("one"), remote_tool("more", "true")});
  EXPECT_NE(for_script(*bridge, "a.one()"), second);
}

TEST_F(BridgeSource, OneThatFailsIsMissingAndTriedAgain) {
  const auto bridge = servers.bridge({"a", "b"});
  servers["a"].fails("The MCP server a can not be started.");
  const Snapshot tools = for_script(*bridge, "globalThis");
  EXPECT_THAT(names_of(tools), ElementsAre("b.two"));
  EXPECT_EQ(tools->missing.at("a"), "The MCP server a can not be started.");
  EXPECT_EQ(for_script(*bridge, "a"), tools) << "nothing changed";
  servers["a"].has({remote_tool("one")});
  const Snapshot later = for_script(*bridge, "a");
  EXPECT_THAT(names_of(later), ElementsAre("a.one", "b.two"));
  EXPECT_TRUE(later->missing.empty());
  servers["a"].fails("gone");
  EXPECT_THAT(names_of(for_script(*bridge, "a")), ElementsAre("b.two"));
}

TEST_F(BridgeSource, WaitsForAllThatAreNamedAndForNoOthers) {
  const auto bridge = servers.bridge({"a", "b"});
  servers["a"].hold();
  std::optional<Snapshot> both;
  bridge->for_script("a; b", [&both](const Snapshot& tools) { both = tools; });
  EXPECT_FALSE(both.has_value());
  EXPECT_THAT(names_of(for_script(*bridge, "b")), ElementsAre("b.two"));
  servers["a"].release();
  ASSERT_TRUE(both.has_value());
  EXPECT_THAT(names_of(*both), ElementsAre("a.one", "b.two"));
}

TEST_F(BridgeSource, GroupsDoNotCollide) {
  servers["a-b"].has({remote_tool("x")});
  servers["mine"].has({remote_tool("x")});
  servers["console"].has({remote_tool("x")});
  servers["tools"].has({remote_tool("x")});
  const auto bridge = servers.bridge({"a-b", "mine", "console", "tools", "a_b"}, own_tools("mine"));
  servers["a_b"].has({remote_tool("y")});
  EXPECT_THAT(
      names_of(for_script(*bridge, "globalThis")),
      UnorderedElementsAre("mine", "a_b_2.x", "mine_2.x", "console_.x", "tools_.x", "a_b.y"));
}

TEST_F(BridgeSource, TwoServersOfOneNameAreRefused) {
  BridgeOptions options;
  options.servers = {{"a", HttpServer{}}, {"a", HttpServer{}}};
  EXPECT_THAT(Bridge::create({}, options).error().message, HasSubstr("same name"));
}

TEST_F(BridgeSource, AResumeGetsTheToolsItHas) {
  const auto bridge = servers.bridge({"a", "b"}, own_tools("mine"));
  servers["a"].has({remote_tool("one"), remote_tool("new")});
  EXPECT_THAT(names_of(for_resume(*bridge, {"mine", "a.one", "a.gone"})),
              ElementsAre("mine", "a.one"));
  EXPECT_EQ(servers["b"].lists(), 0);
}

TEST_F(BridgeSource, AReportHasAllServersInTheirOrder) {
  servers["a"].has({remote_tool("x", R"({"type":7})")});
  servers["b"].fails("no");
  const auto bridge = servers.bridge({"b", "a"});
  std::vector<ServerReport> reports;
  bridge->report([&reports](std::vector<ServerReport> given) { reports = std::move(given); });
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_EQ(reports[0].name, "b");
  EXPECT_EQ(reports[0].problem, "no");
  EXPECT_EQ(reports[0].tools, nullptr);
  EXPECT_EQ(reports[1].tools->tools.size(), 1U);
  EXPECT_THAT(reports[1].notes, ElementsAre(HasSubstr("a.x")));
}

TEST_F(BridgeSource, OnceClosedNothingIsStarted) {
  const auto bridge = servers.bridge({"a"});
  for_script(*bridge, "a");
  bridge->close();
  EXPECT_EQ(servers["a"].stops(), 1);
  EXPECT_THAT(names_of(for_script(*bridge, "a")), IsEmpty());
  EXPECT_EQ(servers["a"].lists(), 1);
}

TEST_F(BridgeSource, ManyThreadsGetWhatThereIs) {
  const auto bridge = servers.bridge({"a", "b"});
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        if (t == 0 && i % 50 == 0) servers["a"].has({remote_tool("one"), remote_tool("more")});
        const std::vector<std::string> names = names_of(for_script(*bridge, t % 2 ? "a" : "a b"));
        if (names.empty() || names[0] != "a.one") ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

/// A warm bridge is in front of every script.
TEST_F(BridgeSource, GivesTheSameAtOnceOnceItIsWarm) {
  const auto bridge = servers.bridge({"a", "b"});
  const std::string source = "const x = await a.one({}); b.two();\n";
  const Snapshot first = for_script(*bridge, source);
  bool was_same = false;
  bridge->for_script(source, [&](const Snapshot& tools) { was_same = tools == first; });
  EXPECT_TRUE(was_same);
}

class BridgedScripts : public ::testing::Test {
 protected:
  RunResult run(Bridge& bridge, std::string_view source, const RunOptions& options = {}) {
    return engine.run(source, for_script(bridge, source)->toolbox, options);
  }
  Value value(Bridge& bridge, std::string_view source) {
    const RunResult result = run(bridge, source);
    if (const RunError* error = result.error()) return Value("failed: " + error->message);
    return result.value() == nullptr ? Value("paused") : *result.value();
  }
  RunResult resume(Bridge& bridge, const RunResult& paused, const Value& answer,
                   const RunOptions& options = {}) {
    const Interrupted& waiting = *paused.interrupted();
    const auto info = engine.inspect_continuation(waiting.continuation).value();
    return engine.resume(waiting.continuation,
                         {resume_with(waiting.interruptions.at(0).id, answer)},
                         for_resume(bridge, info.tools)->toolbox, options);
  }

  FakeServers servers;
  Engine engine = Engine::create().value();
};

TEST_F(BridgedScripts, CallToolsByTheirNamesOnTheWire) {
  servers["fs"].has({remote_tool("read-only", R"({"type":"object","required":["path"]})"),
                     remote_tool("read_only"), remote_tool("delete"), remote_tool("3d"),
                     remote_tool("then"), remote_tool("constructor"), remote_tool("__proto__"),
                     remote_tool(""), remote_tool(std::string(200, 'x')), remote_tool("阿里巴巴")});
  servers["fs"].answers([](const FakeDownstream::Call& call) -> CallEnd {
    return Value::object({{"structuredContent",
                           Value::object({{"tool", call.tool}, {"arguments", call.arguments}})}});
  });
  const auto bridge = servers.bridge({"fs"});
  EXPECT_EQ(value(*bridge, "await fs.read_only_2({ path: '/' })"),
            json(R"({"tool":"read-only","arguments":{"path":"/"}})"));
  EXPECT_EQ(value(*bridge, R"(
    const names = [];
    await fs;
    for (const key of ["read_only", "delete", "_3d", "then_", "constructor_", "__proto___", "_",
                       "x".repeat(100), "阿里巴巴"]) names.push((await fs[key]()).tool);
    names)"),
            Value::array({"read_only", "delete", "3d", "then", "constructor", "__proto__", "",
                          std::string(200, 'x'), "阿里巴巴"}));
  EXPECT_EQ(servers["fs"].calls()[1].arguments, Value::object());
}

TEST_F(BridgedScripts, CatchErrorsWithTheirData) {
  servers["s"].has({remote_tool("t")});
  servers["s"].answers([](const FakeDownstream::Call&) -> CallEnd {
    return json(
        R"({"isError":true,"content":[{"type":"text","text":"no"}],"structuredContent":{"a":1}})");
  });
  const auto bridge = servers.bridge({"s"});
  const char* script = "try { await s.t() } catch (e) { [e.name, e.message, e.code, e.data] }";
  EXPECT_EQ(value(*bridge, script),
            Value::array({"Error", "no", "E_MCP_TOOL", json(R"({"a":1})")}));
  servers["s"].answers([](const FakeDownstream::Call&) -> CallEnd {
    return CallFailure{"it ended", "E_MCP_LOST", {}};
  });
  EXPECT_EQ(value(*bridge, script), Value::array({"Error", "it ended", "E_MCP_LOST", Value()}));
}

TEST_F(BridgedScripts, AreToldOfArgumentsThatDoNotFit) {
  servers["s"].has({remote_tool("t"), remote_tool("u", R"({"type":"object","required":["a"]})")});
  const auto bridge = servers.bridge({"s"});
  const auto failure = [&](const std::string& call) {
    return value(*bridge, "try { await " + call +
                              " } catch (e) { e.name + ' ' + e.code + ' ' + e.message }");
  };
  EXPECT_EQ(failure("s.t(1, 2)"),
            Value("TypeError E_INVALID_ARGUMENTS s.t: takes one argument, not 2."));
  EXPECT_THAT(std::string(failure("s.t({ a: { b: new Map() } })").as_string()),
              HasSubstr("TypeError E_INVALID_ARGUMENTS s.t: input.a.b is a Map"));
  EXPECT_THAT(std::string(failure("s.u({})").as_string()), HasSubstr("E_INVALID_ARGUMENTS s.u: "));
  EXPECT_THAT(servers["s"].calls(), IsEmpty());
}

TEST_F(BridgedScripts, PauseForAQuestionAndGoOn) {
  servers["s"].has({remote_tool("pay")});
  servers["s"].answers([](const FakeDownstream::Call& call) -> CallEnd {
    if (!call.tool.empty()) {
      return InputNeeded{
          json(R"({"k":{"method":"elicitation/create","params":{"message":"Sure?"}}})"),
          Value::object({{"parked", "1"}})};
    }
    return Value::object({{"structuredContent", call.responses["k"]}});
  });
  const auto bridge = servers.bridge({"s"});
  const RunResult paused = run(*bridge, "await s.pay({ sum: 1 })");
  ASSERT_NE(paused.interrupted(), nullptr);
  const Interruption& asked = paused.interrupted()->interruptions.at(0);
  EXPECT_EQ(asked.reason, InterruptionReason::interrupt);
  EXPECT_EQ((*asked.payload)["mcpElicitation"]["server"], Value("s"));

  const auto restarted = servers.bridge({"s"});
  const RunResult ended =
      resume(*restarted, paused, json(R"({"k":{"action":"accept","content":{"pin":7}}})"));
  ASSERT_NE(ended.value(), nullptr);
  EXPECT_EQ(*ended.value(), json(R"({"action":"accept","content":{"pin":7}})"));
  const auto calls = servers["s"].calls();
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[1].handle, json(R"({"parked":"1"})"));
}

TEST_F(BridgedScripts, AreAskedForConsentAndThenAsOftenAsTheServerHasQuestions) {
  servers["s"].has({remote_tool("pay")});
  servers["s"].answers([](const FakeDownstream::Call& call) -> CallEnd {
    const int round = call.tool.empty() ? static_cast<int>(call.handle.as_number()) + 1 : 0;
    if (round == 2) return Value::object({{"structuredContent", round}});
    return InputNeeded{json(R"({"k":{"method":"elicitation/create","params":{}}})"), Value(round)};
  });
  const auto bridge = servers.bridge({"s"}, {}, true);
  RunResult result = run(*bridge, "await s.pay()");
  std::string asked;
  while (const Interrupted* paused = result.interrupted()) {
    asked += std::string(to_string(paused->interruptions.at(0).reason)) + " ";
    result = resume(*bridge, result, Value(true));
  }
  ASSERT_NE(result.value(), nullptr);
  EXPECT_EQ(*result.value(), Value(2));
  EXPECT_EQ(asked, "approval interrupt interrupt ");
  EXPECT_EQ(servers["s"].calls().size(), 3U);
}

TEST_F(BridgedScripts, WaitForConsentByThePatternOfTheOriginalName) {
  servers["my-mail"].has({remote_tool("send-it"), remote_tool("send_it")});
  servers["my-mail"].answers([](const FakeDownstream::Call& call) -> CallEnd {
    return Value::object({{"structuredContent", call.tool}});
  });
  const auto bridge = servers.bridge({"my-mail"});
  RunOptions options;
  options.approve = {"my-mail.send-*"};
  EXPECT_NE(run(*bridge, "await my_mail.send_it()", options).value(), nullptr);
  const RunResult paused = run(*bridge, "await my_mail.send_it_2()", options);
  ASSERT_NE(paused.interrupted(), nullptr);
  EXPECT_EQ(servers["my-mail"].calls().size(), 1U);
  const RunResult ended = resume(*bridge, paused, Value(true), options);
  ASSERT_NE(ended.value(), nullptr);
  EXPECT_EQ(*ended.value(), Value("send-it"));
}

TEST_F(BridgedScripts, DoNotGoOnWithoutTheirTools) {
  servers["s"].has({remote_tool("pay"), remote_tool("other")});
  const auto bridge = servers.bridge({"s"}, {}, true);
  const RunResult paused = run(*bridge, "await s.pay({})");
  ASSERT_NE(paused.interrupted(), nullptr);
  servers["s"].has({remote_tool("other")});
  const RunResult refused = resume(*bridge, paused, Value(true));
  ASSERT_NE(refused.error(), nullptr);
  EXPECT_EQ(refused.error()->kind, ErrorKind::continuation);
  EXPECT_THAT(refused.error()->message, HasSubstr("s.pay"));
  EXPECT_THAT(servers["s"].calls(), IsEmpty());

  // It was not used up: with the tools there again it goes on, also if there are more now.
  servers["s"].has({remote_tool("new"), remote_tool("other"), remote_tool("pay")});
  servers["s"].answers([](const FakeDownstream::Call&) -> CallEnd { return Value::object(); });
  EXPECT_EQ(resume(*bridge, paused, Value(true)).error(), nullptr);
}

/// Consent for one tool must not let another one run that has its name now.
TEST_F(BridgedScripts, DoNotGoOnWithAnotherToolOfThatName) {
  servers["s"].has({remote_tool("send.it")});
  const auto bridge = servers.bridge({"s"}, {}, true);
  const RunResult paused = run(*bridge, "await s.send_it({})");
  ASSERT_NE(paused.interrupted(), nullptr);
  servers["s"].has({remote_tool("send-it"), remote_tool("send_it_2")});
  const RunResult refused = resume(*bridge, paused, Value(true));
  ASSERT_NE(refused.error(), nullptr);
  EXPECT_EQ(refused.error()->kind, ErrorKind::continuation);
  EXPECT_THAT(servers["s"].calls(), IsEmpty());
}

TEST_F(BridgedScripts, KeepTheToolsOfTheirStart) {
  servers["s"].has({remote_tool("t")});
  FakeDownstream& server = servers["s"];
  server.answers([&server](const FakeDownstream::Call&) -> CallEnd {
    server.has({remote_tool("u")});
    return Value::object({{"structuredContent", 1}});
  });
  const auto bridge = servers.bridge({"s"});
  EXPECT_EQ(value(*bridge, "await s.t(); await s.t(); Object.keys(s)"), Value::array({"t"}));
  EXPECT_EQ(value(*bridge, "Object.keys(s)"), Value::array({"u"}));
}

TEST_F(BridgedScripts, ShowWhatIsNoTextAsItIs) {
  servers["s"].has({remote_tool("t")});
  const Value image = json(R"({"type":"image","data":"AAAA","mimeType":"image/png"})");
  servers["s"].answers([image](const FakeDownstream::Call&) -> CallEnd {
    return Value::object({{"content", Value::array({image})}});
  });
  EXPECT_EQ(value(*servers.bridge({"s"}), "await s.t()"), image);
}

}  // namespace
}  // namespace modebox::bridge
