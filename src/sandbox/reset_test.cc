// After every kind of run, in every situation, the memory is the image again.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "src/sandbox/page_scanner.h"
#include "src/sandbox/slot_memory.h"
#include "src/sandbox/slot_state.h"
#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

/// Uses the memory in several ways and says whether each lease starts clean.
bool leases_start_clean() {
  TestHost host;
  const std::uint32_t ground = static_cast<std::uint32_t>(ask("ma"));
  const std::array<std::string, 6> uses = {command("md", {ground, 1}),
                                           command("md", {ground, 60}),
                                           command("mg", {10}),
                                           command("mw", {70000, 5}),
                                           "s",
                                           command("ln", {100})};
  for (const std::string& use : uses) {
    for (int grown = 0; grown < 2; ++grown) {
      {
        const Lease taken = lease();
        if (!taken.slot().equals_image()) return false;
        if (grown != 0) {
          enter(taken.slot(), command("mg", {16}), host);
          enter(taken.slot(), command("md", {9 * 65536, 200}), host);
        }
        enter(taken.slot(), use, host);
      }
      const Lease next = lease();
      if (!next.slot().equals_image()) return false;
      if (number_of(enter(next.slot(), "b", host)) != 42) return false;
    }
  }
  return true;
}

class MemoryFixture : public testing::Test {
 protected:
  MemoryFixture() : file_(hostile_image()) {
    memory_ = std::move(SlotMemory::map(hostile_image(), *file_.descriptor())).value();
    memory_->prepare(hostile_image().size() + (8 << 20));
  }
  void dirty(std::size_t pages) {
    const std::size_t first = hostile_image().canary + page_size;
    for (std::size_t i = 0; i < pages; ++i) memory_->base()[first + i * page_size] = 1;
  }

  ImageFile file_;
  std::unique_ptr<SlotMemory> memory_;
};

TEST(ResetTest, LeasesStartClean) { EXPECT_TRUE(leases_start_clean()); }

TEST_F(MemoryFixture, FewChangedPagesAreCopiedBack) {
  dirty(20);
  EXPECT_EQ(memory_->changed_pages(page_scanner()), 21u);
  EXPECT_FALSE(memory_->equals_image());
  EXPECT_EQ(memory_->reset(page_scanner()), ResetWay::copied_pages);
  EXPECT_TRUE(memory_->equals_image());
}

TEST_F(MemoryFixture, BothSourcesFindTheSamePages) {
  dirty(20);
  for (const auto source : {PageScanner::Source::scan_ioctl, PageScanner::Source::pagemap}) {
    const PageScanner scanner = PageScanner::open(source);
    if (scanner.source() == PageScanner::Source::none) continue;
    EXPECT_EQ(memory_->changed_pages(scanner), 21u) << static_cast<int>(source);
    memory_->prepare(0);
    EXPECT_EQ(memory_->reset(scanner), ResetWay::copied_pages);
    EXPECT_TRUE(memory_->equals_image());
    dirty(20);
  }
}

TEST_F(MemoryFixture, WhatWasCountedIsNotLookedForAgain) {
  dirty(20);
  ASSERT_EQ(memory_->grow(4), hostile_image().size() / wasm_page);
  std::memset(memory_->base() + hostile_image().size(), 1, 4 * wasm_page);
  EXPECT_EQ(memory_->changed_pages(page_scanner()), 64u + 21);
  EXPECT_EQ(memory_->reset(PageScanner::open(PageScanner::Source::none)), ResetWay::copied_pages);
  EXPECT_TRUE(memory_->equals_image());
}

TEST_F(MemoryFixture, WhatIsWrittenAfterCountingIsFoundToo) {
  dirty(20);
  EXPECT_EQ(memory_->changed_pages(page_scanner()), 21u);
  memory_->touch();
  dirty(21);
  EXPECT_EQ(memory_->reset(page_scanner()), ResetWay::copied_pages);
  EXPECT_TRUE(memory_->equals_image());
}

TEST_F(MemoryFixture, ManyChangedPagesAreDroppedTogether) {
  const std::size_t pages = hostile_image().most_copied_pages;
  for (std::size_t i = 0; i < pages; ++i) {
    memory_->base()[wasm_page + i * page_size] = 1;
    if (wasm_page + (i + 2) * page_size > hostile_image().size()) break;
  }
  const bool enough = memory_->changed_pages(page_scanner()) > hostile_image().most_copied_pages;
  EXPECT_EQ(memory_->reset(page_scanner()),
            enough ? ResetWay::dropped_mapping : ResetWay::copied_pages);
  EXPECT_TRUE(memory_->equals_image());
}

TEST_F(MemoryFixture, WithoutASourceEverythingIsDropped) {
  dirty(20);
  EXPECT_EQ(memory_->reset(PageScanner::open(PageScanner::Source::none)),
            ResetWay::dropped_mapping);
  EXPECT_TRUE(memory_->equals_image());
}

TEST_F(MemoryFixture, ACanaryThatIsNotSeenMeansDoubt) {
  ASSERT_EQ(memory_->reset(PageScanner::open(PageScanner::Source::none)),
            ResetWay::dropped_mapping);
  dirty(20);  // without prepare, so that the canary's page is the file's
  EXPECT_EQ(memory_->reset(page_scanner()), ResetWay::dropped_mapping);
  EXPECT_TRUE(memory_->equals_image());
}

TEST_F(MemoryFixture, TheHeapIsEmptyAndClosedAfterAReset) {
  const std::size_t end = hostile_image().size();
  ASSERT_EQ(memory_->grow(4), end / wasm_page);
  std::memset(memory_->base() + end, 1, 4 * wasm_page);
  EXPECT_EQ(memory_->changed_pages(page_scanner()), 64u + 1);
  EXPECT_EQ(memory_->reset(page_scanner()), ResetWay::copied_pages);
  EXPECT_EQ(memory_->size(), end);
  memory_->prepare(end + (8 << 20));
  ASSERT_EQ(memory_->grow(4), end / wasm_page);
  for (std::size_t i = 0; i < 4 * wasm_page; ++i) ASSERT_EQ(memory_->base()[end + i], 0);
}

TEST_F(MemoryFixture, LockedMemoryIsComparedAndCopied) {
  dirty(20);
  ASSERT_EQ(memory_->grow(2), hostile_image().size() / wasm_page);
  memory_->base()[hostile_image().size()] = 1;
  if (mlock(memory_->base() + wasm_page, hostile_image().size() + wasm_page) != 0) {
    GTEST_SKIP() << "memory can not be locked here";
  }
  EXPECT_NE(memory_->reset(PageScanner::open(PageScanner::Source::none)), ResetWay::failed);
  EXPECT_TRUE(memory_->equals_image());
}

TEST(ResetTest, LeasesStartCleanInAProcessThatLocksItsMemory) {
  if (geteuid() != 0) GTEST_SKIP() << "needs the right to lock memory";
  for (const int flags : {MCL_CURRENT, MCL_FUTURE, MCL_CURRENT | MCL_FUTURE}) {
    EXPECT_EQ(in_child([&] {
                if (flags == MCL_CURRENT && !leases_start_clean()) return 2;
                if (mlockall(flags) != 0) return 3;
                return leases_start_clean() ? 0 : 1;
              }),
              0);
  }
}

TEST(ResetTest, LeasesStartCleanAfterSetuid) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root";
  EXPECT_EQ(in_child([] {
              if (setuid(65534) != 0) return 3;
              return leases_start_clean() ? 0 : 1;
            }),
            0);
  EXPECT_EQ(in_child([] {  // first used before
              if (!leases_start_clean()) return 2;
              if (setuid(65534) != 0) return 3;
              return leases_start_clean() ? 0 : 1;
            }),
            0);
}

TEST(ResetTest, LeasesStartCleanInParentAndChildAfterFork) {
  ASSERT_TRUE(leases_start_clean());
  TestHost host;
  const Lease held = lease();
  enter(held.slot(), command("mw", {70000, 5}), host);
  EXPECT_EQ(in_child([&] {
              if (!leases_start_clean()) return 1;
              // The parent's lease is void here, and harmless.
              if (enter(held.slot(), "b", host).reason != StopReason::internal) return 2;
              held.slot().stop(held.epoch(), StopReason::aborted);
              return in_child([] { return leases_start_clean() ? 0 : 3; });
            }),
            0);
  EXPECT_EQ(number_of(enter(held.slot(), command("mr", {70000}), host)), 5);
  EXPECT_TRUE(leases_start_clean());
}

TEST(ResetTest, AForkInAHostCallEndsTheRunInTheChildOnly) {
  TestHost host;
  const Lease taken = lease();
  pid_t child = -1;
  host.on_call = [&](auto) {
    child = fork();
    return CallAnswer{};
  };
  const EntryResult result = enter(taken.slot(), std::string("ch\1a", 4), host);
  if (child == 0) {
    const bool right = result.end == EntryEnd::stopped && result.reason == StopReason::internal &&
                       leases_start_clean();
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(result.end, EntryEnd::returned);
  EXPECT_EQ(number_of(enter(taken.slot(), "b", host)), 42);
}

TEST(ResetTest, DescriptorsThatTheHostClosedAreNotTrusted) {
  EXPECT_EQ(in_child([] {
              if (!leases_start_clean()) return 2;
              for (int fd = 3; fd < 1000; ++fd) close(fd);
              // Something else takes their numbers.
              for (int i = 0; i < 100; ++i) {
                if (memfd_create("other", 0) < 0) return 3;
              }
              hostile_pool().trim();
              return leases_start_clean() ? 0 : 1;
            }),
            0);
}

TEST(ForkTest, TheGenerationIsThatOfTheProcess) {
  const std::uint64_t here = fork_generation();
  EXPECT_EQ(in_child([&] {
              if (fork_generation() != here + 1 || fork_generation() != here + 1) return 1;
              return in_child([&] { return fork_generation() == here + 2 ? 0 : 2; });
            }),
            0);
  EXPECT_EQ(fork_generation(), here);
}

}  // namespace
}  // namespace modebox::sandbox
