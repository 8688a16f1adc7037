#include "src/bridge/sse_reader.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace modebox::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// `type|data` of each event.
std::vector<std::string> read(SseReader& reader, std::string_view text) {
  std::vector<std::string> events;
  EXPECT_TRUE(reader.add(text, [&](const SseEvent& event) {
    events.push_back(std::string(event.type) + "|" + std::string(event.data));
    return true;
  }));
  return events;
}

std::vector<std::string> read(std::string_view text) {
  SseReader reader(1000);
  return read(reader, text);
}

TEST(SseReader, HandsOverDataAtTheBlankLine) {
  EXPECT_THAT(read("data: one\n\ndata:two\n\n"), ElementsAre("message|one", "message|two"));
  EXPECT_THAT(read("data: not yet"), IsEmpty());
  EXPECT_THAT(read("data: not yet\n"), IsEmpty());
}

TEST(SseReader, JoinsLinesAndTakesOneSpaceAway) {
  EXPECT_THAT(read("data:  a\ndata\ndata: b\n\n"), ElementsAre("message| a\n\nb"));
}

TEST(SseReader, TakesAllEndsOfLines) {
  EXPECT_THAT(read("data: a\r\rdata: b\r\n\r\ndata: c\n\n"),
              ElementsAre("message|a", "message|b", "message|c"));
}

TEST(SseReader, PassesOverWhatIsNoEvent) {
  EXPECT_THAT(read(": comment\n\nevent: ping\n\ndata\n\nother: x\ndata: y\n\n"),
              ElementsAre("message|y"));
  EXPECT_THAT(read("event: ping\ndata: x\n\ndata: y\n\n"), ElementsAre("ping|x", "message|y"));
  EXPECT_THAT(read("\xef\xbb\xbf"
                   "data: after a mark\n\n"),
              ElementsAre("message|after a mark"));
}

TEST(SseReader, GivesTheSameForAnyPieces) {
  const std::string text = "id: 1\r\ndata: a\r\ndata: b\r\n\r\nretry: 20\revent: e\rdata: c\r\r";
  for (std::size_t size = 1; size < text.size(); ++size) {
    SseReader reader(1000);
    std::vector<std::string> events;
    for (std::size_t at = 0; at < text.size(); at += size) {
      const auto some = read(reader, std::string_view(text).substr(at, size));
      events.insert(events.end(), some.begin(), some.end());
    }
    EXPECT_THAT(events, ElementsAre("message|a\nb", "e|c")) << size;
    EXPECT_EQ(reader.last_id(), "1");
    EXPECT_EQ(reader.retry(), std::chrono::milliseconds(20));
  }
}

TEST(SseReader, KeepsTheIdOfTheLastEventThatWasWhole) {
  SseReader reader(1000);
  read(reader, "id: 1\ndata: a\n\nid: 2\ndata:\n\nid: 3\ndata: cut");
  EXPECT_EQ(reader.last_id(), "2");
  reader.restart();
  EXPECT_THAT(read(reader, "data: b\n\n"), ElementsAre("message|b"));
  EXPECT_EQ(reader.last_id(), "2");
}

TEST(SseReader, PassesOverIdsThatNoHeaderHoldsAndTimesThatAreNone) {
  SseReader reader(10'000);
  read(reader, std::string("id: a\nid: b\0c\nid: d\x01\nretry: 1e3\nretry: -1\nretry:\n\n", 50));
  EXPECT_EQ(reader.last_id(), "a");
  EXPECT_EQ(reader.retry(), std::nullopt);
  read(reader, "id: " + std::string(5000, 'x') + "\nretry: 99999999999999999999\n\n");
  EXPECT_EQ(reader.last_id(), "a");
  EXPECT_EQ(reader.retry(), std::nullopt);
}

TEST(SseReader, TakesNoEventThatIsTooLarge) {
  const auto nothing = [](const SseEvent&) { return true; };
  const std::string line = "data: " + std::string(500, 'x') + "\n";
  SseReader several(1000);
  EXPECT_FALSE(several.add(line + line + line + "\n", nothing));
  EXPECT_FALSE(several.add("data: a\n\n", nothing));
  SseReader one(1000);
  EXPECT_TRUE(one.add(std::string(1000, 'x'), nothing));
  EXPECT_FALSE(one.add("x", nothing));
}

TEST(SseReader, StopsWhenNobodyWantsMore) {
  SseReader reader(1000);
  int count = 0;
  EXPECT_TRUE(reader.add("data: a\n\ndata: b\n\n", [&](const SseEvent&) {
    ++count;
    return false;
  }));
  EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace modebox::bridge
