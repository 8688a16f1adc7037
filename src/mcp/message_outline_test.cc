#include "src/mcp/message_outline.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace modebox::mcp {
namespace {

using Kind = Message::Kind;

MessageOutline outline(std::string_view text) {
  MessageOutline outline;
  outline.feed(text);
  return outline;
}

TEST(MessageOutline, FindsTheIdWhereverItStands) {
  const std::string params = R"("params":{"id":9,"a":[{"id":8,"s":"}],\"id\":7,\\"}]})";
  for (const std::string& text : std::initializer_list<std::string>{
           R"({"jsonrpc":"2.0","id":1,"method":"m",)" + params + "}",
           R"({"method":"m",)" + params + R"(,"jsonrpc":"2.0","id":1})",
           " { \"id\" :\t1 , \"method\":\"m\", " + params + " } \r",
           R"({"\u0069d":1,"method":"m"})",
           R"({"id":1.0,"method":"m"})",
       }) {
    EXPECT_EQ(outline(text).id(), Value(1)) << text;
    EXPECT_EQ(outline(text).kind(), Kind::request) << text;
    MessageOutline by_bytes;
    for (const char c : text) by_bytes.feed(std::string_view(&c, 1));
    EXPECT_EQ(by_bytes.id(), Value(1)) << text;
  }
  EXPECT_EQ(outline(R"({"method":"m","id":"a\"},{\u00e9"})").id(), Value("a\"},{é"));
}

TEST(MessageOutline, TellsWhatIsNotAnsweredFromWhatIs) {
  EXPECT_EQ(outline(R"({"method":"m","params":{"id":1}})").kind(), Kind::notification);
  const MessageOutline response = outline(R"({"id":"modebox-1","result":{"method":"m"}})");
  EXPECT_EQ(response.kind(), Kind::response);
  EXPECT_EQ(response.id(), Value("modebox-1"));
  EXPECT_EQ(outline(R"({"id":null,"error":{}})").kind(), Kind::response);
  EXPECT_EQ(outline("{}").kind(), std::nullopt);
}

TEST(MessageOutline, AnIdThatIsNoneIsNull) {
  const std::string long_id(100'000, 'a');
  for (const std::string& id :
       {std::string("null"), std::string("1.5"), std::string("1e300"), std::string("[1]"),
        std::string("{\"id\":1}"), std::string("true"), std::string("1 2"), std::string(),
        "\"" + long_id + "\"", std::string(5000, '1'), std::string(2000, '0') + "1"}) {
    const MessageOutline found = outline("{\"id\":" + id + ",\"method\":\"m\"}");
    EXPECT_EQ(found.id(), Value(nullptr)) << id.substr(0, 100);
    EXPECT_EQ(found.kind(), Kind::request) << id.substr(0, 100);
  }
}

TEST(MessageOutline, TellsNothingOfWhatIsNoObjectToItsEnd) {
  for (const char* text : {"", "1", "[]", R"([{"id":1,"method":"m"}])", R"({"id":1,"method":"m")",
                           R"({"id":1,"method":"m"]})", R"({"id":1,"method":"m"}{"id":2})",
                           R"("{"id":1,"method":"m"}")", R"({"id":1,"method":"m)", "}", "]]{}",
                           R"({"id":1,"method":"m"}})"}) {
    EXPECT_EQ(outline(text).id(), Value(nullptr)) << text;
    EXPECT_EQ(outline(text).kind(), std::nullopt) << text;
  }
}

TEST(MessageOutline, KeepsLittleOfALongMessage) {
  MessageOutline outline;
  outline.feed(R"({"method":"m","params":{"code":")");
  const std::string piece(1 << 20, '{');
  for (int i = 0; i < 20; ++i) outline.feed(piece);
  outline.feed(R"("},"jsonrpc":"2.0","id":3})");
  EXPECT_EQ(outline.id(), Value(3));
}

}  // namespace
}  // namespace modebox::mcp
