#include "src/engine/cpu_meter.h"

#include <gtest/gtest.h>

#include <thread>

namespace modebox::engine {
namespace {

using std::chrono::milliseconds;

void compute(milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

TEST(CpuMeter, CountsWhatIsComputedInEntries) {
  CpuMeter meter;
  meter.begin_step();
  meter.enter();
  compute(milliseconds(20));
  meter.leave();
  meter.end_step();
  EXPECT_GT(meter.used(), milliseconds(1));
}

TEST(CpuMeter, DoesNotCountSleepInsideAnEntry) {
  CpuMeter meter;
  meter.begin_step();
  meter.enter();
  std::this_thread::sleep_for(milliseconds(100));
  meter.leave();
  meter.end_step();
  EXPECT_LT(meter.used(), milliseconds(50));
}

TEST(CpuMeter, DoesNotCountWhatHappensBetweenEntries) {
  CpuMeter meter;
  meter.begin_step();
  meter.enter();
  meter.leave();
  compute(milliseconds(50));
  meter.enter();
  meter.leave();
  meter.end_step();
  EXPECT_LT(meter.used(), milliseconds(25));
}

TEST(CpuMeter, AddsUpOverSteps) {
  CpuMeter meter;
  for (int i = 0; i < 2; ++i) {
    meter.begin_step();
    meter.enter();
    compute(milliseconds(10));
    meter.leave();
    meter.end_step();
  }
  const auto both = meter.used();
  meter.begin_step();
  meter.end_step();
  EXPECT_GE(meter.used(), both);
  EXPECT_GT(both, milliseconds(1));
}

}  // namespace
}  // namespace modebox::engine
