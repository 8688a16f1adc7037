// Pausing and going on: approvals, interruptions, and what survives in between.
#include <gtest/gtest.h>

#include <atomic>

#include "modebox/engine.h"
#include "tests/engine_test/fixture.h"

namespace modebox::tests {
namespace {

Engine make_engine(EngineOptions options = {}) {
  Result<Engine> engine = Engine::create(std::move(options));
  return *std::move(engine);
}

/// The interruptions of a run that is expected to wait.
const Interrupted& paused(const RunResult& result) {
  static const Interrupted none;
  EXPECT_NE(result.interrupted(), nullptr) << ending(result);
  return result.interrupted() == nullptr ? none : *result.interrupted();
}

class Pausing : public ::testing::Test {
 protected:
  Pausing() {
    add(tools, Tool("pay.refund", [this](const HostCall& call) -> ToolResult {
                 ++refunds;
                 return call.argument(0);
               }).approval(Approval::always()));
    add(tools, Tool("count", [this](const HostCall&) -> ToolResult {
          return Value(static_cast<double>(++counted));
        }));
    add(tools, Tool("ask", [](const HostCall& call) -> ToolResult {
          if (!call.resume) call.interrupt(Value("sure?"));
          return call.resume->resolution;
        }));
  }

  RunResult run(std::string_view source, const RunOptions& options = {}) {
    return engine.run(source, tools, options);
  }
  RunResult resume(const RunResult& from, std::vector<Resolution> resolutions,
                   const RunOptions& options = {}) {
    return engine.resume(paused(from).continuation, std::move(resolutions), tools, options);
  }
  RunResult approve_first(const RunResult& from) {
    return resume(from, {approve(paused(from).interruptions.at(0).id)});
  }

  Engine engine = make_engine();
  Toolbox tools;
  std::atomic<int> refunds = 0;
  std::atomic<int> counted = 0;
};

TEST_F(Pausing, AnApprovedCallRunsOnceAndTheScriptGoesOn) {
  const RunResult first =
      run("const n = await count(); const r = await pay.refund(7); [n, r, await count()]");
  ASSERT_NE(first.interrupted(), nullptr) << ending(first);
  EXPECT_EQ(refunds, 0);
  EXPECT_EQ(paused(first).interruptions.size(), 1u);
  EXPECT_EQ(paused(first).interruptions[0].tool, "pay.refund");
  EXPECT_EQ(paused(first).interruptions[0].arguments.at(0), Value(7));
  EXPECT_EQ(first.calls.at(1).state, CallState::interrupted);
  const RunResult second = approve_first(first);
  ASSERT_NE(second.value(), nullptr) << ending(second);
  EXPECT_EQ(*second.value(), Value::array({Value(1), Value(7), Value(2)}));
  EXPECT_EQ(refunds, 1);
  EXPECT_EQ(counted, 2);
  EXPECT_EQ(second.calls.size(), 2u);
}

TEST_F(Pausing, AContinuationIsUsedOnce) {
  const RunResult first = run("await pay.refund(1)");
  EXPECT_NE(approve_first(first).value(), nullptr);
  const RunResult again = approve_first(first);
  ASSERT_NE(again.error(), nullptr);
  EXPECT_EQ(again.error()->code, "RUN_CONTINUATION_USED");
  EXPECT_EQ(refunds, 1);
}

TEST_F(Pausing, ADeniedCallIsAnErrorThatTheScriptCanCatch) {
  const RunResult first = run("try { await pay.refund(1) } catch (e) { e.message + e.code }");
  const RunResult second = resume(first, {deny(paused(first).interruptions.at(0).id, "no, ")});
  ASSERT_NE(second.value(), nullptr) << ending(second);
  EXPECT_EQ(*second.value(), Value("no, E_DENIED"));
  EXPECT_EQ(second.calls.at(0).state, CallState::refused);
  EXPECT_EQ(refunds, 0);
}

TEST_F(Pausing, AToolThatInterruptsRunsAgainWithTheResolution) {
  const RunResult first = run("await ask()");
  ASSERT_EQ(paused(first).interruptions.size(), 1u);
  EXPECT_EQ(paused(first).interruptions[0].payload, Value("sure?"));
  const RunResult second =
      resume(first, {resume_with(paused(first).interruptions[0].id, Value(5))});
  ASSERT_NE(second.value(), nullptr) << ending(second);
  EXPECT_EQ(*second.value(), Value(5));
}

TEST_F(Pausing, SomeResolutionsLeaveTheRestWaitingUnderTheSameIds) {
  const RunResult first = run("await Promise.all([pay.refund(1), pay.refund(2), count()])");
  ASSERT_EQ(paused(first).interruptions.size(), 2u);
  EXPECT_EQ(counted, 1);
  const std::string second_id = paused(first).interruptions[1].id;
  const RunResult second = resume(first, {approve(second_id)});
  ASSERT_EQ(paused(second).interruptions.size(), 1u);
  EXPECT_EQ(paused(second).interruptions[0].id, paused(first).interruptions[0].id);
  const RunResult third = approve_first(second);
  ASSERT_NE(third.value(), nullptr) << ending(third);
  EXPECT_EQ(*third.value(), Value::array({Value(1), Value(2), Value(1)}));
  EXPECT_EQ(refunds, 2);
}

TEST_F(Pausing, AWrongIdConsumesNothing) {
  const RunResult first = run("await pay.refund(1)");
  const std::string id = paused(first).interruptions.at(0).id;
  for (const std::vector<Resolution>& wrong : {std::vector<Resolution>{},
                                               {approve("int_other")},
                                               {approve(id), approve(id)},
                                               {resume_with(id, Value("yes"))}}) {
    const RunResult refused = resume(first, wrong);
    ASSERT_NE(refused.error(), nullptr);
    EXPECT_EQ(refused.error()->code, "RUN_CONFIG");
  }
  EXPECT_NE(approve_first(first).value(), nullptr);
}

TEST_F(Pausing, ASecondEngineWithTheSecretAndTheStoreGoesOn) {
  const std::vector<std::string> secrets = {std::string(32, 's')};
  const auto store = make_memory_continuation_store();
  const Engine one = make_engine({.secrets = secrets, .store = store});
  const Engine two = make_engine({.secrets = secrets, .store = store});
  const RunResult first = one.run("let x = 40; x + await pay.refund(2)", tools);
  const RunResult second = two.resume(paused(first).continuation,
                                      {approve(paused(first).interruptions.at(0).id)}, tools);
  ASSERT_NE(second.value(), nullptr) << ending(second);
  EXPECT_EQ(*second.value(), Value(42));
}

}  // namespace
}  // namespace modebox::tests
