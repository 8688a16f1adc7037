#include "src/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace modebox {
namespace {

TEST(Random, SameSeedGivesTheSameBytesInAnyPieces) {
  SeededRandom whole(42), pieces(42);
  std::array<std::byte, 100> a{}, b{};
  whole.fill(a);
  for (std::size_t at = 0, size = 1; at < b.size(); at += size, ++size) {
    pieces.fill(std::span(b).subspan(at, std::min(size, b.size() - at)));
  }
  EXPECT_EQ(a, b);
}

TEST(Random, SeededStreamIsTheDocumentedOne) {
  // splitmix64(0) gives e220a8397b1dcdaf, 6e789e6aa1b965f4, ...; xoshiro256**
  // then begins with rotl(s1 * 5, 7) * 9.
  SeededRandom random(0);
  EXPECT_EQ(random.next(), 0x99ec5f36cb75f2b4u);
}

TEST(Random, OtherSeedsGiveOtherBytes) {
  SeededRandom one(1), two(2);
  EXPECT_NE(one.next(), two.next());
}

TEST(Random, SystemSourceFillsEveryByte) {
  // Each byte differs from its first filling within 20 more, or the source is
  // broken: the chance of a false alarm is below 2^-140.
  std::vector<std::byte> first(600), again(600);
  RandomSource::system().fill(first);
  std::vector<bool> changed(600);
  for (int round = 0; round < 20; ++round) {
    RandomSource::system().fill(again);
    for (std::size_t i = 0; i < first.size(); ++i) changed[i] = changed[i] || again[i] != first[i];
  }
  EXPECT_EQ(std::count(changed.begin(), changed.end(), false), 0);
}

}  // namespace
}  // namespace modebox
