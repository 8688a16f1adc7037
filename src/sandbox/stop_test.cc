// Stopping a run, from any thread, at any moment, whatever it does.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "src/sandbox/signals.h"
#include "src/sandbox/slot_state.h"
#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Stops a run of `message` after `delay`; how it ended, and how long that took.
struct Stopped {
  EntryResult result;
  steady_clock::duration took;
};
Stopped stop_after(const std::string& message, milliseconds delay) {
  TestHost host;
  const Lease taken = lease();
  steady_clock::time_point decided;
  std::thread stopper([&] {
    std::this_thread::sleep_for(delay);
    decided = steady_clock::now();
    taken.slot().stop(taken.epoch(), StopReason::timeout);
  });
  const EntryResult result = enter(taken.slot(), message, host);
  const auto ended = steady_clock::now();
  stopper.join();
  return {result, ended - decided};
}

TEST(StopTest, WhateverTheGuestDoesItStops) {
  for (const char* loop : {"lf", "lp", "lh", "lg", "lm", "lw"}) {
    const Stopped stopped = stop_after(loop, milliseconds(5));
    EXPECT_EQ(stopped.result.end, EntryEnd::stopped) << loop;
    EXPECT_EQ(stopped.result.reason, StopReason::timeout) << loop;
    EXPECT_LT(stopped.took, milliseconds(2000)) << loop;
    EXPECT_TRUE(works());
  }
}

TEST(StopTest, AStopBeforeAnEntryIsRemembered) {
  TestHost host;
  const Lease taken = lease();
  taken.slot().stop(taken.epoch(), StopReason::aborted);
  taken.slot().stop(taken.epoch(), StopReason::timeout);
  EXPECT_EQ(enter(taken.slot(), "b", host).reason, StopReason::aborted);
}

TEST(StopTest, AStopDuringAHostCallTakesEffectWhenItReturns) {
  TestHost host;
  const Lease taken = lease();
  bool finished = false;
  host.on_call = [&](auto) {
    std::thread([&] { taken.slot().stop(taken.epoch(), StopReason::aborted); }).join();
    finished = true;
    return CallAnswer{};
  };
  EXPECT_EQ(enter(taken.slot(), "lh", host).reason, StopReason::aborted);
  EXPECT_TRUE(finished);
  EXPECT_EQ(host.calls, 1);
}

TEST(StopTest, AStopForAnEarlierLeaseDoesNothing) {
  TestHost host;
  Slot* slot = nullptr;
  std::uint64_t epoch = 0;
  {
    const Lease taken = lease();
    slot = &taken.slot();
    epoch = taken.epoch();
  }
  const Lease next = lease();
  ASSERT_EQ(&next.slot(), slot);
  slot->stop(epoch, StopReason::aborted);
  EXPECT_EQ(number_of(enter(next.slot(), "b", host)), 42);
}

TEST(StopTest, StoppingAnInnerRunLeavesTheOuterOne) {
  TestHost host, inner_host;
  const Lease outer = lease();
  EntryResult inner_result;
  host.on_call = [&](auto) {
    const Lease inner = lease();
    std::thread stopper([&] {
      std::this_thread::sleep_for(milliseconds(3));
      inner.slot().stop(inner.epoch(), StopReason::timeout);
    });
    inner_result = enter(inner.slot(), "lf", inner_host);
    stopper.join();
    return CallAnswer{};
  };
  EXPECT_EQ(enter(outer.slot(), std::string("ch\1a", 4), host).end, EntryEnd::returned);
  EXPECT_EQ(inner_result.reason, StopReason::timeout);
  EXPECT_EQ(number_of(enter(outer.slot(), "b", host)), 42);
}

TEST(StopTest, WhenTheSignalIsLostTheMemoryIsTakenAway) {
  EXPECT_EQ(in_child([] {
              if (!works()) return 2;
              // Somebody else's handler swallows our signal after the entry began.
              TestHost host;
              const Lease taken = lease();
              std::thread stopper([&] {
                std::this_thread::sleep_for(milliseconds(20));
                struct sigaction ignore = {};
                ignore.sa_handler = [](int) {};
                sigaction(stop_signal(), &ignore, nullptr);
                taken.slot().stop(taken.epoch(), StopReason::timeout);
              });
              const EntryResult result = enter(taken.slot(), "lw", host);
              stopper.join();
              if (result.end != EntryEnd::stopped) return 3;
              if (result.reason != StopReason::timeout) return 4;
              return taken.slot().state().memory_taken.load() && works() ? 0 : 5;
            }),
            0);
  EXPECT_TRUE(works());
}

TEST(StopTest, AHostsHandlerThatInterruptsTheGuestIsNotAbandoned) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer keeps signals back while the guest computes";
#endif
  static std::atomic<int> begun, ended;
  begun = ended = 0;
  struct sigaction slow = {}, before = {};
  slow.sa_handler = [](int) {
    ++begun;
    const auto until = steady_clock::now() + milliseconds(8);
    while (steady_clock::now() < until) {
    }
    ++ended;
  };
  sigaction(SIGUSR1, &slow, &before);
  TestHost host;
  const Lease taken = lease();
  const pthread_t self = pthread_self();
  std::thread stopper([&] {
    std::this_thread::sleep_for(milliseconds(5));
    pthread_kill(self, SIGUSR1);
    while (begun == 0) std::this_thread::yield();
    taken.slot().stop(taken.epoch(), StopReason::timeout);
  });
  // Reads nothing, so that taking its memory away does not end it early.
  EXPECT_EQ(enter(taken.slot(), "lf", host).end, EntryEnd::stopped);
  stopper.join();
  sigaction(SIGUSR1, &before, nullptr);
  EXPECT_EQ(begun, 1);
  EXPECT_EQ(ended, 1);
}

std::uint32_t work(std::minstd_rand& random) { return static_cast<std::uint32_t>(random() % 3000); }

TEST(StopTest, AtEveryMomentOfARun) {
  std::minstd_rand random(1);
  int stopped = 0;
  TestHost host;
  std::atomic<Slot*> target{nullptr};
  std::atomic<std::uint64_t> epoch{0};
  std::atomic<bool> over{false};
  std::thread stopper([&] {
    std::minstd_rand delays(2);
    while (!over) {
      Slot* slot = target.load();
      if (slot == nullptr) continue;
      const auto until = steady_clock::now() + std::chrono::nanoseconds(delays() % 20000);
      while (steady_clock::now() < until) {
      }
      slot->stop(epoch.load(), StopReason::aborted);
    }
  });
  for (int i = 0; i < 3000; ++i) {
    const Lease taken = lease();
    epoch = taken.epoch();
    target = &taken.slot();
    const EntryResult first = enter(taken.slot(), command("ln", {work(random)}), host);
    const EntryResult second = enter(taken.slot(), command("ln", {work(random)}), host);
    ASSERT_NE(first.end, EntryEnd::trapped);
    ASSERT_NE(second.end, EntryEnd::trapped);
    ASSERT_TRUE(first.end == EntryEnd::returned || second.end == EntryEnd::stopped);
    if (second.end == EntryEnd::stopped) {
      ++stopped;
      ASSERT_EQ(second.reason, StopReason::aborted);
    }
    target = nullptr;
  }
  over = true;
  stopper.join();
  EXPECT_GT(stopped, 0);
  EXPECT_TRUE(works());
}

}  // namespace
}  // namespace modebox::sandbox
