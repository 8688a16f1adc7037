// Memory that is put back: after an entry that is undone, and from a snapshot.
#include <gtest/gtest.h>

#include <array>

#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

constexpr std::uint64_t limit = 1 << 20;

TEST(Checkpoint, BringsAnotherSandboxToWhereTheRunWas) {
  TestHost host;
  Checkpoint checkpoint;
  {
    const Lease first = lease(limit);
    enter(first.slot(), "e" + std::string(900, 'x'), host);
    enter(first.slot(), command("mg", {3}), host);
    ASSERT_TRUE(first.slot().copy_changes(256, checkpoint));
    enter(first.slot(), "e" + std::string(900, 'y'), host);
  }
  const Lease second = lease(limit);
  ASSERT_TRUE(second.slot().put_back(checkpoint).ok());
  Checkpoint again;
  ASSERT_TRUE(second.slot().copy_changes(256, again));
  EXPECT_EQ(again.wasm_pages, checkpoint.wasm_pages);
  EXPECT_EQ(again.pages, checkpoint.pages);
  EXPECT_EQ(again.bytes, checkpoint.bytes);
  EXPECT_FALSE(checkpoint.pages.empty());
}

TEST(Checkpoint, OfMoreThanIsAllowedIsRefused) {
  TestHost host;
  const Lease taken = lease(limit);
  enter(taken.slot(), "e" + std::string(900, 'x'), host);
  Checkpoint checkpoint;
  EXPECT_FALSE(taken.slot().copy_changes(0, checkpoint));
}

TEST(Checkpoint, OfAStoppedSandboxIsRefused) {
  TestHost host;
  const Lease taken = lease(limit);
  enter(taken.slot(), "u", host);
  Checkpoint checkpoint;
  EXPECT_FALSE(taken.slot().copy_changes(256, checkpoint));
}

TEST(Checkpoint, ThatNeedsMoreMemoryThanThereMayBeIsRefused) {
  Checkpoint checkpoint;
  checkpoint.wasm_pages = 60'000;
  const Lease taken = lease(limit);
  EXPECT_FALSE(taken.slot().put_back(checkpoint).ok());
}

TEST(Snapshot, ThatClaimsToBeHugeIsRefusedBeforeItTakesMemory) {
  // A frame of 16 bytes whose header speaks of 4 GiB.
  constexpr std::array<unsigned char, 16> frame = {0x28, 0xb5, 0x2f, 0xfd, 0xf5, 0xb5, 0, 4,
                                                   0x10, 0xff, 0,    0,    0,    0,    0, 0};
  const Lease taken = lease(limit);
  const Status thawed = taken.slot().thaw(std::as_bytes(std::span(frame)));
  ASSERT_FALSE(thawed.ok());
  EXPECT_EQ(thawed.error().code, "RUN_OUT_OF_MEMORY");
}

}  // namespace
}  // namespace modebox::sandbox
