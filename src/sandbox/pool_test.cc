// What the pool does when there is no more: of slots, address space, mappings.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <thread>
#include <vector>

#include "src/sandbox/slot_state.h"
#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

TEST(PoolTest, ASlotThatIsGivenBackIsTakenAgain) {
  Slot* first = &lease().slot();
  EXPECT_EQ(&lease().slot(), first);
}

TEST(PoolTest, EachLeaseHasAnEpochOfItsOwn) {
  const std::uint64_t epoch = lease().epoch();
  EXPECT_NE(lease().epoch(), epoch);
}

TEST(PoolTest, AtCapacityIsToldApart) {
  static Pool& pool = Pool::create(hostile_image(), 2);
  Result<Lease> a = pool.acquire(1 << 20), b = pool.acquire(1 << 20);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_TRUE(pool.at_capacity());
  EXPECT_EQ(pool.acquire(1 << 20).error().message, "All 2 sandboxes are in use.");
  { const Lease given_back = std::move(*a); }
  EXPECT_FALSE(pool.at_capacity());
  EXPECT_TRUE(pool.acquire(1 << 20).ok());
}

TEST(PoolTest, ASlotThatTrappedLosesItsMemory) {
  TestHost host;
  Slot* slot = nullptr;
  {
    const Lease taken = lease();
    slot = &taken.slot();
    enter(taken.slot(), "u", host);
  }
  EXPECT_EQ(slot->state().memory, nullptr);
  EXPECT_TRUE(works());
}

TEST(PoolTest, ManyAtOnceAndFromManyThreads) {
  static Pool& pool = Pool::create(hostile_image());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      TestHost host;
      for (int round = 0; round < 20; ++round) {
        std::vector<Lease> leases;
        for (int i = 0; i < 30; ++i) leases.push_back(std::move(pool.acquire(1 << 20)).value());
        for (const Lease& taken : leases) {
          EXPECT_EQ(number_of(enter(taken.slot(), "b", host)), 42);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.in_use(), 0u);
}

#if !defined(MODEBOX_ADDRESS_SANITIZER) && !defined(MODEBOX_THREAD_SANITIZER)
TEST(PoolTest, TooLittleAddressSpaceIsAnErrorAndNotABrokenSandbox) {
  for (const rlim_t room : {rlim_t{1} << 20, rlim_t{4} << 30, (rlim_t{8} << 30) + (64 << 10)}) {
    EXPECT_EQ(in_child([&] {
                hostile_image();
                long pages = 0;
                std::FILE* file = std::fopen("/proc/self/statm", "re");
                if (std::fscanf(file, "%ld", &pages) != 1) return 9;
                std::fclose(file);
                const rlim_t most = static_cast<rlim_t>(pages) * 4096 + room;
                const rlimit limit = {most, most};
                if (setrlimit(RLIMIT_AS, &limit) != 0) return 8;
                TestHost host;
                const Result<Lease> taken = hostile_pool().acquire(1 << 20);
                // Enough for the slot, but then not for its stack.
                if (taken.ok()) {
                  return enter(taken.value().slot(), "b", host).reason == StopReason::internal ? 0
                                                                                               : 1;
                }
                return taken.error().message.empty() ? 2 : 0;
              }),
              0);
  }
}

TEST(PoolTest, WhenMappingsRunOutAcquireSaysSoAndWhatIsThereWorksOn) {
  EXPECT_EQ(in_child([] {
              if (!works()) return 1;
              const Lease held = lease();
              // Every second page another protection: one mapping each.
              std::vector<void*> mappings;
              for (;;) {
                void* page = mmap(nullptr, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                if (page == MAP_FAILED || mprotect(page, 4096, PROT_READ) != 0) break;
                mappings.push_back(page);
              }
              TestHost host;
              if (number_of(enter(held.slot(), "b", host)) != 42) return 2;
              std::vector<Lease> leases;
              for (int i = 0; i < 100; ++i) {
                Result<Lease> taken = hostile_pool().acquire(1 << 20);
                if (!taken) {
                  if (hostile_pool().at_capacity() || taken.error().message.empty()) return 3;
                  // Growing fails inside the guest, nothing else.
                  if (number_of(enter(held.slot(), command("mg", {8}), host)) == 42) return 4;
                  for (void* page : mappings) munmap(page, 8192);
                  return works() ? 0 : 5;
                }
                leases.push_back(std::move(*taken));
                if (number_of(enter(leases.back().slot(), "b", host)) != 42) return 6;
              }
              return 7;
            }),
            0);
}
#endif

}  // namespace
}  // namespace modebox::sandbox
