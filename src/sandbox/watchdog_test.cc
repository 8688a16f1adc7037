// Alarms come in order, once, and not after they were disarmed.
#include "src/sandbox/watchdog.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

using std::chrono::milliseconds;

template <typename Condition>
bool soon(Condition condition) {
  for (int i = 0; i < 5000 && !condition(); ++i) std::this_thread::sleep_for(milliseconds(1));
  return condition();
}

/// Keeps the watchdog's thread busy until it is opened, so that what a test arms
/// meanwhile is armed as a whole, however slow the machine.
class Gate {
 public:
  Gate() {
    handle_ = Watchdog::process().arm(Watchdog::Clock::now(), [this] {
      reached_ = true;
      while (!open_) std::this_thread::yield();
      left_ = true;
    });
    while (!reached_) std::this_thread::yield();
  }
  ~Gate() { open(); }
  void open() {
    open_ = true;
    while (!left_) std::this_thread::yield();
  }

 private:
  std::atomic<bool> reached_{false}, open_{false}, left_{false};
  Watchdog::Handle handle_;
};

TEST(WatchdogTest, AlarmsComeInTheOrderOfTheirTimes) {
  Watchdog& watchdog = Watchdog::process();
  std::mutex mutex;
  std::vector<int> order;
  std::vector<Watchdog::Handle> handles;
  {
    Gate gate;
    const auto now = Watchdog::Clock::now();
    for (const int i : {5, 1, 4, 2, 3, 0}) {
      handles.push_back(watchdog.arm(now + milliseconds(i), [&, i] {
        std::lock_guard lock(mutex);
        order.push_back(i);
      }));
    }
  }
  EXPECT_TRUE(soon([&] {
    std::lock_guard lock(mutex);
    return order.size() == 6;
  }));
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(WatchdogTest, ADisarmedAlarmDoesNotCome) {
  std::atomic<int> calls{0};
  std::atomic<bool> later{false};
  Watchdog& watchdog = Watchdog::process();
  Watchdog::Handle last;
  {
    Gate gate;
    const auto now = Watchdog::Clock::now();
    {
      const auto handle = watchdog.arm(now, [&] { ++calls; });
    }
    last = watchdog.arm(now + milliseconds(1), [&] { later = true; });
  }
  EXPECT_TRUE(soon([&] { return later.load(); }));
  EXPECT_EQ(calls, 0);
}

TEST(WatchdogTest, AnAlarmMayArmAndDisarmAlarms) {
  std::atomic<bool> second{false};
  Watchdog& watchdog = Watchdog::process();
  Watchdog::Handle from_alarm;
  const auto handle = watchdog.arm(Watchdog::Clock::now() + milliseconds(5), [&] {
    from_alarm = watchdog.arm(Watchdog::Clock::now() + milliseconds(5), [&] {
      from_alarm = {};
      second = true;
    });
  });
  EXPECT_TRUE(soon([&] { return second.load(); }));
}

TEST(WatchdogTest, AnEarlierAlarmWakesASleeper) {
  std::atomic<bool> early{false};
  Watchdog& watchdog = Watchdog::process();
  const auto late = watchdog.arm(Watchdog::Clock::now() + std::chrono::hours(1), [] {});
  std::this_thread::sleep_for(milliseconds(10));
  const auto handle = watchdog.arm(Watchdog::Clock::now() + milliseconds(1), [&] { early = true; });
  EXPECT_TRUE(soon([&] { return early.load(); }));
}

TEST(WatchdogTest, AChildHasOneOfItsOwn) {
  const auto parents =
      Watchdog::process().arm(Watchdog::Clock::now() + std::chrono::hours(1), [] {});
  EXPECT_EQ(in_child([] {
              std::atomic<bool> called{false};
              const auto handle =
                  Watchdog::process().arm(Watchdog::Clock::now(), [&] { called = true; });
              return soon([&] { return called.load(); }) ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace modebox::sandbox
