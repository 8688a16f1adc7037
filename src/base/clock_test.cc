#include "src/base/clock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace modebox {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(Clock, ManualClockMovesOnlyWhenTold) {
  ManualClock clock(1'700'000'000'000.0);
  const auto start = clock.now();
  EXPECT_EQ(clock.wall_ms(), 1'700'000'000'000.0);
  EXPECT_EQ(clock.now(), start);
  clock.advance(milliseconds(5));
  EXPECT_EQ(clock.wall_ms(), 1'700'000'000'005.0);
  EXPECT_EQ(clock.now() - start, milliseconds(5));
}

TEST(Clock, WallTimeIsInWholeMilliseconds) {
  ManualClock clock;
  clock.advance(microseconds(1999));
  EXPECT_EQ(clock.wall_ms(), 1.0);
  const double now = Clock::system().wall_ms();
  EXPECT_EQ(now, std::floor(now));
}

TEST(Clock, SystemClockAgreesWithTheSystem) {
  const double before = static_cast<double>(
      std::chrono::floor<milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count());
  const double now = Clock::system().wall_ms();
  EXPECT_GE(now, before);
  EXPECT_LT(now, before + 60'000);
  const auto first = Clock::system().now();
  EXPECT_GE(Clock::system().now(), first);
}

}  // namespace
}  // namespace modebox
