#include "src/mcp/output_store.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace modebox::mcp {
namespace {

TEST(OutputStore, GivesBackWhatItKeeps) {
  OutputStore store;
  EXPECT_EQ(store.keep("one"), "o1");
  EXPECT_EQ(store.keep("two"), "o2");
  EXPECT_EQ(**store.find("o1"), "one");
  EXPECT_EQ(**store.find("o2"), "two");
}

TEST(OutputStore, DropsTheOldestOfTooMany) {
  OutputStore store({.max_texts = 2});
  for (const char* text : {"one", "two", "three"}) store.keep(text);
  ASSERT_FALSE(store.find("o1"));
  EXPECT_EQ(store.find("o1").error().message,
            "There is no output \"o1\" any more: kept are o2 to o3.");
  EXPECT_EQ(**store.find("o3"), "three");
}

TEST(OutputStore, DropsTheOldestOfTooMuch) {
  OutputStore store({.max_bytes = 10});
  store.keep("12345");
  store.keep("12345");
  EXPECT_TRUE(store.find("o1"));
  store.keep("1");
  EXPECT_FALSE(store.find("o1"));
  EXPECT_TRUE(store.find("o2"));
  EXPECT_EQ(store.keep(std::string(100, 'x')), "o4");
  EXPECT_FALSE(store.find("o3"));
  EXPECT_EQ((*store.find("o4"))->size(), 10u);
}

TEST(OutputStore, KeepsTheBeginningOfOneThatIsTooLarge) {
  OutputStore store({.max_text_bytes = 4});
  store.keep("ab\u20acd");
  EXPECT_EQ(**store.find("o1"), "ab");
}

TEST(OutputStore, KnowsNoOtherIds) {
  OutputStore store;
  EXPECT_EQ(store.find("o1").error().message, "There is no output \"o1\": none is kept.");
  store.keep("x");
  for (const char* id : {"", "o", "o0", "o01", "o2", "1", "p1", "o-1", "o+1", "o1 ", " o1", "O1",
                         "o99999999999999999999", "o18446744073709551615", "__proto__"}) {
    EXPECT_FALSE(store.find(id)) << id;
  }
  EXPECT_LT(store.find(std::string(100'000, 'o')).error().message.size(), 100u);
}

TEST(OutputStore, IsUsedByManyThreadsAtOnce) {
  OutputStore store({.max_texts = 4, .max_bytes = 1000});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&store] {
      for (int i = 0; i < 500; ++i) {
        const std::string id = store.keep(std::string(static_cast<std::size_t>(i % 300), 'x'));
        if (const auto text = store.find(id)) {
          EXPECT_LE((*text)->size(), 300u);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store.keep(""), "o2001");
}

}  // namespace
}  // namespace modebox::mcp
