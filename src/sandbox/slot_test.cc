// Entries: what comes back, every kind of trap, and what a guest can not reach.
#include <gtest/gtest.h>

#include <cfenv>
#include <thread>

#include "src/sandbox/guest_stack.h"
#include "src/sandbox/slot_state.h"
#include "src/sandbox/test_guest.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// Sanitizer builds: children that run on with threads are what is tested here.
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }

namespace modebox::sandbox {
namespace {

EntryResult run(const std::string& message, std::uint64_t limit = 1 << 20) {
  TestHost host;
  const Lease taken = lease(limit);
  EntryResult result = enter(taken.slot(), message, host);
  if (result.end == EntryEnd::trapped) {
    EXPECT_EQ(enter(taken.slot(), "b", host).trap, result.trap);
  }
  result.output = {};
  return result;
}

TEST(SlotTest, AMessageGoesInAndAnOutputComesOut) {
  TestHost host;
  const Lease taken = lease();
  const EntryResult result = enter(taken.slot(), "ehello", host);
  EXPECT_EQ(result.end, EntryEnd::returned);
  EXPECT_EQ(text_of(result), "hello");
}

TEST(SlotTest, AGuestStartsAsItWasBooted) { EXPECT_EQ(ask("b"), 42); }

TEST(SlotTest, AMessageThatDoesNotFitTheMailboxArrivesWhole) {
  std::string message = "t";
  double sum = 0;
  for (int i = 0; i < 300000; ++i) {
    message += static_cast<char>(i % 100);
    sum += i % 100;
  }
  EXPECT_EQ(ask(message), sum);
}

TEST(SlotTest, AMessageThatTheGuestHasNoRoomForTraps) {
  EXPECT_EQ(run(std::string(20 << 20, 't')).trap, TrapKind::protocol);
}

TEST(SlotTest, EachTrapIsToldApart) {
  EXPECT_EQ(run("u").trap, TrapKind::unreachable);
  EXPECT_EQ(run(command("ad", {5})).trap, TrapKind::divide);
  EXPECT_EQ(run("ac").trap, TrapKind::divide);       // an overflow of the conversion
  EXPECT_EQ(run("s").trap, TrapKind::memory_fault);  // the guest's C stack, into the null zone
  EXPECT_EQ(run("n").trap, TrapKind::stack_exhausted);
  EXPECT_TRUE(works());
}

TEST(SlotTest, MemoryThatIsNotTheGuestsFaults) {
  for (const std::uint32_t address :
       {0u, 1u, 4096u, 65535u, 9u * 65536, 0x7fffffffu, 0xffffffffu}) {
    EXPECT_EQ(run(command("mr", {address})).trap, TrapKind::memory_fault) << address;
    EXPECT_EQ(run(command("mw", {address, 1})).trap, TrapKind::memory_fault) << address;
    EXPECT_EQ(run(command("mo", {address})).trap, TrapKind::memory_fault) << address;
  }
  EXPECT_EQ(run(command("mr", {65536})).end, EntryEnd::returned);
  EXPECT_EQ(run(command("mr", {9 * 65536 - 1})).end, EntryEnd::returned);
}

TEST(SlotTest, BulkOperationsAreChecked) {
  const std::uint32_t end = 9 * 65536, inside = 70000;
  EXPECT_EQ(run(command("mm", {inside, inside + 10, 100})).end, EntryEnd::returned);
  EXPECT_EQ(run(command("mm", {end - 10, inside, 100})).trap, TrapKind::memory_fault);
  EXPECT_EQ(run(command("mm", {inside, end - 10, 100})).trap, TrapKind::memory_fault);
  EXPECT_EQ(run(command("mm", {0xfffffff0u, inside, 0xfffffff0u})).trap, TrapKind::memory_fault);
  EXPECT_EQ(run(command("mm", {0, inside, 10})).trap, TrapKind::memory_fault);
  EXPECT_EQ(run(command("mf", {inside, 10})).end, EntryEnd::returned);
  EXPECT_EQ(run(command("mf", {end - 10, 100})).trap, TrapKind::memory_fault);
  EXPECT_EQ(run(command("mf", {0xffffffffu, 0xffffffffu})).trap, TrapKind::memory_fault);
}

TEST(SlotTest, ACorruptedFunctionPointerTrapsAndCallsNothing) {
  EXPECT_EQ(ask("cg"), 2);
  for (const std::uint32_t index :
       {0u, 4u, 5u, 7u, 8u, 1000u, 0x7fffffffu, 0x80000001u, 0xffffffffu}) {
    EXPECT_EQ(run(command("ci", {index})).trap, TrapKind::bad_indirect_call) << index;
  }
  EXPECT_EQ(run("cw").trap, TrapKind::bad_indirect_call);  // of another type
}

TEST(SlotTest, MemoryGrowsToTheCapAndNotOnePageFurther) {
  TestHost host;
  const Lease taken = lease(3 << 20);
  const std::uint32_t image_pages = 9, cap = image_pages + (3 << 4) + (8 << 4);
  const std::uint32_t room = cap - image_pages;
  EXPECT_EQ(number_of(enter(taken.slot(), command("mg", {room + 1}), host)), -1);
  EXPECT_EQ(number_of(enter(taken.slot(), command("mg", {0xffffffffu}), host)), -1);
  EXPECT_EQ(number_of(enter(taken.slot(), command("mg", {room - 1}), host)), image_pages);
  EXPECT_EQ(number_of(enter(taken.slot(), command("mg", {1}), host)), cap - 1);
  EXPECT_EQ(number_of(enter(taken.slot(), command("mg", {1}), host)), -1);
  EXPECT_EQ(number_of(enter(taken.slot(), command("mg", {0}), host)), cap);
  EXPECT_EQ(number_of(enter(taken.slot(), "ms", host)), cap);
  EXPECT_EQ(taken.slot().memory_size(), std::uint64_t{cap} * wasm_page);
  EXPECT_EQ(enter(taken.slot(), command("mw", {cap * 65536 - 1, 1}), host).end, EntryEnd::returned);
  EXPECT_EQ(enter(taken.slot(), command("mw", {cap * 65536, 1}), host).trap,
            TrapKind::memory_fault);
}

TEST(SlotTest, HostCallsAnswerWithAReplyThatIsFetched) {
  TestHost host;
  const Lease taken = lease();
  const EntryResult result = enter(taken.slot(), std::string("ch\5abcde", 8), host);
  EXPECT_EQ(text_of(result), "abcde");
  EXPECT_EQ(host.calls, 1);
}

TEST(SlotTest, PointersForTheHostAreChecked) {
  const std::uint32_t end = 9 * 65536;
  EXPECT_EQ(run(command("cp", {end - 4, 8})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("cp", {0, 8})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("cp", {0xffffffffu, 0x7fffffffu})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("cp", {70000, 0x80000000u})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("cp", {70000, static_cast<std::uint32_t>(-4)})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("cq", {3})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("cq", {0xffffffffu})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("co", {end - 4, 8})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("co", {0, 1})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("co", {0xffffffffu, 0xffffffffu})).trap, TrapKind::protocol);
  EXPECT_EQ(run(command("co", {end - 4, 4})).end, EntryEnd::returned);
}

TEST(SlotTest, AReplyIsFetchedAtItsExactLengthIntoTheGuestsMemoryOnly) {
  TestHost host;
  host.reply = "four";
  host.on_call = [&](auto) {
    return CallAnswer{std::as_bytes(std::span(host.reply)), StopReason::none};
  };
  for (const auto& [address, length] :
       {std::pair{70000u, -3}, {70000u, -5}, {9u * 65536 - 2, -4}, {0u, -4}}) {
    const Lease taken = lease();
    EXPECT_EQ(number_of(enter(taken.slot(), command("cp", {70000, 1}), host)), 4);
    EXPECT_EQ(
        enter(taken.slot(), command("cp", {address, static_cast<std::uint32_t>(length)}), host)
            .trap,
        TrapKind::protocol);
  }
}

TEST(SlotTest, AHostCanEndTheRunInACallOrAPoll) {
  TestHost host;
  host.on_call = [](auto) { return CallAnswer{{}, StopReason::host_call_limit}; };
  const Lease taken = lease();
  EXPECT_EQ(enter(taken.slot(), "lh", host).reason, StopReason::host_call_limit);
  EXPECT_EQ(enter(taken.slot(), "b", host).reason, StopReason::host_call_limit);
  host.on_poll = [&](auto) {
    return PollAnswer{0, host.polls == 100 ? StopReason::out_of_fuel : StopReason::none};
  };
  const Lease other = lease();
  const EntryResult result = enter(other.slot(), "lp", host);
  EXPECT_EQ(result.end, EntryEnd::stopped);
  EXPECT_EQ(result.reason, StopReason::out_of_fuel);
  EXPECT_EQ(host.polls, 100);
}

TEST(SlotTest, HostFunctionsRunOnTheStackOfTheirThread) {
  TestHost host;
  char here = 0;
  std::ptrdiff_t distance = 0;
  host.on_call = [&](auto) {
    char there = 0;
    distance = std::abs(&here - &there);
    return CallAnswer{};
  };
  enter(lease().slot(), std::string("ch\1a", 4), host);
  EXPECT_NE(distance, 0);
  EXPECT_LT(distance, 256 << 10);
}

TEST(SlotTest, AHostFunctionMayRunAnotherSandbox) {
  TestHost host;
  std::string inner;
  host.on_call = [&](auto) {
    inner += std::to_string(ask("b"));
    EXPECT_EQ(run("n").trap, TrapKind::stack_exhausted);
    EXPECT_EQ(run(command("mr", {0})).trap, TrapKind::memory_fault);
    return CallAnswer{};
  };
  const Lease taken = lease();
  EXPECT_EQ(enter(taken.slot(), command("mw", {70000, 77}), host).end, EntryEnd::returned);
  EXPECT_EQ(enter(taken.slot(), std::string("ch\1a", 4), host).end, EntryEnd::returned);
  EXPECT_EQ(number_of(enter(taken.slot(), command("mr", {70000}), host)), 77);
  EXPECT_EQ(inner, "42.000000");
}

TEST(SlotTest, ASlotIsNotEnteredFromItsOwnHostCall) {
  TestHost host;
  const Lease taken = lease();
  EntryResult nested;
  host.on_call = [&](auto) {
    nested = enter(taken.slot(), "b", host);
    return CallAnswer{};
  };
  EXPECT_EQ(enter(taken.slot(), std::string("ch\1a", 4), host).end, EntryEnd::returned);
  EXPECT_EQ(nested.reason, StopReason::internal);
}

TEST(SlotTest, EntriesOfARunMayComeFromDifferentThreads) {
  TestHost host;
  const Lease taken = lease();
  for (int i = 0; i < 20; ++i) {
    std::thread([&, i] {
      EXPECT_EQ(number_of(enter(taken.slot(), command("ln", {64}), host)), i * 64);
    }).join();
  }
}

TEST(SlotTest, DeepRecursionGivesItsStackBack) {
  for (int i = 0; i < 20; ++i) EXPECT_EQ(run("n").trap, TrapKind::stack_exhausted);
  // Resident memory, in pages: what 20 stacks of 16 MiB would be is far more.
  long pages = 0, resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  ASSERT_EQ(std::fscanf(file, "%ld %ld", &pages, &resident), 2);
  std::fclose(file);
  const long before = resident;
  for (int i = 0; i < 20; ++i) EXPECT_EQ(run("n").trap, TrapKind::stack_exhausted);
  file = std::fopen("/proc/self/statm", "re");
  ASSERT_EQ(std::fscanf(file, "%ld %ld", &pages, &resident), 2);
  std::fclose(file);
  EXPECT_LT(resident - before, 1024);
}

#if defined(__x86_64__)
TEST(SlotTest, TheHostsFloatingPointStateStaysTheHosts) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // flush to zero, denormals are zero: as -Ofast leaves it
  std::fesetround(FE_UPWARD);
  const unsigned strange = _mm_getcsr();
  TestHost host;
  unsigned in_call = 0;
  host.on_call = [&](auto) {
    in_call = _mm_getcsr();
    return CallAnswer{};
  };
  double tiny = 0, third = 0;
  {
    const Lease taken = lease();
    tiny = number_of(enter(taken.slot(), "at", host));
    third = number_of(enter(taken.slot(), "ar", host));
    enter(taken.slot(), std::string("ch\1a", 4), host);
    enter(taken.slot(), "u", host);
  }
  const unsigned after = _mm_getcsr();
  std::fesetround(FE_TONEAREST);
  _mm_setcsr(before);
  // Sticky exception flags aside, which a program may set at any time.
  EXPECT_EQ(after & ~0x3fu, strange & ~0x3fu);
  EXPECT_EQ(in_call & ~0x3fu, strange & ~0x3fu);
  EXPECT_EQ(tiny, 5e-324);
  EXPECT_EQ(third, 1.0 / 3.0);
}
#endif

}  // namespace
}  // namespace modebox::sandbox
