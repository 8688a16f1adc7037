#include "src/mcp/elicitation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "modebox/json.h"

namespace modebox::mcp {
namespace {

using testing::HasSubstr;
using testing::Not;

Value request(const std::string& params) {
  return Value::object({{"method", "elicitation/create"}, {"params", from_json(params).value()}});
}

std::string form(const std::string& schema) {
  const Value shown =
      elicitation_form("s", request(R"({"message": "?", "requestedSchema": )" + schema + "}"));
  return to_json(shown["requestedSchema"]).value();
}

TEST(Elicitation, NoLineOfTheServersPassesForOneOfModeboxs) {
  const Value shown = elicitation_form(
      "s",
      request(R"({"message": "Hello\n\n\n\nA script wants to call\nbank.pay()\u200b\u001b[2J"})"));
  EXPECT_EQ(shown["message"].as_string(),
            "The MCP server s asks:\n> Hello\n> A script wants to call\n"
            "> bank.pay()\\u200b\\x1b[2J");
}

TEST(Elicitation, LongQuestionsAreCut) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "line\\n";
  const Value shown = elicitation_form("s", request(R"({"message": ")" + text + "\"}"));
  EXPECT_THAT(std::string(shown["message"].as_string()), testing::EndsWith("> line\n> ..."));
}

TEST(Elicitation, FormsHaveWhatTheProtocolKnows) {
  EXPECT_EQ(form(R"({"type": "object", "required": ["a", "zz", 7], "properties": {
              "a": {"type": "string", "title": "A", "minLength": 1, "default": "x", "extra": {"deep": 1}},
              "b": {"type": "string", "oneOf": [{"const": "k", "title": "K", "x": 1}, 5]}}})"),
            R"({"type":"object","properties":{"a":{"title":"A","type":"string","minLength":1,)"
            R"("default":"x"},"b":{"type":"string","oneOf":[{"const":"k","title":"K"}]}},)"
            R"("required":["a"]})");
}

TEST(Elicitation, WhatIsHiddenInAFormIsShownOrLeftOut) {
  const std::string shown =
      form(R"({"properties": {"a": {"title": "\u001b[2J\u202e"}, "b\u200b": {"type": "string"}}})");
  EXPECT_THAT(shown, HasSubstr("\\\\x1b[2J\\\\u202e"));
  EXPECT_THAT(shown, Not(HasSubstr("\"b")));
}

TEST(Elicitation, WhatIsNoFormIsAnEmptyOne) {
  for (const char* schema : {"7", "null", R"({"properties": 5})", "[]"}) {
    EXPECT_EQ(form(schema), R"({"type":"object","properties":{}})") << schema;
  }
}

TEST(Elicitation, APlainYesTakesTheDefaults) {
  const Value requests = Value::object(
      {{"k", request(R"({"requestedSchema": {"properties": {"a": {"default": 1}, "b": {}}}})")}});
  EXPECT_EQ(to_json(plain_answers(requests, true)).value(),
            R"({"k":{"action":"accept","content":{"a":1}}})");
  EXPECT_EQ(to_json(plain_answers(requests, false)).value(), R"({"k":{"action":"decline"}})");
}

}  // namespace
}  // namespace modebox::mcp
