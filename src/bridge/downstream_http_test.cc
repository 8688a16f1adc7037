#include <gmock/gmock.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "src/bridge/downstream.h"
#include "src/bridge/testing/downstream_test_support.h"
#include "src/config/launch.h"
#include "src/config/process.h"

namespace modebox::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A server that runs as long as the test.
class FakeHttp {
 public:
  explicit FakeHttp(const std::string& mode)
      : notes_(std::filesystem::temp_directory_path() /
               ("modebox-notes-" + std::to_string(getpid()) + "-" + mode)) {
    std::filesystem::remove(notes_);
    const config::Command command{
        .words = {"python3", "-B", testing_file("fake_http_server.py"), mode},
        .folder = std::filesystem::current_path(),
        .environment = {{"FAKE_NOTES", notes_}}};
    const auto launch = config::prepare_launch(command, config::environment_of(command));
    process_ = config::Process::start(*launch).value().release();
    while (url_.empty() || url_.back() != '\n') {
      pollfd entry{process_->pipes().output.number(), POLLIN, 0};
      ::poll(&entry, 1, -1);
      char c = 0;
      if (::read(entry.fd, &c, 1) != 1) std::abort();
      url_ += c;
    }
    url_.pop_back();
  }
  ~FakeHttp() {
    delete process_;
    std::filesystem::remove(notes_);
  }
  FakeHttp(const FakeHttp&) = delete;
  FakeHttp& operator=(const FakeHttp&) = delete;

  DownstreamOptions options() const {
    DownstreamOptions options;
    options.name = "web";
    options.server = HttpServer{url_, {{"Authorization", "Bearer secret"}}};
    options.call_timeout = patience;
    return options;
  }
  std::string notes() const {
    std::ifstream file(notes_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string notes_;
  config::Process* process_ = nullptr;
  std::string url_;
};

Value counts(Downstream& server) { return *from_json(text_of(call(server, "counts"))); }

/// Waits until the server has counted so many; returns how many there are then.
double counted(Downstream& server, const char* what, int least) {
  const auto end = std::chrono::steady_clock::now() + patience;
  double count = counts(server)[what].as_number();
  while (count < least && std::chrono::steady_clock::now() < end) {
    usleep(10'000);
    count = counts(server)[what].as_number();
  }
  return count;
}

class BothErasOverHttp : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(DownstreamHttp, BothErasOverHttp, ::testing::Values("legacy", "modern"));

TEST_P(BothErasOverHttp, ListsToolsAndCallsThem) {
  const FakeHttp fake(GetParam());
  const auto server = Downstream::create(fake.options());
  const Listed listed = list(*server);
  ASSERT_TRUE(listed) << listed.error().message;
  EXPECT_EQ((*listed)->server_name, "fake");
  EXPECT_EQ((*listed)->tools[0].name, "echo");
  EXPECT_EQ(text_of(call(*server, "echo", Value::object({{"a", 1}}))), R"({"a": 1})");
}

TEST_P(BothErasOverHttp, ReadsAnswersThatAreStreams) {
  const FakeHttp fake(GetParam());
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "events")), "over");
  const CallFailure cut =
      failure_of(call(*server, "events", Value::object({{"cut", Value(true)}})));
  EXPECT_EQ(cut.code, "E_MCP_LOST");
  EXPECT_THAT(cut.message, HasSubstr("ended the stream of its answer without an answer"));
}

TEST_P(BothErasOverHttp, PutsQuestionsToTheUser) {
  const FakeHttp fake(GetParam());
  const auto server = Downstream::create(fake.options());
  const InputNeeded question = question_of(call(*server, "ask"));
  ASSERT_EQ(question.requests.size(), 1u);
  const std::string key(question.requests.entries()[0].key.as_string());
  EXPECT_EQ(question.requests[key]["params"]["message"], Value("Really?"));
  const Value yes = Value::object({{key, Value::object({{"action", "accept"}})}});
  EXPECT_THAT(text_of(go_on(*server, question.handle, yes)), HasSubstr(R"("action": "accept")"));
}

TEST_P(BothErasOverHttp, ListsAgainOnceAfterManyChanges) {
  const FakeHttp fake(GetParam());
  DownstreamOptions options = fake.options();
  std::atomic<int> told = 0;
  options.on_tools_changed = [&] { ++told; };
  const auto server = Downstream::create(options);
  const Listed before = list(*server);
  EXPECT_EQ(text_of(call(*server, "change")), "changed");
  const auto end = std::chrono::steady_clock::now() + patience;
  while (told == 0 && std::chrono::steady_clock::now() < end) usleep(1000);
  EXPECT_EQ(told, 1);
  const Listed after = list(*server);
  EXPECT_EQ((*after)->tools.size(), (*before)->tools.size() + 1);
  const double lists = counts(*server)["lists"].as_number();
  EXPECT_GE(lists, 2);
  EXPECT_LE(lists, 4);  // changes may come while it lists
}

TEST_P(BothErasOverHttp, ACancelledCallEndsAtOnceAndTheServerHearsOfIt) {
  const FakeHttp fake(GetParam());
  const auto server = Downstream::create(fake.options());
  ASSERT_TRUE(list(*server));
  const Cancel cancel;
  auto future = start_call(*server, "never", Value::object(), cancel);
  EXPECT_EQ(future.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  cancel.cancel();
  EXPECT_EQ(failure_of(wait_for(std::move(future))).code, "E_MCP_CANCELLED");
  const auto end = std::chrono::steady_clock::now() + patience;
  while (counts(*server)["dropped"] == Value(0) && std::chrono::steady_clock::now() < end) {
    usleep(10'000);
  }
  EXPECT_EQ(counts(*server)["dropped"], Value(1));
}

TEST_P(BothErasOverHttp, TellsOfStatusesThatAreNoAnswers) {
  const FakeHttp fake(GetParam());
  const auto server = Downstream::create(fake.options());
  const CallFailure gone = failure_of(
      call(*server, "status", Value::object({{"status", 500}, {"body", "Out of order"}})));
  EXPECT_EQ(gone.code, "E_MCP_LOST");
  EXPECT_THAT(gone.message, HasSubstr("HTTP status 500"));
  EXPECT_THAT(gone.message, HasSubstr("Out of order"));
  const CallFailure refused =
      failure_of(call(*server, "status", Value::object({{"status", 429}, {"body", ""}})));
  EXPECT_EQ(refused.code, "E_MCP_START");
  const CallFailure junk =
      failure_of(call(*server, "status", Value::object({{"status", 200}, {"body", "Welcome!"}})));
  EXPECT_THAT(junk.message, HasSubstr("It says: Welcome!"));
}

TEST_P(BothErasOverHttp, AnswersThatAreTooLargeAreNotTaken) {
  const FakeHttp fake(GetParam());
  DownstreamOptions options = fake.options();
  options.max_message = 100'000;
  const auto server = Downstream::create(options);
  EXPECT_EQ(text_of(call(*server, "huge", Value::object({{"bytes", 90'000}}))).size(), 90'000u);
  EXPECT_THAT(failure_of(call(*server, "huge", Value::object({{"bytes", 200'000}}))).message,
              HasSubstr("more than 100000 bytes"));
}

TEST(DownstreamHttp, ModernCallsHaveTheirArgumentsAsHeaders) {
  const FakeHttp fake("modern");
  const auto server = Downstream::create(fake.options());
  const Value nested = Value::object({{"n", 42}});
  const Value arguments =
      Value::object({{"region", "Zürich"}, {"nested", nested}, {"on", Value(true)}});
  const Value seen = *from_json(text_of(call(*server, "headers", arguments)));
  EXPECT_EQ(seen["mcp-param-region"], Value("=?base64?WsO8cmljaA==?="));
  EXPECT_EQ(seen["mcp-param-n"], Value("42"));
  EXPECT_EQ(seen["mcp-param-on"], Value("true"));
  EXPECT_EQ(seen["mcp-name"], Value("headers"));
  EXPECT_EQ(seen["mcp-method"], Value("tools/call"));
  EXPECT_EQ(seen["mcp-protocol-version"], Value("2026-07-28"));
  EXPECT_EQ(seen["authorization"], Value("Bearer secret"));
}

TEST(DownstreamHttp, ToolsWithHeadersThatAreNoneAreLeftOut) {
  const FakeHttp fake("modern");
  const auto server = Downstream::create(fake.options());
  const Listed listed = list(*server);
  EXPECT_THAT(names_of(listed), ElementsAre("echo", "headers"));
  EXPECT_THAT((*listed)->notes, ElementsAre(HasSubstr("\"bad header\" is left out")));
}

TEST(DownstreamHttp, ListsAgainWhenHeadersDoNotMatch) {
  const FakeHttp fake("modern");
  const auto server = Downstream::create(fake.options());
  ASSERT_TRUE(list(*server));
  EXPECT_EQ(text_of(call(*server, "mismatch")), "{}");
  EXPECT_EQ(counts(*server)["lists"], Value(2));
}

TEST(DownstreamHttp, ListensAgainWhenThatWasLost) {
  const FakeHttp fake("modern");
  const auto server = Downstream::create(fake.options());
  ASSERT_TRUE(list(*server));
  EXPECT_EQ(text_of(call(*server, "end-listening")), "ended");
  EXPECT_EQ(text_of(call(*server, "change")), "changed");  // nobody hears of it
  const auto end = std::chrono::steady_clock::now() + patience;
  Listed listed = list(*server);
  while (names_of(listed).back() != "added" && std::chrono::steady_clock::now() < end) {
    usleep(1000);
    listed = list(*server);
  }
  EXPECT_THAT(names_of(listed), ElementsAre("echo", "headers", "added"));
}

TEST(DownstreamHttp, ASessionThatIsForgottenIsBegunAgain) {
  const FakeHttp fake("legacy");
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "forget")), "forgotten");
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
  EXPECT_EQ(counts(*server)["sessions"], Value(2));
}

TEST(DownstreamHttp, AStreamThatIsCutGoesOnWhereItWas) {
  const FakeHttp fake("legacy");
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "cut")), "after the cut");
}

/// The server has made the call, and then is another one that knows nothing of it.
TEST(DownstreamHttp, ACallWhoseAnswerIsCutForGoodIsNotMadeAgain) {
  for (const int status : {400, 404, 405, 410, 307, 503}) {
    const FakeHttp fake("legacy");
    const auto server = Downstream::create(fake.options());
    const Value arguments =
        Value::object({{"status", Value(status)}, {"forget", Value(status == 404)}});
    const CallFailure failure = failure_of(call(*server, "cut-for-good", arguments));
    EXPECT_EQ(failure.code, "E_MCP_LOST") << status << ": " << failure.message;
    EXPECT_THAT(failure.message, HasSubstr("whether that took effect is not known"));
    const Value seen = counts(*server);  // in a new session, if the old one is gone
    EXPECT_EQ(seen["made"], Value(1)) << status;
    EXPECT_EQ(seen["sessions"], Value(status == 404 ? 2 : 1)) << status;
  }
}

TEST(DownstreamHttp, ACallWhoseServerIsGoneMayHaveTakenEffect) {
  const FakeHttp fake("legacy-no-stream");
  const auto server = Downstream::create(fake.options());
  const CallFailure failure =
      failure_of(call(*server, "cut-for-good", Value::object({{"status", 0}})));
  EXPECT_EQ(failure.code, "E_MCP_LOST") << failure.message;
}

TEST(DownstreamHttp, AStreamThatIsCutOnAndOnIsAskedForWithPausesAndNotForever) {
  const FakeHttp fake("legacy");
  const auto server = Downstream::create(fake.options());
  ASSERT_TRUE(list(*server));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(failure_of(call(*server, "cut-on-and-on")).code, "E_MCP_LOST");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_EQ(counts(*server)["resumed"], Value(50));
}

TEST_P(BothErasOverHttp, ErrorsWithoutEndAreNotReadToTheirEnd) {
  const FakeHttp fake(GetParam());
  const auto server = Downstream::create(fake.options());
  const CallFailure failure = failure_of(call(*server, "endless-error"));
  EXPECT_EQ(failure.code, "E_MCP_LOST");
  EXPECT_THAT(failure.message, HasSubstr("HTTP status 500"));
  EXPECT_THAT(failure.message, HasSubstr("It says: Out of order."));
  EXPECT_EQ(counted(*server, "dropped", 1), 1);
}

/// Each answer is a connection.
TEST(DownstreamHttp, AServerThatAsksAndDoesNotListenIsAnsweredOnlySoMuch) {
  const FakeHttp fake("legacy-deaf");
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "flood")), "flooded");
  EXPECT_EQ(counted(*server, "held", 32), 32);
  EXPECT_EQ(text_of(call(*server, "flood")), "flooded");
  usleep(300'000);
  EXPECT_EQ(counts(*server)["held"], Value(32));
  EXPECT_EQ(counted(*server, "released", 32), 32);  // each has its time
  EXPECT_EQ(text_of(call(*server, "flood")), "flooded");
  EXPECT_EQ(counted(*server, "held", 64), 64);
}

TEST(DownstreamHttp, AServerThatDoesNotListenIsToldOfOnlySoManyCancelledCalls) {
  const FakeHttp fake("legacy-deaf");
  const auto server = Downstream::create(fake.options());
  ASSERT_TRUE(list(*server));
  const Cancel cancel;
  std::vector<std::future<CallEnd>> calls;
  for (int i = 0; i < 48; ++i) {
    calls.push_back(start_call(*server, "never", Value::object(), cancel));
  }
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
  cancel.cancel();
  for (auto& one : calls) EXPECT_EQ(failure_of(wait_for(std::move(one))).code, "E_MCP_CANCELLED");
  EXPECT_EQ(counted(*server, "held", 32), 32);
  usleep(300'000);
  EXPECT_EQ(counts(*server)["held"], Value(32));
}

TEST(DownstreamHttp, AServerThatDoesNotAnswerTheProbeIsOneOfTheLegacyEra) {
  const FakeHttp fake("legacy-vague");
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST(DownstreamHttp, NeedsNoStreamOfWhatTheServerSaysItself) {
  const FakeHttp fake("legacy-no-stream");
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST(DownstreamHttp, FollowsRedirectsWithinTheOrigin) {
  const FakeHttp fake("legacy-slash");
  const auto server = Downstream::create(fake.options());
  EXPECT_EQ(text_of(call(*server, "echo")), "{}");
}

TEST(DownstreamHttp, FollowsNoRedirectToAnotherOrigin) {
  const FakeHttp fake("away");
  const auto server = Downstream::create(fake.options());
  const CallFailure failure = failure_of(call(*server, "echo"));
  EXPECT_EQ(failure.code, "E_MCP_START");
  EXPECT_THAT(failure.message, HasSubstr("redirects to another origin"));
}

TEST(DownstreamHttp, TellsWhyItIsNotLetIn) {
  const FakeHttp fake("unauthorized");
  const auto server = Downstream::create(fake.options());
  const CallFailure failure = failure_of(call(*server, "echo"));
  EXPECT_EQ(failure.code, "E_MCP_START");
  EXPECT_THAT(failure.message, HasSubstr("HTTP status 401"));
  EXPECT_THAT(failure.message, HasSubstr("Who are you?"));
  EXPECT_THAT(failure.message, Not(HasSubstr("secret")));
}

TEST(DownstreamHttp, AServerThatIsNotThereIsAFailure) {
  DownstreamOptions options;
  options.name = "web";
  options.server = HttpServer{"http://127.0.0.1:1/mcp", {}};
  const auto server = Downstream::create(options);
  const Listed listed = list(*server);
  ASSERT_FALSE(listed);
  EXPECT_EQ(listed.error().code, "E_MCP_START");
  EXPECT_THAT(listed.error().message, HasSubstr("can not be reached"));
}

TEST(DownstreamHttp, EndsItsSession) {
  const FakeHttp fake("legacy");
  {
    const auto server = Downstream::create(fake.options());
    EXPECT_EQ(text_of(call(*server, "echo")), "{}");
  }
  EXPECT_EQ(fake.notes(), "deleted\n");
}

TEST(DownstreamHttp, DestroyingItEndsWhatIsUnderWay) {
  const FakeHttp fake("legacy");
  auto server = Downstream::create(fake.options());
  ASSERT_TRUE(list(*server));
  auto future = start_call(*server, "never");
  usleep(20'000);
  server.reset();
  EXPECT_EQ(failure_of(wait_for(std::move(future))).code, "E_MCP_LOST");
}

}  // namespace
}  // namespace modebox::bridge
