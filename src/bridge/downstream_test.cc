#include "src/bridge/downstream.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "src/bridge/testing/downstream_test_support.h"

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Value accept(Value content = Value::object()) {
  return Value::object({{"action", "accept"}, {"content", std::move(content)}});
}

Value only(const InputNeeded& question, const Value& response) {
  return Value::object({{question.requests.entries()[0].key, response}});
}

std::string process_state(const std::string& id) {
  std::ifstream status("/proc/" + id + "/stat");
  std::string line;
  if (!std::getline(status, line)) return "gone";
  return line.substr(line.rfind(')') + 2, 1);
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

class BothEras : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Downstream, BothEras, ::testing::Values("legacy", "modern"));

TEST_P(BothEras, ListsToolsAndCallsThem) {
  const auto server = Downstream::create(fake(GetParam()));
  const Listed listed = list(*server);
  ASSERT_THAT(names_of(listed), ElementsAre("echo", "ask", "sleep"));
  EXPECT_EQ((*listed)->server_name, "fake");
  EXPECT_EQ((*listed)->server_version, "1.2");
  EXPECT_EQ((*listed)->protocol_version,
            std::string(GetParam()) == "modern" ? "2026-07-28" : "2025-11-25");
  EXPECT_TRUE((*listed)->tools[0].read_only);
  EXPECT_FALSE((*listed)->tools[1].read_only);
  EXPECT_THAT((*listed)->notes, ElementsAre());
  EXPECT_EQ(text_of(call(*server, "echo", Value::object({{"a", 1}}))), R"({"a": 1})");
}

TEST_P(BothEras, PutsQuestionsToTheUserAndGoesOn) {
  const auto server = Downstream::create(fake(GetParam()));
  const InputNeeded question = question_of(call(*server, "ask"));
  ASSERT_EQ(question.requests.size(), 1u);
  const Value& request = question.requests.entries()[0].value;
  EXPECT_EQ(request["method"], Value("elicitation/create"));
  EXPECT_EQ(request["params"]["message"], Value("Really?"));
  EXPECT_TRUE(to_json(question.handle));
  const Value yes = only(question, accept(Value::object({{"sure", Value(true)}})));
  EXPECT_THAT(text_of(go_on(*server, question.handle, yes)),
              HasSubstr(R"({"action": "accept", "content": {"sure": true}})"));
}

TEST_P(BothEras, RefusalsAndAnswersThatAreNoneGetToTheServer) {
  const auto server = Downstream::create(fake(GetParam()));
  InputNeeded question = question_of(call(*server, "ask"));
  const Value no = Value::object({{"action", "decline"}, {"content", Value::object()}});
  EXPECT_THAT(text_of(go_on(*server, question.handle, only(question, no))),
              HasSubstr(R"({"action": "decline"})"));
  question = question_of(call(*server, "ask"));
  EXPECT_THAT(text_of(go_on(*server, question.handle, only(question, Value("yes")))),
              HasSubstr(R"({"action": "cancel"})"));
}

TEST_P(BothEras, AsksInSeveralRoundsButNotForEver) {
  const auto server = Downstream::create(fake(GetParam()));
  for (const int times : {3, 10, 11}) {
    CallEnd end = call(*server, "ask", Value::object({{"times", times}}));
    int rounds = 0;
    while (std::holds_alternative<InputNeeded>(end)) {
      ++rounds;
      const InputNeeded question = question_of(end);
      end = go_on(*server, question.handle, only(question, accept()));
    }
    EXPECT_EQ(rounds, std::min(times, 10));
    if (times <= 10) {
      EXPECT_THAT(text_of(end), HasSubstr("accept"));
    } else {
      EXPECT_EQ(failure_of(end).code, "E_MCP_PROTOCOL");
      EXPECT_THAT(failure_of(end).message, HasSubstr("more than 10 times"));
    }
  }
}

TEST_P(BothEras, ACallThatDiesTellsHowAndTheNextOneStartsAnew) {
  const auto server = Downstream::create(fake(GetParam()));
  const std::string first = text_of(call(*server, "pid"));
  const CallFailure failure = failure_of(call(*server, "die", Value::object({{"code", 3}})));
  EXPECT_EQ(failure.code, "E_MCP_LOST");
  EXPECT_EQ(failure.message,
            "The MCP server \"fake\" ended with exit code 3 during the call of its tool \"die\"; "
            "whether that took effect is not known. The last of its standard error: I am going to "
            "die.");
  const std::string second = text_of(call(*server, "pid"));
  EXPECT_NE(first, second);
  EXPECT_EQ(process_state(first), "gone");
  const CallFailure killed = failure_of(call(*server, "die", Value::object({{"signal", SIGKILL}})));
  EXPECT_THAT(killed.message, HasSubstr("was ended by signal 9 (SIGKILL)"));
  EXPECT_EQ(names_of(list(*server)), (std::vector<std::string>{"echo", "ask", "sleep"}));
}

TEST_P(BothEras, ACallThatTakesTooLongEndsAndTheServerHearsOfIt) {
  DownstreamOptions options = fake(GetParam());
  options.call_timeout = milliseconds(3000);
  const auto server = Downstream::create(options);
  ASSERT_TRUE(list(*server));
  const CallFailure failure = failure_of(call(*server, "never"));
  EXPECT_EQ(failure.code, "E_MCP_TIMEOUT");
  EXPECT_THAT(failure.message, HasSubstr("within 3000 ms"));
  EXPECT_THAT(text_of(call(*server, "cancelled")), Not(HasSubstr("null")));
}

TEST_P(BothEras, ACancelledCallEndsAtOnceAndItsLateAnswerIsPassedOver) {
  const auto server = Downstream::create(fake(GetParam()));
  ASSERT_TRUE(list(*server));
  const Cancel cancel;
  auto future = start_call(*server, "late", Value::object(), cancel);
  EXPECT_EQ(future.wait_for(milliseconds(20)), std::future_status::timeout);
  cancel.cancel();
  EXPECT_EQ(failure_of(wait_for(std::move(future))).code, "E_MCP_CANCELLED");
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
  EXPECT_THAT(text_of(call(*server, "cancelled")), Not(HasSubstr("null")));
}

TEST_P(BothEras, ManyChangesMakeOneList) {
  DownstreamOptions options = fake(GetParam());
  std::atomic<int> told = 0;
  options.on_tools_changed = [&] { ++told; };
  const auto server = Downstream::create(options);
  EXPECT_EQ(names_of(list(*server)).size(), 3u);
  EXPECT_EQ(text_of(call(*server, "change", Value::object({{"times", 20}}))), "1");
  EXPECT_EQ(told, 1);
  EXPECT_THAT(names_of(list(*server)), ElementsAre("echo", "ask", "sleep", "added"));
  EXPECT_THAT(names_of(list(*server)), ElementsAre("echo", "ask", "sleep", "added"));
  EXPECT_EQ(text_of(call(*server, "lists")), "2");
  EXPECT_EQ(told, 1);
}

TEST_P(BothEras, AnErrorOfTheProtocolIsToldWithItsData) {
  const auto server = Downstream::create(fake(GetParam()));
  const CallFailure failure = failure_of(call(*server, "nope"));
  EXPECT_EQ(failure.code, "E_MCP_ERROR");
  EXPECT_THAT(failure.message, HasSubstr("Unknown tool: nope (-32602)"));
  EXPECT_EQ(failure.data["code"], Value(-32602));
  EXPECT_EQ(failure.data["data"]["name"], Value("nope"));
}

TEST_P(BothEras, AnswersThatAreNoResultsAreFailures) {
  const auto server = Downstream::create(fake(GetParam()));
  const auto raw = [&](const std::string& result) {
    return call(*server, "raw", Value::object({{"result", *from_json(result)}}));
  };
  for (const char* const bad : {"[]", "null", R"({"content":{}})", R"({"isError":1})"}) {
    EXPECT_EQ(failure_of(raw(bad)).code, "E_MCP_PROTOCOL") << bad;
  }
  EXPECT_EQ(std::get<Value>(raw("{}"))["content"], Value::array());
  EXPECT_EQ(failure_of(call(*server, "malformed")).code, "E_MCP_LOST");
  EXPECT_THAT(failure_of(call(*server, "deep")).message, HasSubstr("can not be read"));
}

TEST_P(BothEras, LinesThatAreNoMessagesArePassedOverUntilThereAreTooMany) {
  const auto server = Downstream::create(fake(GetParam()));
  EXPECT_EQ(text_of(call(*server, "junk", Value::object({{"lines", 50}}))), "junk");
  const CallFailure failure = failure_of(call(*server, "junk", Value::object({{"lines", 500}})));
  EXPECT_EQ(failure.code, "E_MCP_LOST");
  EXPECT_THAT(failure.message, HasSubstr("no messages of the protocol, such as: This is no JSON"));
}

TEST_P(BothEras, AnAnswerMayBeAsLargeAsIsSaidAndNotLarger) {
  DownstreamOptions options = fake(GetParam());
  options.max_message = 1'000'000;
  const auto server = Downstream::create(options);
  EXPECT_EQ(text_of(call(*server, "huge", Value::object({{"bytes", 999'000}}))).size(), 999'000u);
  EXPECT_THAT(failure_of(call(*server, "huge", Value::object({{"bytes", 1'000'000}}))).message,
              HasSubstr("a message of more than 1000000 bytes"));
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST_P(BothEras, ArgumentsMayBeLargerThanAPipeHolds) {
  const auto server = Downstream::create(fake(GetParam()));
  const std::string text(3'000'000, 'x');
  EXPECT_EQ(text_of(call(*server, "echo", Value::object({{"a", Value(text)}}))).size(),
            text.size() + 9);
}

TEST_P(BothEras, ArgumentsThatJsonCanNotHoldAreNotSent) {
  const auto server = Downstream::create(fake(GetParam()));
  const CallFailure failure =
      failure_of(call(*server, "echo", Value::object({{"a", Value::map_of()}})));
  EXPECT_EQ(failure.code, "E_MCP_START");
  EXPECT_THAT(failure.message, HasSubstr("JSON can not hold"));
}

TEST_P(BothEras, ManyCallsAtOnceGetTheirOwnAnswers) {
  const auto server = Downstream::create(fake(GetParam()));
  std::vector<std::future<CallEnd>> futures;
  for (int i = 0; i < 200; ++i) {
    futures.push_back(start_call(*server, "echo", Value::object({{"a", i}})));
  }
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(text_of(wait_for(std::move(futures[static_cast<std::size_t>(i)]))),
              "{\"a\": " + std::to_string(i) + "}");
  }
}

TEST_P(BothEras, AServerThatIsStoppedStartsAgain) {
  const auto server = Downstream::create(fake(GetParam()));
  const std::string first = text_of(call(*server, "pid"));
  auto future = start_call(*server, "never");
  server->stop();
  const CallFailure failure = failure_of(wait_for(std::move(future)));
  EXPECT_EQ(failure.code, "E_MCP_LOST");
  EXPECT_THAT(failure.message, HasSubstr("was ended by modebox"));
  EXPECT_NE(text_of(call(*server, "pid")), first);
  EXPECT_EQ(process_state(first), "gone");
}

TEST_P(BothEras, LeavesNothingOpenBehind) {
  const std::size_t before = open_descriptors();
  std::string process;
  {
    const auto server = Downstream::create(fake(GetParam()));
    process = text_of(call(*server, "pid"));
    EXPECT_GT(open_descriptors(), before);
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(process_state(process), "gone");
}

TEST_P(BothEras, TheLastReferenceMayGoInACallback) {
  auto server = Downstream::create(fake(GetParam()));
  std::promise<void> gone;
  Downstream* const there = server.get();
  there->call("echo", Value::object(), {}, [&gone, held = std::move(server)](CallEnd) mutable {
    held.reset();
    gone.set_value();
  });
  wait_for(gone.get_future());
}

TEST_P(BothEras, AServerThatDoesNotEndIsKilled) {
  const std::string mode = std::string(GetParam()) == "modern" ? "modern" : "stays";
  const auto begin = std::chrono::steady_clock::now();
  std::string process;
  {
    const auto server = Downstream::create(fake(mode));
    process = text_of(call(*server, "pid"));
    auto ignored = start_call(*server, "sleep", Value::object({{"ms", 600'000}}));
    usleep(20'000);
  }
  EXPECT_EQ(process_state(process), "gone");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, patience);
}

TEST(Downstream, NothingIsStartedBeforeItIsUsed) {
  const std::size_t before = open_descriptors();
  const auto server = Downstream::create(fake("legacy"));
  EXPECT_LE(open_descriptors(), before + 1);
}

TEST(Downstream, AProgramThatIsNotThereIsAFailure) {
  const auto server = Downstream::create(program_options({"no-such-program-anywhere"}));
  for (int i = 0; i < 2; ++i) {
    const CallFailure failure = failure_of(call(*server, "echo"));
    EXPECT_EQ(failure.code, "E_MCP_START");
    EXPECT_EQ(failure.message,
              "The MCP server \"fake\" could not be started: of its program "
              "\"no-such-program-anywhere\", it is not found in $PATH.");
  }
}

TEST(Downstream, AServerThatDiesAtItsStartTellsWhy) {
  const auto server = Downstream::create(fake("dies"));
  const Listed listed = list(*server);
  ASSERT_FALSE(listed);
  EXPECT_EQ(listed.error().code, "E_MCP_START");
  EXPECT_EQ(
      listed.error().message,
      "The MCP server \"fake\" ended with exit code 4. The last of its standard error: No key "
      "is set.");
}

TEST(Downstream, AServerThatSaysNothingIsGivenUp) {
  DownstreamOptions options = fake("mute");
  options.start_timeout = milliseconds(1000);
  const auto server = Downstream::create(options);
  const CallFailure failure = failure_of(call(*server, "echo"));
  EXPECT_EQ(failure.code, "E_MCP_START");
  EXPECT_THAT(failure.message, HasSubstr("was not ready within 1000 ms"));
}

TEST(Downstream, AServerThatDoesNotAnswerTheProbeIsALegacyOne) {
  DownstreamOptions options = fake("silent");
  options.start_timeout = patience;
  const auto server = Downstream::create(options);
  EXPECT_EQ(text_of(call(*server, "probes")), "1");
  EXPECT_EQ((*list(*server))->protocol_version, "2025-11-25");
  server->stop();
  EXPECT_EQ(text_of(call(*server, "probes")), "0");  // it is known by now
}

TEST(Downstream, AModernServerThatAnswersTheProbeLateIsModern) {
  DownstreamOptions options = fake("modern-slow");  // once it has `initialize` as well
  options.start_timeout = patience;
  const auto server = Downstream::create(options);
  EXPECT_EQ((*list(*server))->protocol_version, "2026-07-28");
}

TEST(Downstream, AServerThatTheProbeKillsIsStartedAgain) {
  const auto server = Downstream::create(fake("probe-kills"));
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST(Downstream, VersionsThatAreNotSpokenAreTold) {
  const auto old = Downstream::create(fake("old"));
  EXPECT_THAT(list(*old).error().message, HasSubstr("It wants \"1999-01-01\"."));
  const auto future = Downstream::create(fake("modern-future"));
  EXPECT_THAT(list(*future).error().message, HasSubstr("speaks no version of the protocol"));
}

TEST(Downstream, AGreetingIsNoted) {
  const auto server = Downstream::create(fake("greets"));
  EXPECT_THAT((*list(*server))->notes, ElementsAre(HasSubstr("Welcome to the fake server!")));
}

TEST(Downstream, FloodsEndTheConnection) {
  const auto junk = Downstream::create(fake("flood"));
  EXPECT_THAT(list(*junk).error().message, HasSubstr("no messages of the protocol"));
  const auto line = Downstream::create(fake("one-line"));
  EXPECT_THAT(list(*line).error().message, HasSubstr("a message of more than 8388608 bytes"));
}

TEST(Downstream, AServerThatClosesItsOutputIsLost) {
  const auto server = Downstream::create(fake("legacy"));
  EXPECT_THAT(failure_of(call(*server, "close")).message, HasSubstr("closed its standard output"));
}

TEST(Downstream, ReadsAllPages) {
  const auto server = Downstream::create(fake("pages"));
  EXPECT_THAT(names_of(list(*server)), ElementsAre("a", "b", "c"));
}

TEST(Downstream, PagesWithoutEndAreCut) {
  const auto loop = Downstream::create(fake("loop"));
  EXPECT_THAT(names_of(list(*loop)), ElementsAre("t1", "t2"));
  EXPECT_THAT((*list(*loop))->notes, ElementsAre(HasSubstr("lead back to each other")));
  DownstreamOptions options = fake("endless");
  options.max_tools = 20;
  const auto endless = Downstream::create(options);
  EXPECT_EQ(names_of(list(*endless)).size(), 20u);
  EXPECT_THAT((*list(*endless))->notes, ElementsAre(HasSubstr("more than 20 tools")));
}

TEST(Downstream, WhatIsWrongWithAToolCostsThatToolOnly) {
  const auto server = Downstream::create(fake("odd-tools"));
  const Listed listed = list(*server);
  EXPECT_THAT(names_of(listed),
              ElementsAre("echo", "ask", "sleep", "no_schema", "null_schema", "text_schema", ""));
  EXPECT_TRUE((*listed)->tools[3].input_schema.is_undefined());
  EXPECT_TRUE((*listed)->tools[5].input_schema.is_undefined());
  EXPECT_TRUE((*listed)->tools[6].output_schema.is_undefined());
  EXPECT_EQ((*listed)->notes.size(), 8u);
}

TEST(Downstream, AListThatIsNoneIsAFailure) {
  const auto server = Downstream::create(fake("no-list"));
  EXPECT_EQ(list(*server).error().code, "E_MCP_PROTOCOL");
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST(Downstream, AServerThatOnlyWantsTimeIsCalledAgain) {
  const auto server = Downstream::create(fake("modern-busy"));
  EXPECT_EQ(text_of(call(*server, "ask", Value::object({{"times", 3}}))), "at last");
}

TEST(Downstream, QuestionsThatAreNoFormsAreRefused) {
  const auto modern = Downstream::create(fake("modern-sampling"));
  EXPECT_EQ(failure_of(call(*modern, "ask")).code, "E_MCP_PROTOCOL");
  const auto legacy = Downstream::create(fake("legacy"));
  const Value sampling = Value::object({{"method", "sampling/createMessage"}});
  EXPECT_THAT(text_of(call(*legacy, "ask", sampling)), HasSubstr("-32601"));
  EXPECT_THAT(text_of(call(*legacy, "ping", Value::object({{"method", "roots/list"}}))),
              HasSubstr("-32601"));
}

TEST(Downstream, PingIsAnswered) {
  const auto server = Downstream::create(fake("legacy"));
  EXPECT_EQ(text_of(call(*server, "ping")), "{}");
}

TEST(Downstream, AnAnswerThatComesTooLateIsTold) {
  DownstreamOptions options = fake("legacy");
  options.question_timeout = milliseconds(50);
  const auto server = Downstream::create(options);
  const InputNeeded question = question_of(call(*server, "ask"));
  usleep(300'000);
  for (const Value& handle : {question.handle, Value::object({{"parked", "never was"}})}) {
    const CallFailure failure = failure_of(go_on(*server, handle, only(question, accept())));
    EXPECT_EQ(failure.code, "E_MCP_LOST");
    EXPECT_THAT(failure.message, HasSubstr("the answer came too late or after a restart"));
  }
  EXPECT_THAT(text_of(call(*server, "cancelled")), Not(HasSubstr("null")));
}

TEST(Downstream, AServerThatEndsWhileItsUserIsAskedTellsWhoGoesOn) {
  const auto server = Downstream::create(fake("legacy"));
  const InputNeeded question = question_of(call(*server, "ask"));
  EXPECT_EQ(failure_of(call(*server, "die")).code, "E_MCP_LOST");
  const CallFailure failure = failure_of(go_on(*server, question.handle, only(question, accept())));
  EXPECT_EQ(failure.code, "E_MCP_LOST");
  EXPECT_THAT(failure.message, HasSubstr("ended with exit code 3"));
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST(Downstream, HandlesThatAreNotWholeAreRefused) {
  const auto server = Downstream::create(fake("modern"));
  for (const char* const handle :
       {"{}", R"({"tool":"ask"})", R"({"tool":"ask","arguments":{},"rounds":99})",
        R"({"tool":"ask","arguments":{},"rounds":1,"state":7})", R"({"parked":""})"}) {
    EXPECT_NE(failure_of(go_on(*server, *from_json(handle), Value::object())).code, "") << handle;
  }
}

TEST(Downstream, TheProgramDoesNotSeeWhatIsWithheld) {
  ::setenv("MODEBOX_SECRET", "key", 1);
  ::setenv("OTHER_SECRET", "key", 1);
  DownstreamOptions options = fake("legacy");
  auto& command = std::get<StdioServer>(options.server);
  command.withheld = {"OTHER_SECRET"};
  command.environment = {{"GIVEN", "yes"}};
  const auto server = Downstream::create(options);
  const auto see = [&](const char* name) {
    return text_of(call(*server, "environment", Value::object({{"name", name}})));
  };
  EXPECT_EQ(see("MODEBOX_SECRET"), "None");
  EXPECT_EQ(see("OTHER_SECRET"), "None");
  EXPECT_EQ(see("GIVEN"), "'yes'");
  ::unsetenv("MODEBOX_SECRET");
  ::unsetenv("OTHER_SECRET");
}

TEST(Downstream, OneThatHangsDoesNotKeepOthersWaiting) {
  const auto slow = Downstream::create(fake("mute"));
  const auto good = Downstream::create(fake("legacy"));
  auto waits = start_list(*slow);
  EXPECT_EQ(text_of(call(*good, "echo")), "{}");
  EXPECT_EQ(waits.wait_for(milliseconds(0)), std::future_status::timeout);
}

}  // namespace
}  // namespace modebox::bridge
