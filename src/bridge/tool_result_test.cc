#include "src/bridge/tool_result.h"

#include <gtest/gtest.h>

#include "src/bridge/testing/fake_downstream.h"

namespace modebox::bridge {
namespace {

using testing::json;

Value text(std::string_view text) {
  return Value::object(
      {{"content", Value::array({Value::object({{"type", "text"}, {"text", text}})})}});
}

Value value_of(const Value& result, TextIs is = TextIs::json_containers) {
  ToolResult made = to_tool_result("s.t", result, is);
  if (const auto* error = std::get_if<ToolError>(&made)) {
    return Value("error: " + error->message);
  }
  return std::get<Value>(made);
}

ToolError error_of(const Value& result) {
  ToolResult made = to_tool_result("s.t", result, TextIs::json_containers);
  const auto* error = std::get_if<ToolError>(&made);
  if (error == nullptr) return {"no error"};
  return *error;
}

TEST(ToolResult, StructuredContentIsTheValue) {
  EXPECT_EQ(
      value_of(json(R"({"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1}})")),
      json(R"({"a":1})"));
  EXPECT_EQ(value_of(json(R"({"content":[],"structuredContent":[1]})")), json("[1]"));
  EXPECT_EQ(value_of(json(R"({"structuredContent":0})")), Value(0));
  EXPECT_EQ(value_of(json(R"({"content":[{"type":"text","text":"x"}],"structuredContent":null})")),
            Value("x"));
}

TEST(ToolResult, OneTextIsParsedIfItIsAContainer) {
  EXPECT_EQ(value_of(text(R"( {"a":[1]} )")), json(R"({"a":[1]})"));
  EXPECT_EQ(value_of(text("[]")), Value::array());
  for (const char* plain : {"123", "null", "true", "\"x\"", "{a}", "[1", "", "  ", "plain"}) {
    EXPECT_EQ(value_of(text(plain)), Value(plain));
  }
}

TEST(ToolResult, AnOutputSchemaDecidesWhatTextIs) {
  EXPECT_EQ(text_is(Value()), TextIs::json_containers);
  EXPECT_EQ(text_is(json(R"({"type":"object"})")), TextIs::json);
  EXPECT_EQ(text_is(json(R"({"type":"string"})")), TextIs::string);
  EXPECT_EQ(text_is(json(R"({"type":["null","string"]})")), TextIs::string);
  EXPECT_EQ(text_is(Value(true)), TextIs::json);
  EXPECT_EQ(value_of(text("123"), TextIs::json), Value(123));
  EXPECT_EQ(value_of(text("null"), TextIs::json), Value(nullptr));
  EXPECT_EQ(value_of(text("no json"), TextIs::json), Value("no json"));
  EXPECT_EQ(value_of(text("[1]"), TextIs::string), Value("[1]"));
}

TEST(ToolResult, OtherBlocksStayAsTheyAre) {
  const Value image = json(R"({"type":"image","data":"AAAA","mimeType":"image/png"})");
  EXPECT_EQ(value_of(Value::object({{"content", Value::array({image})}})), image);
  const Value words = json(R"({"type":"text","text":"{}"})");
  EXPECT_EQ(value_of(Value::object({{"content", Value::array({words, image})}})),
            Value::array({"{}", image}));
}

TEST(ToolResult, NoContentIsUndefined) {
  EXPECT_EQ(value_of(json(R"({"content":[]})")), Value());
  EXPECT_EQ(value_of(json("{}")), Value());
  EXPECT_EQ(value_of(json(R"({"isError":false,"content":[]})")), Value());
}

TEST(ToolResult, WhatIsNoBlockIsSkipped) {
  EXPECT_EQ(
      value_of(json(
          R"({"content":[null,1,"x",{},{"type":1},{"type":"text"},{"type":"text","text":"y"}]})")),
      Value("y"));
  EXPECT_EQ(error_of(json(R"({"content":"text"})")).code, "E_MCP_PROTOCOL");
  EXPECT_EQ(error_of(json("[]")).code, "E_MCP_PROTOCOL");
  EXPECT_EQ(error_of(Value()).code, "E_MCP_PROTOCOL");
}

TEST(ToolResult, AnErrorHasTheTextAndTheData) {
  ToolError error = error_of(json(
      R"({"isError":true,"content":[{"type":"text","text":"no"},{"type":"text","text":"way"}],"structuredContent":{"a":1}})"));
  EXPECT_EQ(error.message, "no\nway");
  EXPECT_EQ(error.name, "Error");
  EXPECT_EQ(error.code, "E_MCP_TOOL");
  EXPECT_EQ(error.data, json(R"({"a":1})"));
  error = error_of(json(R"({"isError":true,"structuredContent":{"a":1}})"));
  EXPECT_EQ(error.message, "s.t failed.");
  EXPECT_EQ(error.data, json(R"({"a":1})"));
  error = error_of(json(R"({"isError":true,"content":[{"type":"text","text":"no"}]})"));
  EXPECT_EQ(error.data, json(R"([{"type":"text","text":"no"}])"));
  error = error_of(json(R"({"isError":true,"content":7})"));
  EXPECT_EQ(error.message, "s.t failed.");
  EXPECT_EQ(error.data, Value());
}

TEST(ToolResult, ALongErrorIsCutBetweenCharacters) {
  std::string long_text = "x";
  for (int i = 0; i < 3'000; ++i) long_text += "阿";
  Value result = text(long_text);
  result.set("isError", true);
  const std::string message = error_of(result).message;
  EXPECT_EQ(message, long_text.substr(0, 4'000) + "...");
}

TEST(ToolResult, AFailureOfTheCallIsAnError) {
  const ToolError error = to_tool_error({"lost", "E_MCP_ERROR", json(R"({"code":-1})")});
  EXPECT_EQ(error.message, "lost");
  EXPECT_EQ(error.code, "E_MCP_ERROR");
  EXPECT_EQ(error.data, json(R"({"code":-1})"));
}

}  // namespace
}  // namespace modebox::bridge
