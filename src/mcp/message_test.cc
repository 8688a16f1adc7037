#include "src/mcp/message.h"

#include <gtest/gtest.h>

#include <string>

#include "modebox/json.h"

namespace modebox::mcp {
namespace {

Message good(std::string_view text) {
  std::variant<Message, BadMessage> read = read_message(text);
  if (const auto* bad = std::get_if<BadMessage>(&read)) {
    ADD_FAILURE() << text << ": " << bad->error.message;
    return {};
  }
  return std::get<Message>(std::move(read));
}

BadMessage bad(std::string_view text, const MessageLimits& limits = {}) {
  std::variant<Message, BadMessage> read = read_message(text, limits);
  if (const auto* found = std::get_if<BadMessage>(&read)) return *found;
  ADD_FAILURE() << "not refused: " << text;
  return {};
}

TEST(ReadMessage, TellsRequestsNotificationsAndResponses) {
  const Message request = good(R"({"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}})");
  EXPECT_EQ(request.kind, Message::Kind::request);
  EXPECT_EQ(request.id, Value("a"));
  EXPECT_EQ(request.method, "m");
  EXPECT_EQ(request.params["x"], Value(1));
  EXPECT_EQ(good(R"({"jsonrpc":"2.0","method":"m"})").kind, Message::Kind::notification);
  const Message result = good(R"({"jsonrpc":"2.0","id":7,"result":{}})");
  EXPECT_EQ(result.kind, Message::Kind::response);
  EXPECT_TRUE(result.error.is_undefined());
  EXPECT_EQ(good(R"({"jsonrpc":"2.0","id":7,"error":{"code":1}})").error["code"], Value(1));
}

TEST(ReadMessage, RefusesWhatIsNone) {
  EXPECT_EQ(bad("{").error.code, ErrorCode::parse_error);
  EXPECT_EQ(bad("\xff").error.code, ErrorCode::parse_error);
  for (const char* text : {
           "1",
           "[]",
           R"([{"jsonrpc":"2.0","id":1,"method":"m"}])",
           R"({"id":1,"method":"m"})",
           R"({"jsonrpc":"1.0","id":1,"method":"m"})",
           R"({"jsonrpc":"2.0","id":1})",
           R"({"jsonrpc":"2.0","id":null,"method":"m"})",
           R"({"jsonrpc":"2.0","id":1.5,"method":"m"})",
           R"({"jsonrpc":"2.0","id":{},"method":"m"})",
           R"({"jsonrpc":"2.0","id":1,"method":3})",
           R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})",
           R"({"jsonrpc":"2.0","result":1})",
       }) {
    EXPECT_EQ(bad(text).error.code, ErrorCode::invalid_request) << text;
  }
  const BadMessage params = bad(R"({"jsonrpc":"2.0","id":4,"method":"m","params":[1]})");
  EXPECT_EQ(params.error.code, ErrorCode::invalid_params);
  EXPECT_EQ(params.id, Value(4));
}

TEST(ReadMessage, NotificationsAndResponsesAreNotAnsweredWhateverIsWrong) {
  for (const char* text : {
           R"({"jsonrpc":"2.0","method":"m","params":[1]})",
           R"({"jsonrpc":"2.0","method":"m","params":null})",
           R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})",
           R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}})",
           R"({"jsonrpc":"2.0","result":1})",
       }) {
    EXPECT_FALSE(bad(text).is_answered) << text;
  }
  // The specification's own example of a request that is none has no id.
  for (const char* text : {
           R"({"jsonrpc":"2.0","method":1,"params":"bar"})",
           R"({"jsonrpc":"2.0"})",
           R"({"method":"m"})",
           R"({"jsonrpc":"2.0","id":null,"method":"m"})",
           "{",
           "1",
       }) {
    EXPECT_TRUE(bad(text).is_answered) << text;
    EXPECT_EQ(bad(text).id, Value(nullptr)) << text;
  }
}

TEST(ReadMessage, WhoSentWhatCanNotBeReadIsAnsweredByItsId) {
  const std::string deep = R"({"method":"m","params":)" + std::string(200, '[') +
                           std::string(200, ']') + R"(,"jsonrpc":"2.0","id":5})";
  EXPECT_EQ(bad(deep).id, Value(5));
  EXPECT_EQ(bad(R"({"jsonrpc":"2.0","id":"x","method":"\ud83d"})").id, Value("x"));
  EXPECT_EQ(bad(R"({"jsonrpc":"2.0","id":"x","method")").id, Value(nullptr));
}

TEST(ReadMessage, IsBounded) {
  EXPECT_EQ(bad(std::string(101, ' '), {.max_bytes = 100}).error.code, ErrorCode::invalid_request);
  const std::string deep(200'000, '[');
  EXPECT_EQ(bad(R"({"jsonrpc":"2.0","method":"m","params":{"a":)" + deep).error.code,
            ErrorCode::parse_error);
  std::string wide = R"({"jsonrpc":"2.0","method":"m","params":{"a":[)";
  for (int i = 0; i < 100'000; ++i) wide += "{},";
  wide += "{}]}}";
  (void)read_message(wide);
}

TEST(Texts, AreMessages) {
  EXPECT_EQ(result_text(Value("x"), Value::object()), R"({"jsonrpc":"2.0","id":"x","result":{}})");
  EXPECT_EQ(error_text(nullptr, {ErrorCode::parse_error, "No.", {}}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"No."}})");
  EXPECT_EQ(notification_text("n", Value::object({{"a", 1}})),
            R"({"jsonrpc":"2.0","method":"n","params":{"a":1}})");
  // What JSON can not hold is an error to the same request, not silence.
  EXPECT_NE(result_text(1, Value::object({{"m", Value::map_of()}})).find("-32603"),
            std::string::npos);
}

TEST(Texts, OfErrorsMayQuoteWhatIsNoText) {
  const BadMessage refused = bad("{\"a\": 1, \"\xff\": }");
  const std::string text = error_text(refused.id, refused.error);
  EXPECT_TRUE(from_json(text).ok()) << text;
}

TEST(Texts, IdsOfDifferentTypesAreDifferent) {
  EXPECT_NE(key_of(1), key_of("1"));
  EXPECT_EQ(key_of(1), key_of(1.0));
}

}  // namespace
}  // namespace modebox::mcp
