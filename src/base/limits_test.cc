#include "modebox/limits.h"

#include <gtest/gtest.h>

#include "src/base/limit_fields.h"

namespace modebox {
namespace {

TEST(Limits, DefaultsAreAccepted) { EXPECT_TRUE(check(Limits{})); }

TEST(Limits, NamesTheOneThatIsNotAPositiveInteger) {
  Limits limits;
  limits.timeout = std::chrono::milliseconds(0);
  EXPECT_EQ(check(limits).error().message, "limits.timeoutMs must be a positive integer.");
  limits = {};
  limits.fuel = -1;
  EXPECT_EQ(check(limits).error().message, "limits.fuel must be a positive integer.");
  limits = {};
  limits.max_host_calls = std::int64_t{1} << 31;
  EXPECT_EQ(check(limits).error().message, "limits.maxHostCalls must be a positive integer.");
  limits.max_host_calls = (std::int64_t{1} << 31) - 1;
  EXPECT_TRUE(check(limits));
}

TEST(Limits, OfTwoTheSmallerOneOfEachCounts) {
  Limits a, b;
  a.timeout = std::chrono::milliseconds(5);
  b.max_host_calls = 7;
  b.fuel = 9;
  b.cpu_timeout = a.cpu_timeout = std::chrono::milliseconds(3);
  Limits smaller = b;
  smaller.timeout = a.timeout;
  EXPECT_EQ(smaller_of(a, b), smaller);
  EXPECT_EQ(smaller_of(b, a), smaller);
}

TEST(Limits, EveryFieldOfTheTableIsAnotherOneAndIsReadAsItWasSet) {
  Limits limits;
  std::int64_t number = 100;
  for (const LimitField& field : limit_fields()) field.set(limits, ++number);
  number = 100;
  for (const LimitField& field : limit_fields()) EXPECT_EQ(field.get(limits), ++number);
  for (const LimitField& field : limit_fields()) {
    if (field.may_be_off()) field.set(limits, std::nullopt);
  }
  EXPECT_EQ(limits.fuel, std::nullopt);
  EXPECT_EQ(limits.cpu_timeout, std::nullopt);
}

}  // namespace
}  // namespace modebox
