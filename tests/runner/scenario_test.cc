// Runs every file below tests/scenarios as a test of its own, on one engine.
#include <gtest/gtest.h>

#include <exception>
#include <future>
#include <string>
#include <vector>

#include "modebox/engine.h"
#include "tests/runner/case_file.h"
#include "tests/runner/corpus.h"
#include "tests/runner/expectation.h"
#include "tests/runner/process_stats.h"
#include "tests/runner/source_text.h"
#include "tests/runner/stage.h"
#include "tests/runner/test_tools.h"
#include "tests/runner/value_text.h"

namespace modebox::tests {
namespace {

Engine& engine() {
  static Engine* engine = new Engine(Engine::create().value());
  return *engine;
}

std::string everything(const RunResult& result) {
  std::string text = outcome_text(result.outcome);
  if (const RunError* error = result.error()) text += "\n" + error->stack;
  for (const LogEntry& entry : result.logs) {
    text += "\n" + std::to_string(entry.time) + " " + entry.level + " " + quoted_text(entry.text);
  }
  return text + "\nfuel " + std::to_string(result.stats.fuel);
}

/// As a program around an event loop runs it.
RunResult run_inline(const std::string& source, const Toolbox& tools, RunOptions options) {
  options.inline_slices = true;
  std::promise<RunResult> promise;
  std::future<RunResult> result = promise.get_future();
  engine().start(source, tools, options,
                 [&promise](RunResult ended) { promise.set_value(std::move(ended)); });
  return result.get();
}

class Scenario : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Scenario, ends_as_its_file_says) {
  try {
    const CaseFile file = read_case(tests_root(), GetParam());
    ASSERT_TRUE(file.find("expect") || file.find("expect-error")) << "the file expects nothing";
    const std::string source = source_text(engine(), file);
    const RunOptions options = run_options(file, Limits{});
    TestTools tools(engine());
    const Toolbox& toolbox = tools.toolbox(file.find("fetch").has_value());
    const RunResult result = engine().run(source, toolbox, options);
    EXPECT_EQ(differences(file, result, tools.records()), "") << GetParam().string();
    if (file.find("same-runs")) {
      tools.reset();
      const RunResult again = engine().run(source, toolbox, options);
      EXPECT_EQ(everything(result), everything(again));
    }
    tools.reset();
    const RunResult inlined = run_inline(source, toolbox, options);
    EXPECT_EQ(differences(file, inlined, tools.records()), "") << GetParam().string() << ", inline";
    if (file.find("same-runs")) {
      EXPECT_EQ(everything(result), everything(inlined));
    }
    // Where everything is slow, the release build is the one that tries many places.
    const std::vector<unsigned> everywhere = {1, 2, 3, 5, 9};
    for (const unsigned request : sanitized() ? std::vector<unsigned>{2} : everywhere) {
      tools.reset();
      const RunResult undone = Stage(rules_that_undo_at(request)).run(source, toolbox, options);
      EXPECT_EQ(differences(file, undone, tools.records()), "")
          << GetParam().string() << ", each entry undone at request " << request;
      if (file.find("same-runs")) {
        EXPECT_EQ(everything(result), everything(undone));
      }
    }
  } catch (const std::exception& failure) {
    FAIL() << GetParam().string() << ": " << failure.what();
  }
}

INSTANTIATE_TEST_SUITE_P(, Scenario, testing::ValuesIn(corpus("scenarios")),
                         [](const testing::TestParamInfo<std::filesystem::path>& file) {
                           return test_name(file.param);
                         });

TEST(Scenarios, are_found) { EXPECT_GT(corpus("scenarios").size(), 200u); }

}  // namespace
}  // namespace modebox::tests
