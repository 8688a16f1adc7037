#include "tests/runner/case_file.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace modebox::tests {
namespace {

TEST(CaseFile, reads_directives_of_the_leading_comment) {
  const CaseFile file = parse_case(
      "a", "// What it is about: prose.\n// seed: 7\n// log: log \"x\"\n1;\n// log: no\n");
  EXPECT_EQ(file.find("seed"), "7");
  EXPECT_EQ(file.find_all("log").size(), 1u);
  EXPECT_FALSE(file.find("expect"));
  EXPECT_EQ(run_options(file, Limits{}).seed, 7u);
}

TEST(CaseFile, continues_a_directive_on_indented_lines) {
  const CaseFile file = parse_case("a", "// expect: completed {\n//     \"a\": 1}\n1;");
  EXPECT_EQ(file.find("expect"), "completed {\n\"a\": 1}");
}

TEST(CaseFile, refuses_a_directive_it_does_not_know) {
  EXPECT_THROW(parse_case("a", "// expct: completed 1\n1;"), std::runtime_error);
}

TEST(CaseFile, sets_limits_by_their_names) {
  const CaseFile file = parse_case("a", "// limit: timeoutMs=5 fuel=6\n// limit: maxHostCalls=7\n");
  const RunOptions options = run_options(file, Limits{});
  EXPECT_EQ(options.limits.timeout.count(), 5);
  EXPECT_EQ(options.limits.fuel, 6);
  EXPECT_EQ(options.limits.max_host_calls, 7);
}

TEST(CaseFile, refuses_limits_it_does_not_know) {
  EXPECT_THROW(run_options(parse_case("a", "// limit: timeout=5\n"), Limits{}), std::runtime_error);
  EXPECT_THROW(run_options(parse_case("a", "// limit: fuel=x\n"), Limits{}), std::runtime_error);
}

}  // namespace
}  // namespace modebox::tests
