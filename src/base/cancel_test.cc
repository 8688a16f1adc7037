#include "modebox/cancel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace modebox {
namespace {

TEST(Cancel, RunsFunctionsOnceWhenCancelled) {
  Cancel cancel;
  int heard = 0;
  auto registration = cancel.on_cancel([&] { ++heard; });
  EXPECT_FALSE(cancel.cancelled());
  cancel.cancel();
  cancel.cancel();
  EXPECT_TRUE(cancel.cancelled());
  EXPECT_EQ(heard, 1);
}

TEST(Cancel, RunsAFunctionAtOnceWhenAlreadyCancelled) {
  Cancel cancel;
  cancel.cancel();
  bool heard = false;
  auto registration = cancel.on_cancel([&] { heard = true; });
  EXPECT_TRUE(heard);
}

TEST(Cancel, ForgetsADroppedRegistration) {
  Cancel cancel;
  bool heard = false;
  {
    auto registration = cancel.on_cancel([&] { heard = true; });
  }
  cancel.cancel();
  EXPECT_FALSE(heard);
}

TEST(Cancel, LetsAFunctionDropItsOwnRegistration) {
  Cancel cancel;
  std::vector<Cancel::Registration> own;
  own.push_back(cancel.on_cancel([&] { own.clear(); }));
  cancel.cancel();
  EXPECT_TRUE(own.empty());
}

TEST(Cancel, DroppingWaitsForARunningFunction) {
  Cancel cancel;
  std::atomic<bool> started = false;
  std::atomic<bool> finished = false;
  auto registration = cancel.on_cancel([&] {
    started = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    finished = true;
  });
  std::thread canceller([&] { cancel.cancel(); });
  while (!started) std::this_thread::yield();
  registration = {};
  EXPECT_TRUE(finished);
  canceller.join();
}

}  // namespace
}  // namespace modebox
