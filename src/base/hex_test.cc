#include "src/base/hex.h"

#include <gtest/gtest.h>

namespace modebox {
namespace {

TEST(Hex, GoesThereAndBack) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(std::byte(i));
  const std::string text = to_hex(bytes);
  EXPECT_EQ(text.substr(0, 6), "000102");
  EXPECT_EQ(text.substr(506), "fdfeff");
  EXPECT_EQ(from_hex(text), bytes);
}

TEST(Hex, KnowsItsOwnText) {
  EXPECT_TRUE(is_hex("00ff", 2));
  for (const std::string_view wrong : {"00f", "00FF", "00fg", "00ff0", ""}) {
    EXPECT_FALSE(is_hex(wrong, 2)) << wrong;
  }
}

TEST(Hex, DrawsIdsThatDiffer) {
  const std::string id = random_id(RandomSource::system());
  EXPECT_TRUE(is_hex(id, 16));
  EXPECT_NE(id, random_id(RandomSource::system()));
}

}  // namespace
}  // namespace modebox
