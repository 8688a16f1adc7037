// Scripts that a client runs: results, consent in every way, sessions, going away.
#include "src/mcp/execute.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/mcp/testing/recorder.h"
#include "src/mcp/types_tool.h"

namespace modebox::mcp {
namespace {

using testing::forms;
using ::testing::HasSubstr;
using testing::modern_meta;
using ::testing::Not;
using testing::Recorder;

std::string text_in(const Value& answer) {
  std::string text;
  const Value& content = answer["result"]["content"];
  for (std::size_t i = 0; i < content.size(); ++i) {
    if (content[i]["type"] == Value("text"))
      text += std::string(content[i]["text"].as_string()) + "\n";
  }
  return text;
}

/// A server with an engine, like that of a process; another one with the same secret and store is
/// what the process is after a restart.
class Process {
 public:
  explicit Process(std::shared_ptr<ContinuationStore> store, bool approve_tool = false,
                   std::shared_ptr<PendingStore> pending = nullptr) {
    EngineOptions engine_options;
    engine_options.secrets = {std::string(32, 'k')};
    engine_options.store = std::move(store);
    engine_.emplace(Engine::create(std::move(engine_options)).value());
    Toolbox tools;
    tools
        .add(Tool("pay",
                  [this](const HostCall& call) -> ToolResult {
                    paid += call.argument(0).as_number();
                    return Value("paid " +
                                 std::to_string(static_cast<int>(call.argument(0).as_number())));
                  })
                 .approval(Approval::always()))
        .value();
    tools
        .add(Tool::async("wait",
                         [this](const HostCall&, Reply reply) {
                           const std::lock_guard lock(mutex_);
                           unanswered_.push_back(std::move(reply));
                         }))
        .value();
    tools.add(Tool("plain", [](const HostCall&) -> ToolResult { return Value(1); })).value();
    ExecuteOptions options;
    options.approve_tool = approve_tool;
    options.pending_store = std::move(pending);
    const std::shared_ptr<ToolSource> source = make_fixed_source(tools);
    execute_ =
        Execute::make([this]() -> Result<const Engine*> { return &*engine_; }, source, options);
    std::vector<ServerTool> all = execute_->tools();
    all.push_back(make_types_tool(source, {}));
    server_.emplace(ServerOptions{}, std::move(all));
    client = server_->connect("me", "me");
  }
  ~Process() {
    client->close();
    execute_->close();
    engine_.reset();
  }

  std::shared_ptr<Recorder> start(const std::shared_ptr<Client>& by, std::string_view tool,
                                  Value arguments, const Value& more, const Value& id = 1) {
    Value params = Value::object({{"name", tool}, {"arguments", std::move(arguments)}});
    for (const Entry& entry : more.entries()) params.set(entry.key.as_string(), entry.value);
    auto outlet = std::make_shared<Recorder>();
    server_->receive(by, request_text(id, "tools/call", params), outlet);
    return outlet;
  }
  Value execute(std::string_view code, const Value& more = Value::object()) {
    return start(client, "execute", Value::object({{"code", code}}), more)->answer();
  }
  Value in_session(const std::shared_ptr<Client>& by, std::string_view code) {
    return start(by, "execute", Value::object({{"code", code}, {"session", "s"}}), Value::object())
        ->answer();
  }
  std::shared_ptr<Client> connect(const std::string& who) { return server_->connect(who, who); }
  void receive(std::string_view text) {
    server_->receive(client, text, std::make_shared<Recorder>());
  }

  std::atomic<double> paid{0};
  std::shared_ptr<Client> client;

 private:
  std::mutex mutex_;
  std::vector<Reply> unanswered_;
  std::optional<Engine> engine_;
  std::shared_ptr<Execute> execute_;
  std::optional<Server> server_;
};

Value modern(Value capabilities) {
  return Value::object({{"_meta", modern_meta(std::move(capabilities))}});
}

/// The call again, with the same answer to each question.
Value again(const Value& asked, std::string_view action, Value capabilities = forms()) {
  Value responses = Value::object();
  for (const Entry& entry : asked["result"]["inputRequests"].entries()) {
    responses.set(entry.key.as_string(), Value::object({{"action", action}}));
  }
  return Value::object({{"_meta", modern_meta(std::move(capabilities))},
                        {"inputResponses", responses},
                        {"requestState", asked["result"]["requestState"]}});
}

TEST(Execute, GivesTheValueAndTheLogs) {
  Process process(make_memory_continuation_store());
  const Value answer = process.execute("console.log('hello'); ({ a: [1, 2] })");
  EXPECT_THAT(text_in(answer), HasSubstr("hello"));
  EXPECT_THAT(text_in(answer), HasSubstr("\"a\""));
  EXPECT_FALSE(answer["result"].has("isError"));
  EXPECT_THAT(text_in(process.execute("async () => 6 * 7")), HasSubstr("42"));
  EXPECT_THAT(text_in(process.execute("```ts\nconst n: number = 4; n + 1\n```")), HasSubstr("5"));
}

TEST(Execute, TellsWhatFailedAndWhichCallsWereMade) {
  Process process(make_memory_continuation_store());
  const Value answer = process.execute("await plain();\nnull.x");
  EXPECT_EQ(answer["result"]["isError"], Value(true));
  EXPECT_THAT(text_in(answer), HasSubstr("TypeError"));
  EXPECT_THAT(text_in(answer), HasSubstr("plain"));
  EXPECT_THAT(text_in(answer), HasSubstr("2:"));
}

TEST(Execute, ChecksItsArguments) {
  Process process(make_memory_continuation_store());
  const auto ask = [&](Value arguments) {
    return process.start(process.client, "execute", std::move(arguments), Value::object())
        ->answer();
  };
  EXPECT_EQ(ask(Value::object())["result"]["isError"], Value(true));
  EXPECT_THAT(text_in(ask(Value::object({{"code", "1"}, {"timeout", 1}}))), HasSubstr("timeout"));
  EXPECT_THAT(text_in(ask(Value::object({{"code", "1"}, {"session", ""}}))), HasSubstr("session"));
}

TEST(Execute, ACancelledScriptStops) {
  Process process(make_memory_continuation_store());
  const auto outlet = process.start(process.client, "execute",
                                    Value::object({{"code", "for (;;) {}"}}), Value::object(), 7);
  const auto begin = std::chrono::steady_clock::now();
  process.receive(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
  EXPECT_TRUE(outlet->was_dropped());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Consent, IsAskedForByAResultAndTheRunGoesOn) {
  Process process(make_memory_continuation_store());
  const Value asked = process.execute(
      "console.log('before'); const r = await pay(5); console.log('after'); r", modern(forms()));
  EXPECT_EQ(asked["result"]["resultType"], Value("input_required"));
  const auto questions = asked["result"]["inputRequests"].entries();
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0].value["method"], Value("elicitation/create"));
  EXPECT_THAT(std::string(questions[0].value["params"]["message"].as_string()),
              HasSubstr("pay(5)"));
  EXPECT_EQ(questions[0].value["params"]["requestedSchema"]["properties"].size(), 0U);
  EXPECT_EQ(process.paid, 0);
  const Value answer =
      process.execute("console.log('before'); const r = await pay(5); console.log('after'); r",
                      again(asked, "accept"));
  EXPECT_EQ(answer["result"]["resultType"], Value("complete"));
  EXPECT_THAT(text_in(answer), HasSubstr("paid 5"));
  EXPECT_THAT(text_in(answer), HasSubstr("before"));
  EXPECT_THAT(text_in(answer), HasSubstr("after"));
  EXPECT_EQ(process.paid, 5);
}

TEST(Consent, SeveralCallsAreOneRound) {
  Process process(make_memory_continuation_store());
  const char* code = "await Promise.all([pay(1), pay(2), pay(3)])";
  const Value asked = process.execute(code, modern(forms()));
  EXPECT_EQ(asked["result"]["inputRequests"].size(), 3U);
  const Value answer = process.execute(code, again(asked, "accept"));
  EXPECT_THAT(text_in(answer), HasSubstr("paid 3"));
  EXPECT_EQ(process.paid, 6);
}

TEST(Consent, DeclinedAndDismissedAreToldApart) {
  Process process(make_memory_continuation_store());
  const char* code = "try { await pay(5) } catch (e) { e.message }";
  EXPECT_THAT(
      text_in(process.execute(code, again(process.execute(code, modern(forms())), "decline"))),
      HasSubstr("declined"));
  EXPECT_THAT(
      text_in(process.execute(code, again(process.execute(code, modern(forms())), "cancel"))),
      HasSubstr("dismissed"));
  EXPECT_EQ(process.paid, 0);
}

TEST(Consent, ARetryGetsTheFirstResultAndNothingRunsTwice) {
  Process process(make_memory_continuation_store());
  const char* code = "await pay(5)";
  const Value asked = process.execute(code, modern(forms()));
  const Value first = process.execute(code, again(asked, "accept"));
  // Also where the answers are others now.
  const Value second = process.execute(code, again(asked, "decline"));
  EXPECT_EQ(first["result"], second["result"]);
  EXPECT_EQ(process.paid, 5);
}

TEST(Consent, WithoutAnAnswerItIsAskedAgain) {
  Process process(make_memory_continuation_store());
  const char* code = "await pay(5)";
  const Value asked = process.execute(code, modern(forms()));
  Value without = again(asked, "accept");
  without.set("inputResponses",
              Value::object({{"unknown", Value::object({{"action", "accept"}})}}));
  const Value repeated = process.execute(code, without);
  EXPECT_EQ(repeated["result"]["inputRequests"], asked["result"]["inputRequests"]);
  EXPECT_THAT(text_in(process.execute(code, again(repeated, "accept"))), HasSubstr("paid 5"));
}

TEST(Consent, StateOfAnotherCallOrPrincipalOrTamperedIsRefused) {
  Process process(make_memory_continuation_store());
  const char* code = "await pay(5)";
  const Value asked = process.execute(code, modern(forms()));
  EXPECT_EQ(process.execute("await pay(6)", again(asked, "accept"))["error"]["code"],
            Value(-32602));
  const auto stranger = process.connect("somebody else");
  EXPECT_EQ(
      process.start(stranger, "execute", Value::object({{"code", code}}), again(asked, "accept"))
          ->answer()["error"]["code"],
      Value(-32602));
  std::string state(asked["result"]["requestState"].as_string());
  for (std::size_t at : {std::size_t{0}, state.size() / 2, state.size() - 1}) {
    Value tampered = again(asked, "accept");
    std::string other = state;
    other[at] = other[at] == 'A' ? 'B' : 'A';
    tampered.set("requestState", other);
    EXPECT_EQ(process.execute(code, tampered)["error"]["code"], Value(-32602)) << at;
  }
  EXPECT_EQ(process.paid, 0);
  EXPECT_THAT(text_in(process.execute(code, again(asked, "accept"))), HasSubstr("paid 5"));
}

TEST(Consent, SurvivesARestartBetweenQuestionAndAnswer) {
  const auto store = make_memory_continuation_store();
  const char* code = "let n = 40; await pay(5); n += 2; n";
  Value asked;
  {
    Process process(store);
    asked = process.execute(code, modern(forms()));
  }
  Process process(store);
  EXPECT_THAT(text_in(process.execute(code, again(asked, "accept"))), HasSubstr("42"));
  EXPECT_EQ(process.paid, 5);
  // A further restart: what came of it is not known any more, but it does not run again.
  Process later(store);
  const Value replayed = later.execute(code, again(asked, "accept"));
  EXPECT_EQ(replayed["result"]["isError"], Value(true));
  EXPECT_THAT(text_in(replayed), HasSubstr("nothing was run again now"));
  EXPECT_EQ(later.paid, 0);
}

TEST(Consent, EndsBeforeTheClientGivesUp) {
  Process process(make_memory_continuation_store());
  const char* code = "for (let i = 1; i <= 20; i++) await pay(1)";
  Value asked = process.execute(code, modern(forms()));
  int rounds = 1;
  while (asked["result"]["resultType"] == Value("input_required")) {
    ASSERT_LT(rounds, 12);
    asked = process.execute(code, again(asked, "accept"));
    ++rounds;
  }
  EXPECT_EQ(rounds, 10);
  EXPECT_EQ(process.paid, 9);
  EXPECT_EQ(asked["result"]["isError"], Value(true));
  EXPECT_THAT(text_in(asked), HasSubstr("Do not run it again"));
  EXPECT_THAT(text_in(asked), HasSubstr("pay"));
}

TEST(Consent, IsAskedForByRequestsOfTheLegacyEra) {
  Process process(make_memory_continuation_store());
  process.receive(
      request_text(0, "initialize",
                   Value::object({{"protocolVersion", "2025-11-25"}, {"capabilities", forms()}})));
  const auto outlet = process.start(
      process.client, "execute",
      Value::object(
          {{"code", "const a = pay(1).catch((e) => e.message); [await a, await pay(2)]"}}),
      Value::object());
  const Value first = outlet->sent(1).at(0);
  EXPECT_EQ(first["method"], Value("elicitation/create"));
  const auto reply = [&](const Value& question, const char* action) {
    process.receive(result_text(question["id"], Value::object({{"action", action}})));
  };
  reply(first, "decline");
  const Value second = outlet->sent(2).at(1);
  EXPECT_THAT(std::string(second["params"]["message"].as_string()), HasSubstr("pay(2)"));
  reply(second, "accept");
  const std::string text = text_in(outlet->answer());
  EXPECT_THAT(text, HasSubstr("declined"));
  EXPECT_THAT(text, HasSubstr("paid 2"));
  EXPECT_EQ(process.paid, 2);
}

TEST(Consent, WithoutAnyWayToAskTheResultSaysSo) {
  Process process(make_memory_continuation_store());
  const Value answer = process.execute("await pay(5)");
  EXPECT_EQ(answer["result"]["isError"], Value(true));
  EXPECT_THAT(text_in(answer), HasSubstr("pay(5)"));
  EXPECT_THAT(text_in(answer), HasSubstr("approveTool"));
}

TEST(Consent, TheApproveToolGoesOn) {
  Process process(make_memory_continuation_store(), true);
  const std::string text = text_in(process.execute("await pay(5)"));
  EXPECT_THAT(text, HasSubstr("pay(5)"));
  const std::size_t at = text.find("run-");
  ASSERT_NE(at, std::string::npos);
  const std::string id = text.substr(at, text.find('"', at) - at);
  const Value arguments = Value::object({{"run", id}, {"allow", true}});
  const auto stranger = process.connect("somebody else");
  EXPECT_EQ(
      process.start(stranger, "approve", arguments, Value::object())->answer()["result"]["isError"],
      Value(true));
  const Value answer =
      process.start(process.client, "approve", arguments, Value::object())->answer();
  EXPECT_THAT(text_in(answer), HasSubstr("paid 5"));
  EXPECT_EQ(
      process.start(process.client, "approve", arguments, Value::object())->answer()["result"],
      answer["result"]);
  EXPECT_EQ(process.paid, 5);
}

class Shelf final : public PendingStore {
 public:
  Status save(const std::string& id, std::string_view text) override {
    texts[id] = text;
    return done();
  }
  std::optional<std::string> load(const std::string& id) override {
    const auto found = texts.find(id);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  }
  std::map<std::string, std::string> texts;
};

TEST(Consent, TheApproveToolGoesOnAfterARestart) {
  const auto store = make_memory_continuation_store();
  const auto shelf = std::make_shared<Shelf>();
  Process(store, true, shelf).execute("const n = 1; n + await pay(5)");
  ASSERT_EQ(shelf->texts.size(), 1u);
  Process process(store, true, shelf);
  const auto approve = [&](const std::shared_ptr<Client>& client, std::string_view id) {
    return process
        .start(client, "approve", Value::object({{"run", id}, {"allow", true}}), Value::object())
        ->answer();
  };
  const std::string id = shelf->texts.begin()->first;
  shelf->texts["run-../../key"] = shelf->texts[id];
  EXPECT_THAT(text_in(approve(process.client, "run-../../key")), HasSubstr("There is no run"));
  EXPECT_THAT(text_in(approve(process.connect("somebody else"), id)), HasSubstr("There is no run"));
  EXPECT_EQ(process.paid, 0);
  EXPECT_THAT(text_in(approve(process.client, id)), HasSubstr("1paid 5"));
  shelf->texts[id] = "{";
  Process later(store, true, shelf);
  EXPECT_THAT(text_in(later
                          .start(later.client, "approve",
                                 Value::object({{"run", id}, {"allow", true}}), Value::object())
                          ->answer()),
              HasSubstr("There is no run"));
}

TEST(NamedSessions, KeepTheirGlobalsForTheirClientOnly) {
  Process process(make_memory_continuation_store());
  EXPECT_FALSE(process.in_session(process.client, "let n = 41;")["result"].has("isError"));
  EXPECT_THAT(text_in(process.in_session(process.client, "n + 1")), HasSubstr("42"));
  const auto stranger = process.connect("somebody else");
  EXPECT_EQ(process.in_session(stranger, "n + 1")["result"]["isError"], Value(true));
  EXPECT_EQ(process.execute("n + 1")["result"]["isError"], Value(true));
}

TEST(NamedSessions, WaitForConsentLikeAnyRun) {
  Process process(make_memory_continuation_store());
  const Value arguments =
      Value::object({{"code", "globalThis.n = 1; await pay(5)"}, {"session", "s"}});
  const Value asked =
      process.start(process.client, "execute", arguments, modern(forms()))->answer();
  ASSERT_EQ(asked["result"]["resultType"], Value("input_required"));
  const Value answer =
      process.start(process.client, "execute", arguments, again(asked, "accept"))->answer();
  EXPECT_THAT(text_in(answer), HasSubstr("paid 5"));
}

TEST(NamedSessions, StartAnewWhereNobodyCanAnswer) {
  Process process(make_memory_continuation_store());
  const Value refused = process.in_session(process.client, "globalThis.n = 1; await pay(1)");
  EXPECT_EQ(refused["result"]["isError"], Value(true));
  EXPECT_THAT(text_in(refused), HasSubstr("session s has ended"));
  EXPECT_THAT(text_in(process.in_session(process.client, "typeof n")), HasSubstr("undefined"));
}

TEST(NamedSessions, StartAnewForAScriptThatDoesNotWaitForTheAnswer) {
  Process process(make_memory_continuation_store());
  const auto run = [&process](std::string_view code, const Value& more) {
    const Value arguments = Value::object({{"code", code}, {"session", "s"}});
    return process.start(process.client, "execute", arguments, more)->answer();
  };
  const char* code = "let k = 41; await pay(1); k + 1";
  const Value asked = run(code, modern(forms()));
  ASSERT_EQ(asked["result"]["resultType"], Value("input_required"));
  EXPECT_THAT(text_in(run("1", modern(forms()))), HasSubstr("starts the session anew"));
  EXPECT_THAT(text_in(run("2 + 3", modern(forms()))), HasSubstr("5"));
  EXPECT_THAT(text_in(run(code, again(asked, "accept"))), HasSubstr("42"));
}

TEST(Consent, ThatWasCancelledBeforeItBeganCanBeGivenAgain) {
  Process process(make_memory_continuation_store());
  const char* code = "await pay(5)";
  const Value asked = process.execute(code, modern(forms()));
  int tried = 0;
  for (; tried < 20; ++tried) {
    const auto outlet = process.start(process.client, "execute", Value::object({{"code", code}}),
                                      again(asked, "accept"), 50);
    process.receive(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":50}})");
    (void)outlet->answer();
    if (process.paid > 0) break;
  }
  const Value answer = process.execute(code, again(asked, "accept"));
  // Once, and whoever comes later is told what came of it.
  EXPECT_EQ(process.paid, 5) << text_in(answer);
}

TEST(Consent, AClientThatLeavesManyQuestionsOpenIsLeftAlone) {
  Process process(make_memory_continuation_store());
  process.receive(
      request_text(0, "initialize",
                   Value::object({{"protocolVersion", "2025-11-25"}, {"capabilities", forms()}})));
  const auto outlet = process.start(
      process.client, "execute",
      Value::object({{"code", "await Promise.all(Array.from({ length: 900 }, () => pay(1)))"}}),
      Value::object());
  ASSERT_EQ(outlet->sent(1).size(), 1U);
  process.client->close();
  EXPECT_TRUE(outlet->was_dropped());
  EXPECT_EQ(process.paid, 0);
}

TEST(Progress, NamesTheCallInFlight) {
  Process process(make_memory_continuation_store());
  const auto outlet =
      process.start(process.client, "execute", Value::object({{"code", "await wait()"}}),
                    Value::object({{"_meta", Value::object({{"progressToken", 3}})}}), 9);
  const std::vector<Value> sent = outlet->sent(1);
  ASSERT_FALSE(sent.empty());
  EXPECT_EQ(sent[0]["params"]["message"], Value("Calling wait"));
  process.receive(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})");
  EXPECT_TRUE(outlet->was_dropped());
}

TEST(Clients, OneThatLoopsHindersNoOther) {
  Process process(make_memory_continuation_store());
  const auto hostile = process.connect("hostile");
  std::vector<std::shared_ptr<Recorder>> loops;
  for (int i = 0; i < 8; ++i) {
    loops.push_back(process.start(hostile, "execute", Value::object({{"code", "await wait()"}}),
                                  Value::object(), i));
  }
  EXPECT_THAT(text_in(process.execute("1 + 1")), HasSubstr("2"));
  hostile->close();
  for (const auto& loop : loops) EXPECT_TRUE(loop->was_dropped());
}

}  // namespace
}  // namespace modebox::mcp
