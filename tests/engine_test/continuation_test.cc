// What a continuation is bound to, that it is used once, and what survives a pause.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <thread>

#include "modebox/engine.h"
#include "tests/engine_test/fixture.h"

namespace modebox::tests {
namespace {

namespace fs = std::filesystem;

Engine make_engine(std::shared_ptr<ContinuationStore> store = nullptr,
                   std::chrono::milliseconds lifetime = std::chrono::hours(24)) {
  EngineOptions options;
  options.secrets = {std::string(32, 'k')};
  options.store = std::move(store);
  options.continuation_lifetime = lifetime;
  return Engine::create(options).value();
}

Toolbox refund_tools(const Approval& policy = Approval::always()) {
  Toolbox tools;
  add(tools, Tool("pay.refund", [](const HostCall& call) -> ToolResult {
               return call.argument(0);
             }).approval(policy));
  return tools;
}

std::string token_of(const RunResult& result) {
  EXPECT_NE(result.interrupted(), nullptr) << ending(result);
  return result.interrupted() == nullptr ? "" : result.interrupted()->continuation;
}
std::vector<Resolution> approve_all(const RunResult& result) {
  std::vector<Resolution> all;
  if (result.interrupted() == nullptr) return all;
  for (const Interruption& one : result.interrupted()->interruptions)
    all.push_back(approve(one.id));
  return all;
}
std::string code_of(const RunResult& result) {
  return result.error() == nullptr ? "none" : result.error()->code;
}

constexpr std::string_view script =
    "const big = 'x'.repeat(1e5); (await pay.refund(41)) + big.length";

class Bound : public ::testing::Test {
 protected:
  Engine engine = make_engine();
  Toolbox tools = refund_tools();
  RunResult first = engine.run(script, tools, {.audience = "ann"});

  RunResult resume(const Toolbox& with, const std::string& audience = "ann") {
    return engine.resume(token_of(first), approve_all(first), with, {.audience = audience});
  }
  void expect_still_usable() {
    const RunResult second = resume(tools);
    ASSERT_NE(second.value(), nullptr) << ending(second);
    EXPECT_EQ(*second.value(), Value(100'041));
  }
};

/// Who consented to a call did not consent to what has its name by now.
TEST_F(Bound, ToWhatItsToolsAreCalledOriginally) {
  Toolbox others;
  for (Tool tool : tools.tools()) add(others, tool.original_name("bank.refund-it"));
  EXPECT_EQ(code_of(resume(others)), "RUN_CONTINUATION_WRONG_TOOLS");
  expect_still_usable();
}

TEST_F(Bound, ToItsToolsTheirPoliciesAndRoles) {
  Toolbox more = refund_tools();
  add(more, Tool("other", [](const HostCall&) -> ToolResult { return Value(); }));
  EXPECT_EQ(code_of(resume(more)), "RUN_CONTINUATION_WRONG_TOOLS");
  EXPECT_EQ(code_of(resume(refund_tools(Approval::never()))), "RUN_CONTINUATION_WRONG_TOOLS");
  EXPECT_EQ(code_of(resume({})), "RUN_CONTINUATION_WRONG_TOOLS");
  const RunResult sink = engine.resume(token_of(first), approve_all(first), tools,
                                       {.sinks = {"pay.*"}, .audience = "ann"});
  EXPECT_EQ(code_of(sink), "RUN_CONTINUATION_WRONG_TOOLS");
  EXPECT_THAT(resume(more).error()->message, testing::EndsWith("Not in the run: other."));
  EXPECT_THAT(resume({}).error()->message, testing::HasSubstr("Missing here: pay."));
  EXPECT_THAT(sink.error()->message, testing::HasSubstr("the same names"));
  expect_still_usable();
}

TEST_F(Bound, ToItsAudience) {
  EXPECT_EQ(code_of(resume(tools, "eve")), "RUN_CONTINUATION_WRONG_AUDIENCE");
  EXPECT_EQ(code_of(resume(tools, "")), "RUN_CONTINUATION_WRONG_AUDIENCE");
  expect_still_usable();
}

TEST_F(Bound, ToItsStore) {
  const Engine other = make_engine();
  const RunResult refused =
      other.resume(token_of(first), approve_all(first), tools, {.audience = "ann"});
  EXPECT_EQ(code_of(refused), "RUN_CONTINUATION_WRONG_STORE");
  expect_still_usable();
}

TEST_F(Bound, ToItsKey) {
  const Engine other = Engine::create().value();
  EXPECT_EQ(code_of(other.resume(token_of(first), approve_all(first), tools, {.audience = "ann"})),
            "RUN_CONTINUATION_INVALID");
  EXPECT_FALSE(other.inspect_continuation(token_of(first)).ok());
  expect_still_usable();
}

TEST_F(Bound, AndNotUsedUpByAnAbortedResume) {
  Cancel cancel;
  cancel.cancel();
  RunOptions options{.audience = "ann", .cancel = cancel};
  EXPECT_EQ(code_of(engine.resume(token_of(first), approve_all(first), tools, options)),
            "RUN_ABORTED");
  expect_still_usable();
}

TEST_F(Bound, AndNotUsedUpWhereItsMemoryDoesNotFit) {
  RunOptions options{.audience = "ann"};
  const RunResult large = engine.run(
      "const a = []; for (let i = 0; i < 2e5; i++) a.push({ i });"
      "await pay.refund(1); a.length",
      tools, options);
  options.limits.memory_limit = 1 << 20;
  EXPECT_EQ(code_of(engine.resume(token_of(large), approve_all(large), tools, options)),
            "RUN_OUT_OF_MEMORY");
  options.limits.memory_limit = 64 << 20;
  const RunResult fits = engine.resume(token_of(large), approve_all(large), tools, options);
  ASSERT_NE(fits.value(), nullptr) << ending(fits);
  EXPECT_EQ(*fits.value(), Value(200'000));
}

TEST(Continuation, ExpiresAndSaysSo) {
  const Engine engine = make_engine(nullptr, std::chrono::milliseconds(1));
  const Toolbox tools = refund_tools();
  const RunResult first = engine.run(script, tools);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(code_of(engine.resume(token_of(first), approve_all(first), tools)),
            "RUN_CONTINUATION_EXPIRED");
  EXPECT_TRUE(engine.inspect_continuation(token_of(first)).value().expired);
}

TEST(Continuation, ThatIsTooLargeFailsTheRun) {
  const Engine engine = make_engine();
  RunOptions options;
  options.limits.max_continuation = 1000;
  EXPECT_EQ(code_of(engine.run(script, refund_tools(), options)), "RUN_TOO_LARGE");
}

TEST(Continuation, TellsWhatItWaitsForWithoutBeingUsed) {
  const Engine engine = make_engine();
  const Toolbox tools = refund_tools();
  const RunResult first = engine.run("await pay.refund({ cents: 5 })", tools);
  for (int i = 0; i < 3; ++i) {
    const ContinuationInfo info = engine.inspect_continuation(token_of(first)).value();
    ASSERT_EQ(info.interruptions.size(), 1u);
    EXPECT_EQ(info.interruptions[0].tool, "pay.refund");
    EXPECT_EQ(info.interruptions[0].arguments.at(0), Value::object({{"cents", Value(5)}}));
    EXPECT_EQ(info.tools, std::vector<std::string>{"pay.refund"});
    EXPECT_TRUE(info.image_matches);
    EXPECT_FALSE(info.expired);
  }
  EXPECT_NE(engine.resume(token_of(first), approve_all(first), tools).value(), nullptr);
}

TEST(Continuation, IsNeverInAnErrorsText) {
  const Engine engine = make_engine();
  const RunResult first = engine.run(script, refund_tools());
  const std::string token = token_of(first);
  for (const RunResult& refused :
       {engine.resume(token, approve_all(first), {}), engine.resume(token + "A", {}, {}),
        engine.resume(token, {approve(token)}, refund_tools())}) {
    ASSERT_NE(refused.error(), nullptr);
    EXPECT_EQ(refused.error()->message.find(token.substr(0, 40)), std::string::npos);
  }
}

TEST(Continuation, OfManyThreadsExactlyOneUses) {
  const Engine engine = make_engine();
  const Toolbox tools = refund_tools();
  for (int round = 0; round < 20; ++round) {
    const RunResult first = engine.run(script, tools);
    std::atomic<int> won = 0;
    std::atomic<int> used = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        const RunResult result = engine.resume(token_of(first), approve_all(first), tools);
        won += result.value() != nullptr ? 1 : 0;
        used += code_of(result) == "RUN_CONTINUATION_USED" ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(won, 1);
    EXPECT_EQ(used, 7);
  }
}

TEST(Continuation, OfManyProcessesExactlyOneUses) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  std::string pattern = (fs::temp_directory_path() / "modebox-once-XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  const std::string path = (folder / "store.db").string();
  const Toolbox tools = refund_tools();
  const RunResult first =
      make_engine(open_sqlite_continuation_store(path).value()).run(script, tools);
  std::vector<pid_t> children;
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      const Engine engine = make_engine(open_sqlite_continuation_store(path).value());
      const RunResult result = engine.resume(token_of(first), approve_all(first), tools);
      _exit(result.value() != nullptr ? 1 : code_of(result) == "RUN_CONTINUATION_USED" ? 0 : 2);
    }
    children.push_back(child);
  }
  int won = 0;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_LT(WEXITSTATUS(status), 2);
    won += WEXITSTATUS(status);
  }
  EXPECT_EQ(won, 1);
  fs::remove_all(folder);
}

/// A store that kills its process at one point.
class DeadlyStore final : public ContinuationStore {
 public:
  enum class Point { before_claim, after_claim, after_start, none };

  DeadlyStore(std::shared_ptr<ContinuationStore> store, Point point)
      : store_(std::move(store)), point_(point) {}
  Result<std::string> id() override { return store_->id(); }
  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now) override {
    die_at(Point::before_claim);
    auto outcome = store_->claim(claim, now);
    die_at(Point::after_claim);
    return outcome;
  }
  Result<bool> start(const ContinuationClaim& claim) override {
    auto started = store_->start(claim);
    die_at(Point::after_start);
    return started;
  }
  Status complete(const ContinuationClaim& claim) override { return store_->complete(claim); }
  Status release(const ContinuationClaim& claim) override { return store_->release(claim); }

 private:
  void die_at(Point point) const {
    if (point == point_) raise(SIGKILL);
  }
  const std::shared_ptr<ContinuationStore> store_;
  const Point point_;
};

TEST(Continuation, OfAResumeThatWasKilledIsUsableOrSaysThatItsOutcomeIsUnknown) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  std::string pattern = (fs::temp_directory_path() / "modebox-kill-XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  const std::string path = (folder / "store.db").string();
  const Toolbox tools = refund_tools();
  using Point = DeadlyStore::Point;
  for (const Point point : {Point::before_claim, Point::after_claim, Point::after_start}) {
    const RunResult first =
        make_engine(open_sqlite_continuation_store(path).value()).run(script, tools);
    const pid_t child = fork();
    if (child == 0) {
      const Engine engine = make_engine(
          std::make_shared<DeadlyStore>(open_sqlite_continuation_store(path).value(), point));
      (void)engine.resume(token_of(first), approve_all(first), tools);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const RunResult again = make_engine(open_sqlite_continuation_store(path).value())
                                .resume(token_of(first), approve_all(first), tools);
    if (point == Point::before_claim) {
      EXPECT_NE(again.value(), nullptr) << ending(again);
    } else {
      EXPECT_EQ(code_of(again), "RUN_CONTINUATION_USED");
      const bool unknown = again.error()->message.find("outcome unknown") != std::string::npos;
      EXPECT_EQ(unknown, point == Point::after_start);
    }
  }
  fs::remove_all(folder);
}

TEST(Continuation, KeepsCountersLimitsSeedClockAndTimers) {
  const Engine engine = make_engine();
  const Toolbox tools = refund_tools();
  RunOptions options{.seed = 3, .virtual_clock = 500};
  options.limits.max_host_calls = 2;
  constexpr std::string_view source =
      "const a = Math.random(); let fired = 0; setTimeout(() => { fired = Date.now() }, 30);"
      "await pay.refund(1); const b = Math.random();"
      "await new Promise((r) => setTimeout(r, 40)); [a, b, fired, Date.now()]";
  const RunResult first = engine.run(source, tools, options);
  const RunResult second = engine.resume(token_of(first), approve_all(first), tools);
  ASSERT_NE(second.value(), nullptr) << ending(second);
  const RunResult straight = engine.run(source, refund_tools(Approval::never()), options);
  EXPECT_EQ(*second.value(), *straight.value());
  EXPECT_EQ(second.value()->operator[](2), Value(530));
  const RunResult third =
      engine.run("await pay.refund(1); await pay.refund(2); await pay.refund(3)", tools, options);
  const RunResult fourth = engine.resume(token_of(third), approve_all(third), tools);
  EXPECT_EQ(code_of(engine.resume(token_of(fourth), approve_all(fourth), tools)),
            "RUN_HOST_CALL_LIMIT");
}

TEST(Continuation, MovesTheRealClockOn) {
  const Engine engine = make_engine();
  const Toolbox tools = refund_tools();
  const RunResult first = engine.run(
      "const began = Date.now(); const timer = new Promise((r) => setTimeout(r, 30, 'fired'));"
      "await pay.refund(1); const waited = Date.now() - began; [waited >= 50, await timer]",
      tools);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  const RunResult second = engine.resume(token_of(first), approve_all(first), tools);
  ASSERT_NE(second.value(), nullptr) << ending(second);
  EXPECT_EQ(*second.value(), Value::array({Value(true), Value("fired")}));
}

TEST(DataFlow, ASinkNeedsConsentOnceASourceWasReadAlsoAfterAPause) {
  const Engine engine = make_engine();
  Toolbox tools = refund_tools();
  add(tools, Tool("mail.read", [](const HostCall&) -> ToolResult { return Value("hi"); }).source());
  add(tools, Tool("web.post", [](const HostCall&) -> ToolResult { return Value("sent"); }).sink());
  const RunResult clean = engine.run("await web.post(1)", tools);
  EXPECT_NE(clean.value(), nullptr) << ending(clean);
  const RunResult first =
      engine.run("await mail.read(); await pay.refund(1); await web.post(2)", tools);
  const RunResult second = engine.resume(token_of(first), approve_all(first), tools);
  ASSERT_NE(second.interrupted(), nullptr) << ending(second);
  EXPECT_EQ(second.interrupted()->interruptions.at(0).tool, "web.post");
  EXPECT_EQ(second.interrupted()->interruptions.at(0).reason, InterruptionReason::data_flow);
  const RunResult third = engine.resume(token_of(second), approve_all(second), tools);
  ASSERT_NE(third.value(), nullptr) << ending(third);
  EXPECT_EQ(*third.value(), Value("sent"));
}

TEST(Patterns, AskForConsentWhateverTheToolSays) {
  const Engine engine = make_engine();
  Toolbox tools;
  add(tools, Tool("bank.pay", [](const HostCall&) -> ToolResult { return Value(1); }));
  const RunOptions options{.approve = {"bank.*"}};
  const RunResult first = engine.run("await bank.pay()", tools, options);
  ASSERT_NE(first.interrupted(), nullptr) << ending(first);
  const RunResult second = engine.resume(token_of(first), approve_all(first), tools, options);
  EXPECT_NE(second.value(), nullptr) << ending(second);
}

TEST(Patterns, ThatFitASynchronousToolRefuseTheRun) {
  const Engine engine = make_engine();
  Toolbox tools;
  add(tools, Tool("now", [](const HostCall&) -> ToolResult { return Value(1); }).synchronous());
  EXPECT_EQ(code_of(engine.run("now()", tools, {.approve = {"*"}})), "RUN_CONFIG");
}

class Notes final : public Attachment {
 public:
  explicit Notes(std::vector<std::string>& log) : log_(log) {}
  Result<std::vector<std::byte>> save() override {
    log_.push_back("save");
    return std::vector<std::byte>(text.size(), std::byte{'x'});
  }
  void ended(const Outcome& outcome) override {
    log_.push_back("ended " + std::to_string(outcome.index()));
  }
  std::string text;

 private:
  std::vector<std::string>& log_;
};

TEST(Attachments, AreSavedWithAPauseAndGivenBack) {
  const Engine engine = make_engine();
  std::vector<std::string> log;
  Toolbox tools = refund_tools();
  add(tools, Tool("note", [](const HostCall& call) -> ToolResult {
        Notes* notes = call.attachment<Notes>("notes");
        notes->text += "n";
        return Value(static_cast<double>(notes->text.size()));
      }));
  ASSERT_TRUE(tools.attach(
      "notes", [&](const std::vector<std::byte>* saved) -> Result<std::shared_ptr<Attachment>> {
        auto notes = std::make_shared<Notes>(log);
        if (saved != nullptr) notes->text.assign(saved->size(), 'x');
        return std::shared_ptr<Attachment>(notes);
      }));
  const RunResult first =
      engine.run("await note(); await note(); await pay.refund(1); await note()", tools);
  const RunResult second = engine.resume(token_of(first), approve_all(first), tools);
  ASSERT_NE(second.value(), nullptr) << ending(second);
  EXPECT_EQ(*second.value(), Value(3));
  EXPECT_EQ(log, (std::vector<std::string>{"save", "ended 1", "ended 0"}));
}

TEST(Waiting, ALongWaitGivesTheSandboxBackAndTheScriptDoesNotNotice) {
  EngineOptions options;
  options.max_sandboxes = 2;
  options.park_after = std::chrono::milliseconds(1);
  const Engine engine = Engine::create(options).value();
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  constexpr int runs = 200;
  Countdown ended(runs);
  std::atomic<int> right = 0;
  for (int i = 0; i < runs; ++i) {
    engine.start("const o = { n: " + std::to_string(i) +
                     " }; const m = new Map([[o, 1]]);"
                     "const back = await park(o.n); m.get(o) === 1 && back === o.n",
                 tools, {}, [&](RunResult result) {
                   right += result.value() != nullptr && *result.value() == Value(true) ? 1 : 0;
                   ended.count_down();
                 });
  }
  ASSERT_TRUE(parking.wait_for(runs));
  parking.answer_all();
  ASSERT_TRUE(ended.wait());
  EXPECT_EQ(right, runs);
}

}  // namespace
}  // namespace modebox::tests
