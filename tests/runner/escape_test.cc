// Runs every hostile program below tests/escapes many times on one engine. The
// process must survive, each run must end in one of the ways its file allows and
// in time, the next run must find a sandbox as new, and memory, descriptors and
// mappings must stay flat.
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "modebox/engine.h"
#include "tests/runner/case_file.h"
#include "tests/runner/corpus.h"
#include "tests/runner/expectation.h"
#include "tests/runner/process_stats.h"
#include "tests/runner/source_text.h"
#include "tests/runner/test_tools.h"
#include "tests/runner/value_text.h"

namespace modebox::tests {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds time_for_repeating{100};
constexpr std::size_t megabyte = 1 << 20;

// Little time where running out of it is one of the ends allowed; plenty where
// the program has to come to its own end, however busy the machine is.
Limits default_limits(const std::string& ends) {
  Limits limits;
  limits.timeout = milliseconds(ends.find("Timeout") != std::string::npos ? 200 : 20'000);
  limits.memory_limit = 32 << 20;
  return limits;
}

// One engine and its tools for the whole program; the health check compares
// with what the first run of all found.
class World {
 public:
  World() : engine_(Engine::create().value()), tools_(engine_) {
    first_health_ = health().fingerprint;
  }

  struct Health {
    std::string fingerprint;
    double random = 0;
  };

  // Runs support/health.js: what every script must find, as text, and a number
  // that no two runs may share.
  Health health() {
    const RunResult result = engine_.run(health_source_, tools_.toolbox(false));
    const Value* value = result.value();
    if (value == nullptr) return {outcome_text(result.outcome), 0};
    return {value_text((*value)["globals"]), (*value)["random"].as_number()};
  }

  std::string illness() {
    const Health now = health();
    if (now.fingerprint != first_health_) return "the next run found\n" + now.fingerprint + "\n";
    return randoms_.insert(now.random).second ? "" : "Math.random repeats itself";
  }

  const Engine& engine() const { return engine_; }
  TestTools& tools() { return tools_; }
  const std::string& first_health() const { return first_health_; }

 private:
  Engine engine_;
  TestTools tools_;
  std::string health_source_ =
      read_case(tests_root(), tests_root() / "escapes/support/health.js").source;
  std::string first_health_;
  std::set<double> randoms_;
};

World& world() {
  static World* world = new World();
  return *world;
}

struct Ended {
  RunResult result;
  milliseconds after;
};

Ended run_once(const std::string& source, bool with_fetch, RunOptions options,
               std::optional<milliseconds> cancel_after) {
  std::thread canceller;
  if (cancel_after) {
    options.cancel.emplace();
    canceller = std::thread([cancel = *options.cancel, wait = *cancel_after] {
      std::this_thread::sleep_for(wait);
      cancel.cancel();
    });
  }
  const auto start = steady_clock::now();
  RunResult result = world().engine().run(source, world().tools().toolbox(with_fetch), options);
  const auto after = std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
  if (canceller.joinable()) canceller.join();
  world().tools().reset();
  return {std::move(result), after};
}

milliseconds latest_end(const CaseFile& file, const RunOptions& options) {
  if (const auto bound = file.find("ends-within-ms")) {
    return milliseconds(static_cast<int>(std::stoi(*bound) * slowness()));
  }
  const milliseconds slack(static_cast<int>(400 * slowness()));
  if (const auto cancel = file.find("cancel-after-ms"))
    return milliseconds(std::stoi(*cancel)) + slack;
  return options.limits.timeout + slack;
}

void repeat(const CaseFile& file, const std::string& source, const RunOptions& options) {
  std::optional<milliseconds> cancel_after;
  if (const auto text = file.find("cancel-after-ms")) cancel_after = milliseconds(std::stoi(*text));
  const int most = repetitions(std::stoi(file.find("repeat").value_or("20")));
  const int least = std::min(most, 3);
  std::size_t memory = 0;
  std::size_t descriptors = 0;
  const auto start = steady_clock::now();
  int done = 0;
  for (; done < most && (done < least || steady_clock::now() - start < time_for_repeating);
       ++done) {
    const Ended ended = run_once(source, file.find("fetch").has_value(), options, cancel_after);
    EXPECT_EQ(not_among(*file.find("must-end"), ended.result.outcome), "");
    EXPECT_EQ(directive_differences(file, ended.result, {}), "");
    EXPECT_LE(ended.after.count(), latest_end(file, options).count()) << "milliseconds";
    EXPECT_EQ(world().illness(), "");
    if (testing::Test::HasFailure()) return;
    if (done == 0) {
      memory = resident_bytes();
      descriptors = open_descriptors();
    }
  }
  EXPECT_EQ(open_descriptors(), descriptors);
  if (!sanitized()) {
    EXPECT_LE(resident_bytes(), memory + 16 * megabyte);
  }
}

class Escape : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Escape, is_not_possible) {
  try {
    const CaseFile file = read_case(tests_root(), GetParam());
    SCOPED_TRACE(GetParam().string());
    ASSERT_TRUE(file.find("must-end")) << "the file does not say how it must end";
    const std::string source = source_text(world().engine(), file);
    RunOptions options = run_options(file, default_limits(*file.find("must-end")));
    repeat(file, source, options);
    for (const std::string& other : file.find_all("or-limit")) {
      SCOPED_TRACE("with " + other);
      RunOptions changed = options;
      set_limits(changed.limits, other);
      repeat(file, source, changed);
    }
  } catch (const std::exception& failure) {
    FAIL() << GetParam().string() << ": " << failure.what();
  }
}

INSTANTIATE_TEST_SUITE_P(, Escape, testing::ValuesIn(corpus("escapes")),
                         [](const testing::TestParamInfo<std::filesystem::path>& file) {
                           return test_name(file.param);
                         });

TEST(Escapes, are_found) { EXPECT_GT(corpus("escapes").size(), 300u); }

TEST(Escapes, are_checked_by_a_run_that_sees_the_globals) {
  EXPECT_NE(world().first_health().find("globalThis.Array.prototype.map"), std::string::npos)
      << world().first_health();
}

// Memory, descriptors, mappings and threads of the whole program, from after a
// first run to the end.
class Flat : public testing::Environment {
 public:
  void SetUp() override {
    world().health();
    memory_ = resident_bytes();
    descriptors_ = open_descriptors();
    mappings_ = mappings();
    threads_ = threads();
  }

  void TearDown() override {
    world().tools().reset();
    EXPECT_EQ(open_descriptors(), descriptors_);
    // A sanitizer's allocator keeps what was freed, mapped.
    EXPECT_LE(mappings(), mappings_ + (sanitized() ? 400 : 100));
    EXPECT_LE(threads(), threads_ + 2);
    if (!sanitized()) {
      EXPECT_LE(resident_bytes(), memory_ + 64 * megabyte);
    }
  }

 private:
  std::size_t memory_ = 0;
  std::size_t descriptors_ = 0;
  std::size_t mappings_ = 0;
  std::size_t threads_ = 0;
};

[[maybe_unused]] testing::Environment* const flat = testing::AddGlobalTestEnvironment(new Flat);

}  // namespace
}  // namespace modebox::tests
