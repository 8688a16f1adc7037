#include "src/mcp/stdio.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "modebox/json.h"
#include "src/mcp/testing/recorder.h"

namespace modebox::mcp {
namespace {

constexpr std::size_t max_line = 1000;

/// A server behind two pipes. Its tool `ask` asks the client, and says what came of that.
class StdioTest : public ::testing::Test {
 protected:
  StdioTest() {
    EXPECT_EQ(::pipe(input_.data()), 0);
    EXPECT_EQ(::pipe(output_.data()), 0);
    thread_ = std::thread([this] {
      serve_stdio(server_, Cancel(),
                  {.input = input_[0], .output = output_[1], .max_line = max_line});
    });
  }
  ~StdioTest() override {
    ::close(input_[1]);
    thread_.join();
    for (const int descriptor : {input_[0], output_[0], output_[1]}) ::close(descriptor);
  }

  void send(const std::string& text) const {
    EXPECT_EQ(::write(input_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// The next line, read.
  Value next() const {
    std::string line;
    char c = 0;
    while (::read(output_[0], &c, 1) == 1 && c != '\n') line += c;
    return from_json(line).value();
  }
  /// A ping is answered after what came before it.
  void expect_silence() {
    send(R"({"jsonrpc":"2.0","id":"last","method":"ping"})"
         "\n");
    EXPECT_EQ(next()["id"], Value("last"));
  }

  Server server_{{.version = "1"},
                 {{Value::object({{"name", "ask"}}), [](const std::shared_ptr<ToolCall>& call) {
                     call->ask("elicitation/create", Value::object(), [call](const Message& said) {
                       call->answer(Value::object({{"error", said.error["code"]}}));
                     });
                   }}}};
  std::array<int, 2> input_{};
  std::array<int, 2> output_{};
  std::thread thread_;
};

std::string long_text(std::size_t size = max_line) { return std::string(size, 'x'); }

TEST_F(StdioTest, WhoSendsALineThatIsTooLongIsAnsweredByItsId) {
  const std::string params = R"("method":"ping","params":{"a":")" + long_text() + "\"}";
  for (const std::string& line : {R"({"jsonrpc":"2.0","id":1,)" + params + "}\n",
                                  "{" + params + R"(,"jsonrpc":"2.0","id":1})" + "\r\n"}) {
    send(line);
    const Value answer = next();
    EXPECT_EQ(answer["id"], Value(1));
    EXPECT_EQ(answer["error"]["code"], Value(-32600));
    EXPECT_NE(answer["error"]["message"].as_string().find(std::to_string(max_line)),
              std::string::npos);
  }
  expect_silence();
}

TEST_F(StdioTest, ALineOfTheGreatestLengthIsRead) {
  std::string line = R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":""}})";
  line.insert(line.size() - 3, long_text(max_line - line.size()));
  ASSERT_EQ(line.size(), max_line);
  send(line + "\n");
  EXPECT_EQ(next()["result"], Value::object());
  line.insert(line.size() - 3, "x");
  send(line.substr(0, 500));
  send(line.substr(500) + "\n");
  EXPECT_TRUE(next().has("error"));
}

TEST_F(StdioTest, WhatIsNoMessageIsAnsweredWithoutAnId) {
  for (const std::string& line :
       {"\"" + long_text() + "\"", "{\"id\":1," + long_text(), long_text(5 * max_line),
        std::string("{"), std::string(R"({"jsonrpc":"2.0","method":5})")}) {
    send(line + "\n");
    const Value answer = next();
    EXPECT_TRUE(answer["id"].is_null()) << line.substr(0, 40);
    EXPECT_TRUE(answer.has("error")) << line.substr(0, 40);
  }
}

TEST_F(StdioTest, NotificationsAreNotAnsweredWhateverIsWrongWithThem) {
  send(R"({"jsonrpc":"2.0","method":"notifications/x","params":")" + long_text() + "\"}\n");
  send(R"({"jsonrpc":"2.0","method":"notifications/x","params":5})"
       "\n");
  send(R"({"jsonrpc":"2.0","method":"no/such"})"
       "\n");
  expect_silence();
}

TEST_F(StdioTest, AnAnswerThatIsTooLongIsAnErrorToWhoAsked) {
  send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask"}})"
       "\n");
  const Value question = next();
  EXPECT_EQ(question["method"], Value("elicitation/create"));
  send(R"({"jsonrpc":"2.0","id":")" + std::string(question["id"].as_string()) +
       R"(","result":{"action":"accept","content":{"a":")" + long_text() + "\"}}}\n");
  EXPECT_EQ(next()["result"]["error"], Value(-32600));
  // Responses are not answered.
  send(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":")" + long_text() + "\"}}\n");
  send(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}})"
       "\n");
  expect_silence();
}

}  // namespace
}  // namespace modebox::mcp
