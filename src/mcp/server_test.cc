#include "src/mcp/server.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "src/mcp/testing/recorder.h"

namespace modebox::mcp {
namespace {

using testing::forms;
using testing::modern_meta;
using testing::Recorder;

ServerTool tool(std::string_view name, std::function<void(std::shared_ptr<ToolCall>)> call) {
  return {Value::object({{"name", name}, {"inputSchema", Value::object({{"type", "object"}})}}),
          std::move(call)};
}

ServerTool echo() {
  return tool("echo", [](const std::shared_ptr<ToolCall>& call) {
    call->answer(Value::object({{"content", Value::array()}, {"echo", call->arguments()}}));
  });
}

/// Says one thing of each severity.
ServerTool talk() {
  return tool("talk", [](const std::shared_ptr<ToolCall>& call) {
    for (int severity = 0; severity < 8; ++severity) {
      call->log(static_cast<Severity>(severity), "said");
    }
    call->answer(Value::object({{"content", Value::array()}}));
  });
}

class ServerTest : public ::testing::Test {
 protected:
  Value ask(std::string_view method, Value params, const Value& id = 1) {
    return start(method, std::move(params), id)->answer();
  }
  std::shared_ptr<Recorder> start(std::string_view method, const Value& params,
                                  const Value& id = 1) {
    auto outlet = std::make_shared<Recorder>();
    server_.receive(client_, request_text(id, method, params), outlet);
    return outlet;
  }
  void notify(std::string_view method, const Value& params) {
    server_.receive(client_, notification_text(method, params), std::make_shared<Recorder>());
  }
  static Value modern(std::initializer_list<Entry> entries = {},
                      Value capabilities = Value::object()) {
    Value params = Value::object(entries);
    params.set("_meta", modern_meta(std::move(capabilities)));
    return params;
  }

  std::shared_ptr<ToolCall> held_;
  Server server_{{.version = "1", .instructions = "Do.", .tools_change = true, .logging = true},
                 {echo(), talk(), tool("hold", [this](std::shared_ptr<ToolCall> call) {
                    held_ = std::move(call);
                  })}};
  std::shared_ptr<Client> client_ = server_.connect("me", "me");
};

TEST_F(ServerTest, TheHandshakeEchoesAKnownVersionAndElseGivesTheNewest) {
  for (const std::string_view version : legacy_versions) {
    const Value answer = ask("initialize", Value::object({{"protocolVersion", version}}));
    EXPECT_EQ(answer["result"]["protocolVersion"], Value(version));
  }
  const Value answer = ask("initialize", Value::object({{"protocolVersion", "1999-01-01"}}));
  EXPECT_EQ(answer["result"]["protocolVersion"], Value("2025-11-25"));
  EXPECT_EQ(answer["result"]["instructions"], Value("Do."));
  EXPECT_EQ(answer["result"]["capabilities"]["tools"]["listChanged"], Value(true));
  EXPECT_FALSE(answer["result"].has("resultType"));
}

TEST_F(ServerTest, TheModernEraNeedsNoHandshake) {
  const Value discover = ask("server/discover", modern(), "probe");
  EXPECT_EQ(discover["id"], Value("probe"));
  EXPECT_EQ(discover["result"]["supportedVersions"], Value::array({modern_version}));
  EXPECT_EQ(discover["result"]["resultType"], Value("complete"));
  EXPECT_EQ(discover["result"]["_meta"][meta_server_info]["name"], Value("modebox"));
  const Value list = ask("tools/list", modern());
  EXPECT_EQ(list["result"]["tools"].size(), 3U);
  EXPECT_EQ(list["result"]["ttlMs"], Value(0));
  EXPECT_EQ(ask("initialize", Value::object({{"protocolVersion", "2025-11-25"}}))["error"]["code"],
            Value(-32022));
  for (const std::string_view gone : {"initialize", "ping", "logging/setLevel"}) {
    EXPECT_EQ(ask(gone, modern())["error"]["code"], Value(-32601)) << gone;
  }
}

TEST_F(ServerTest, WhatTheModernEraDemandsIsChecked) {
  const auto code = [&](const Value& meta) {
    return ask("tools/list", Value::object({{"_meta", meta}}))["error"]["code"];
  };
  EXPECT_EQ(
      code(Value::object({{meta_version, "2099-01-01"}, {meta_capabilities, Value::object()}})),
      Value(-32022));
  EXPECT_EQ(code(Value::object({{meta_version, 3}})), Value(-32602));
  EXPECT_EQ(code(Value::object({{meta_version, modern_version}})), Value(-32602));
  EXPECT_EQ(ask("server/discover", Value::object())["error"]["code"], Value(-32602));
}

TEST_F(ServerTest, CallsAToolInBothEras) {
  const Value arguments = Value::object({{"a", 1}});
  const Value legacy =
      ask("tools/call", Value::object({{"name", "echo"}, {"arguments", arguments}}));
  EXPECT_EQ(legacy["result"]["echo"]["a"], Value(1));
  EXPECT_FALSE(legacy["result"].has("resultType"));
  const Value answer = ask("tools/call", modern({{"name", "echo"}}));
  EXPECT_EQ(answer["result"]["resultType"], Value("complete"));
  EXPECT_EQ(answer["result"]["echo"].size(), 0U);
}

TEST_F(ServerTest, RefusesCallsThatAreNone) {
  EXPECT_EQ(ask("tools/call", Value::object({{"name", "nope"}}))["error"]["code"], Value(-32602));
  EXPECT_EQ(ask("tools/call", Value::object())["error"]["code"], Value(-32602));
  for (const char* name : {"arguments", "requestState", "inputResponses"}) {
    EXPECT_EQ(ask("tools/call", Value::object({{"name", "echo"}, {name, 5}}))["error"]["code"],
              Value(-32602))
        << name;
  }
  EXPECT_EQ(ask("no/such", Value::object())["error"]["code"], Value(-32601));
  EXPECT_EQ(ask("tools/list", Value::object({{"cursor", "x"}}))["error"]["code"], Value(-32602));
}

TEST_F(ServerTest, AnIdIsOneRequestUntilItIsAnswered) {
  const auto first = start("tools/call", Value::object({{"name", "hold"}}), 5);
  EXPECT_EQ(ask("tools/call", Value::object({{"name", "echo"}}), 5)["error"]["code"],
            Value(-32600));
  held_->answer(Value::object());
  held_->answer(ProtocolError{});
  EXPECT_EQ(first->answers(), 1U);
  EXPECT_TRUE(ask("tools/call", Value::object({{"name", "echo"}}), 5).has("result"));
}

TEST_F(ServerTest, ACancelledCallHearsOfItAndIsNotAnswered) {
  const auto outlet = start("tools/call", Value::object({{"name", "hold"}}), "x");
  EXPECT_FALSE(held_->cancel().cancelled());
  notify("notifications/cancelled", Value::object({{"requestId", "y"}}));
  EXPECT_FALSE(held_->cancel().cancelled());
  notify("notifications/cancelled", Value::object({{"requestId", "x"}}));
  EXPECT_TRUE(held_->cancel().cancelled());
  held_->answer(Value::object());
  EXPECT_TRUE(outlet->was_dropped());
  EXPECT_EQ(outlet->answers(), 0U);
}

TEST_F(ServerTest, AToolThatForgetsItsCallAnswersIt) {
  const auto outlet = start("tools/call", Value::object({{"name", "hold"}}));
  held_ = nullptr;
  EXPECT_EQ(outlet->answer()["error"]["code"], Value(-32603));
}

TEST_F(ServerTest, ProgressGoesToThoseWhoWantIt) {
  const auto silent = start("tools/call", Value::object({{"name", "hold"}}));
  held_->progress("Calling a");
  held_->answer(Value::object());
  EXPECT_TRUE(silent->sent(0).empty());
  Value params = Value::object({{"name", "hold"}});
  params.set("_meta", Value::object({{"progressToken", "t"}}));
  const auto outlet = start("tools/call", params);
  held_->progress("Calling a");
  held_->progress("Calling b");  // too soon for another one
  const std::vector<Value> sent = outlet->sent(1);
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0]["method"], Value("notifications/progress"));
  EXPECT_EQ(sent[0]["params"]["progressToken"], Value("t"));
  EXPECT_EQ(sent[0]["params"]["message"], Value("Calling a"));
}

TEST_F(ServerTest, AsksAndHearsTheAnswer) {
  const auto outlet = start("tools/call", Value::object({{"name", "hold"}}));
  Message heard;
  held_->ask("elicitation/create", Value::object(), [&](const Message& answer) { heard = answer; });
  const Value question = outlet->sent(1).at(0);
  EXPECT_EQ(question["method"], Value("elicitation/create"));
  const std::string id = std::string(question["id"].as_string());
  server_.receive(client_, R"({"jsonrpc":"2.0","id":"other","result":{}})", outlet);
  EXPECT_TRUE(heard.result.is_undefined());
  server_.receive(client_, R"({"jsonrpc":"2.0","id":")" + id + R"(","result":{"action":"accept"}})",
                  outlet);
  EXPECT_EQ(heard.result["action"], Value("accept"));
}

TEST_F(ServerTest, AClientThatLeavesCancelsItsCallsAndAnswersNoQuestion) {
  (void)start("tools/call", Value::object({{"name", "hold"}}));
  Message heard;
  held_->ask("elicitation/create", Value::object(), [&](const Message& answer) { heard = answer; });
  client_->close();
  EXPECT_TRUE(held_->cancel().cancelled());
  EXPECT_TRUE(heard.error.is_object());
  EXPECT_FALSE(client_->is_idle());
  held_->answer(Value::object());
  EXPECT_TRUE(client_->is_idle());
}

TEST_F(ServerTest, ACancelledCallHasNoOpenQuestions) {
  (void)start("tools/call", Value::object({{"name", "hold"}}), 7);
  int heard = 0;
  held_->ask("elicitation/create", Value::object(), [&](const Message& answer) {
    EXPECT_TRUE(answer.error.is_object());
    ++heard;
  });
  for (const double other : {7.9, 1e300, 8.0}) {
    notify("notifications/cancelled", Value::object({{"requestId", other}}));
  }
  EXPECT_EQ(heard, 0);
  notify("notifications/cancelled", Value::object({{"requestId", 7}}));
  EXPECT_EQ(heard, 1);
}

TEST_F(ServerTest, ListenersAreToldOfOtherTools) {
  const auto outlet =
      start("subscriptions/listen",
            modern({{"notifications", Value::object({{"toolsListChanged", true}, {"x", true}})}}),
            "listen:0");
  const Value acknowledged = outlet->sent(1).at(0);
  EXPECT_EQ(acknowledged["method"], Value("notifications/subscriptions/acknowledged"));
  EXPECT_EQ(acknowledged["params"]["notifications"], Value::object({{"toolsListChanged", true}}));
  server_.tools_changed({echo()});
  const Value changed = outlet->sent(2).at(1);
  EXPECT_EQ(changed["method"], Value("notifications/tools/list_changed"));
  EXPECT_EQ(changed["params"]["_meta"][meta_subscription], Value("listen:0"));
  EXPECT_EQ(ask("tools/list", modern())["result"]["tools"].size(), 1U);
  client_->close();
  EXPECT_EQ(outlet->answer()["result"]["resultType"], Value("complete"));
}

TEST_F(ServerTest, AClientMayHaveSoManySubscriptionsOpen) {
  const Value params = modern({{"notifications", Value::object({{"toolsListChanged", true}})}});
  std::vector<std::shared_ptr<Recorder>> open;
  for (int i = 0; i < 64; ++i) {
    open.push_back(start("subscriptions/listen", params, i));
    ASSERT_EQ(open.back()->count(), 1U);
  }
  const Value refused = ask("subscriptions/listen", params, 64);
  EXPECT_EQ(refused["id"], Value(64));
  EXPECT_EQ(refused["error"]["code"], Value(-32600));
  EXPECT_NE(refused["error"]["message"].as_string().find("64"), std::string::npos);
  // Others are served, and so is the next one once there is a place.
  EXPECT_TRUE(ask("tools/list", modern(), "list").has("result"));
  notify("notifications/cancelled", Value::object({{"requestId", 0}}));
  EXPECT_TRUE(open[0]->was_dropped());
  EXPECT_EQ(start("subscriptions/listen", params, 64)->count(), 1U);
  EXPECT_TRUE(ask("subscriptions/listen", params, 65).has("error"));
  const auto other = server_.connect("me", "me");
  const auto theirs = std::make_shared<Recorder>();
  server_.receive(other, request_text(1, "subscriptions/listen", params), theirs);
  EXPECT_EQ(theirs->count(), 1U);
}

TEST_F(ServerTest, AMalformedNotificationIsNotAnswered) {
  const auto outlet = std::make_shared<Recorder>();
  server_.receive(client_, R"({"jsonrpc":"2.0","method":"notifications/x","params":[]})", outlet);
  EXPECT_EQ(outlet->answers(), 0U);
  server_.receive(client_, R"({"jsonrpc":"2.0","method":5})", outlet);
  EXPECT_EQ(outlet->answers(), 1U);
}

TEST_F(ServerTest, FormsAreKnownByEveryShapeOfTheCapability) {
  EXPECT_TRUE(shows_forms(forms()));
  EXPECT_FALSE(shows_forms(Value::object()));
  EXPECT_FALSE(shows_forms(Value()));
  const auto with = [](Value modes) { return Value::object({{"elicitation", std::move(modes)}}); };
  EXPECT_TRUE(
      shows_forms(with(Value::object({{"form", Value::object()}, {"url", Value::object()}}))));
  EXPECT_FALSE(shows_forms(with(Value::object({{"url", Value::object()}}))));
  EXPECT_FALSE(shows_forms(with(true)));
}

TEST_F(ServerTest, ManyThreadsMayUseIt) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this, i] {
      for (int j = 0; j < 200; ++j) {
        const Value id = "r" + std::to_string(i) + "-" + std::to_string(j);
        EXPECT_TRUE(ask("tools/call", modern({{"name", "echo"}}), id).has("result"));
        if (j % 50 == 0) server_.tools_changed({echo()});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ServerTest, LogMessagesGoToClientsThatWantThem) {
  const Value call = Value::object({{"name", "talk"}});
  ask("initialize", Value::object({{"protocolVersion", "2025-11-25"}}));
  EXPECT_EQ(start("tools/call", call)->count(), 0U);
  EXPECT_EQ(ask("logging/setLevel", Value::object({{"level", "loud"}}))["error"]["code"],
            Value(-32602));
  EXPECT_EQ(ask("logging/setLevel", Value::object({{"level", "error"}}))["result"],
            Value::object());
  const std::vector<Value> said = start("tools/call", call)->sent(4);
  ASSERT_EQ(said.size(), 4U);
  EXPECT_EQ(said[0]["method"], Value("notifications/message"));
  EXPECT_EQ(said[0]["params"], Value::object({{"level", "error"}, {"data", "said"}}));
}

TEST_F(ServerTest, InTheModernEraEachRequestSaysWhichLogMessagesItWants) {
  Value params = modern({{"name", "talk"}});
  EXPECT_EQ(start("tools/call", params)->count(), 0U);
  Value meta = modern_meta();
  meta.set(meta_log_level, "emergency");
  params.set("_meta", meta);
  EXPECT_EQ(start("tools/call", params)->sent(1).size(), 1U);
  meta.set(meta_log_level, 7);
  EXPECT_EQ(start("tools/call", params)->count(), 0U);
}

TEST_F(ServerTest, AQuestionMayComeWithoutAState) {
  server_.tools_changed({tool("ask", [](const std::shared_ptr<ToolCall>& call) {
    InputRequired input;
    input.requests.set("a", Value::object({{"method", "roots/list"}}));
    call->answer(input);
  })});
  const Value result = ask("tools/call", modern({{"name", "ask"}}))["result"];
  EXPECT_EQ(result["resultType"], Value("input_required"));
  EXPECT_FALSE(result.has("requestState"));
}

}  // namespace
}  // namespace modebox::mcp
