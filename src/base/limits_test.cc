#include "modebox/limits.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace modebox
