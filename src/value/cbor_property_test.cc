// Random graphs through the codec, and damaged bytes into the decoder.
#include <gtest/gtest.h>

#include <random>

#include "src/value/cbor_decode.h"
#include "src/value/cbor_encode.h"
#include "src/value/cbor_reader.h"
#include "src/value/random_value.h"

namespace modebox::value {
namespace {

using Bytes = std::vector<std::byte>;

class RandomGraph : public testing::TestWithParam<std::uint64_t> {};
constexpr int graphs_per_seed = 400;

TEST_P(RandomGraph, ComesBackEqual) {
  RandomValues random(GetParam());
  for (int i = 0; i < graphs_per_seed; ++i) {
    const Value value = random.next();
    const Result<Bytes> bytes = encode(value);
    ASSERT_TRUE(bytes.ok()) << bytes.error().message;
    const Result<Value> again = decode(*bytes);
    ASSERT_TRUE(again.ok()) << again.error().message << "\n" << value;
    ASSERT_EQ(*again, value) << "graph " << i;
  }
}

TEST_P(RandomGraph, SecondTripGivesTheSameBytes) {
  RandomValues random(GetParam());
  for (int i = 0; i < graphs_per_seed; ++i) {
    const Value once = *decode(*encode(random.next()));
    const Bytes first = *encode(once);
    ASSERT_EQ(*encode(*decode(first)), first) << once;
  }
}

TEST_P(RandomGraph, OneItemIsWhatTheReaderPassesOver) {
  RandomValues random(GetParam());
  for (int i = 0; i < graphs_per_seed; ++i) {
    Bytes bytes = *encode(random.next());
    const std::size_t size = bytes.size();
    bytes.push_back(std::byte{0});
    CborReader reader(bytes);
    ASSERT_EQ(reader.raw().size(), size);
    ASSERT_EQ(reader.uint(), 0u);
    ASSERT_TRUE(reader.ok() && reader.at_end());
  }
}

TEST_P(RandomGraph, DamagedBytesGiveAnErrorOrAWholeValue) {
  RandomValues random(GetParam());
  int refused = 0;
  for (int i = 0; i < graphs_per_seed; ++i) {
    Bytes bytes = *encode(random.next());
    for (int damage = 0; damage < 20; ++damage) {
      Bytes hurt = bytes;
      for (std::size_t edits = 1 + random.below(3); edits > 0 && !hurt.empty(); --edits) {
        const auto at = hurt.begin() + static_cast<std::ptrdiff_t>(random.below(hurt.size()));
        const auto byte = static_cast<std::byte>(random.below(256));
        switch (random.below(4)) {
          case 0:
            hurt.erase(at);
            break;
          case 1:
            hurt.insert(at, byte);
            break;
          case 2:
            hurt.resize(static_cast<std::size_t>(at - hurt.begin()));
            break;
          default:
            *at = byte;
            break;
        }
      }
      const Result<Value> result = decode(hurt);
      if (!result) {
        ++refused;
        EXPECT_NE(result.error().message.find("at byte"), std::string::npos);
        continue;
      }
      const Result<Bytes> again = encode(*result);  // what is accepted is whole
      ASSERT_TRUE(again.ok());
      ASSERT_EQ(*decode(*again), *result);
    }
  }
  EXPECT_GT(refused, graphs_per_seed);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraph, testing::Range<std::uint64_t>(1, 6));

}  // namespace
}  // namespace modebox::value
