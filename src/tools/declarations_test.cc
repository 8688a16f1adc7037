// What a model is told of tools, and that nobody's text gets out of its place.
// (tests/declarations compiles the declarations of hundreds of schemas.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "modebox/toolbox.h"
#include "src/tools/declare_text.h"

namespace modebox {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Tool tool(const std::string& name) {
  return Tool(name, [](const HostCall&) -> ToolResult { return Value(); });
}

std::string declared(Tool one) {
  Toolbox tools;
  const Status added = tools.add(std::move(one));
  return added ? tools.declarations() : "refused: " + added.error().message;
}

TEST(DeclarationsTest, ATupleAnObjectAndARecursiveType) {
  Tool refund = tool("payments.refund");
  refund.description("Refunds a payment.\nOnce.")
      .input_schema(R"({"type":"object","required":["to"],
    "properties":{"to":{"$ref":"#/$defs/party"},"cents":{"type":"integer","minimum":1,
    "description":"How much."}},"$defs":{"party":{"type":"object","properties":{
    "name":{"type":"string"},"parent":{"$ref":"#/$defs/party"}}}}})");
  refund.output_schema(R"({"type":"array","prefixItems":[{"type":"string"}],"minItems":1})");
  EXPECT_EQ(declared(refund), R"(declare namespace payments {
  type RefundParty = { name?: string; parent?: RefundParty };
  /**
   * Refunds a payment.
   * Once.
   */
  function refund(input: {
    to: RefundParty;
    /**
     * How much.
     * Integer, at least 1
     */
    cents?: number;
  }): Promise<[string, ...unknown[]]>;
}
)");
}

TEST(DeclarationsTest, SynchronousToolsPromiseNothing) {
  Tool now = tool("now");
  now.synchronous().output_schema(R"({"type":"number"})");
  EXPECT_EQ(declared(now), "declare function now(...args: unknown[]): number;\n");
}

TEST(DeclarationsTest, ListsOfArgumentsBecomeParameters) {
  Tool move = tool("move");
  move.input_schema(R"({"type":"array","items":{"type":"number"},"prefixItems":
      [{"title":"from","type":"string"},{"title":"not a name"}],"minItems":1})");
  EXPECT_EQ(declared(move),
            "declare function move(from: string, arg2?: unknown, ...rest: Array<number>): "
            "Promise<unknown>;\n");
}

TEST(DeclarationsTest, ReservedWordsAreExportedByTheirName) {
  EXPECT_EQ(declared(tool("items.delete")), R"(declare namespace items {
  function delete_(...args: unknown[]): Promise<unknown>;
  export { delete_ as delete };
}
)");
}

TEST(DeclarationsTest, WhatIsNotUnderstoodIsUnknownWithANote) {
  Tool far = tool("far");
  far.input_schema(R"({"type":"object","properties":{"a":{"$ref":"http://x.example/*/a"}}})");
  EXPECT_THAT(
      declared(far),
      HasSubstr(R"(a?: unknown /* $ref "http://x.example/*\/a" is not part of the schema */)"));
  EXPECT_THAT(far.schema_notes(),
              ElementsAre(HasSubstr("The input schema of far: $.properties.a")));
}

TEST(DeclarationsTest, AddRefusesAMalformedSchemaAndSaysWhere) {
  Tool broken = tool("broken");
  broken.output_schema(R"({"properties":{"a":{"type":"strnig"}}})");
  EXPECT_THAT(declared(broken), HasSubstr("The output schema of the tool \"broken\" can not be "
                                          "used: $.properties.a.type must be one of"));
  EXPECT_THAT(declared(tool("b").input_schema("{")), HasSubstr("the text is not JSON"));
  EXPECT_THAT(declared(tool("b").input_schema(7)), HasSubstr("$ must be a schema"));
}

TEST(DeclarationsTest, OnlyThoseThatAreAskedFor) {
  Toolbox tools;
  ASSERT_TRUE(tools.add(tool("a.x")));
  ASSERT_TRUE(tools.add(tool("b.x")));
  EXPECT_THAT(tools.declarations({.only = {"b.*"}}), Not(HasSubstr("namespace a")));
  EXPECT_EQ(Toolbox().declarations(), "");
}

TEST(DeclarationsTest, LargeSchemasAreCutNotFollowed) {
  std::string wide = R"({"type":"object","properties":{)";
  for (int i = 0; i < 30'000; ++i) wide += "\"p" + std::to_string(i) + R"(":{"type":"string"},)";
  const std::string text = declared(tool("wide").input_schema(wide + R"("z":{}}})"));
  EXPECT_LT(text.size(), 200'000u);
  EXPECT_THAT(text, HasSubstr("[key: string]: unknown"));
}

TEST(DeclareTextTest, NothingEndsAComment) {
  using declare::comment_lines;
  EXPECT_THAT(comment_lines("a */ b", 99), ElementsAre("a *\\/ b"));
  EXPECT_THAT(comment_lines("*\xe2\x80\x8b/*\x01/*\xc2\xad/", 99), ElementsAre("*\\/*\\/*\\/"));
  EXPECT_THAT(comment_lines("a\r\nb\xe2\x80\xa8"
                            "c",
                            99),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(comment_lines("\xe2\x80\xaeright to left\xe2\x81\xa9", 99),
              ElementsAre("right to left"));
  EXPECT_THAT(comment_lines("// @ts-ignore", 99), ElementsAre("// @ ts-ignore"));
  EXPECT_THAT(comment_lines(" \n\t\n", 99), IsEmpty());
  EXPECT_THAT(comment_lines("\xc3\xa9\xc3\xa9", 3), ElementsAre("\xc3\xa9\xe2\x80\xa6"));
}

TEST(DeclareTextTest, LiteralsAndKeysAreQuotedWhereTheyHaveToBe) {
  EXPECT_EQ(declare::string_literal("a\"\\\n\xe2\x80\xa8\x01"), R"("a\"\\\n\u2028\u0001")");
  EXPECT_EQ(declare::property_key("a1"), "a1");
  EXPECT_EQ(declare::property_key("a b"), "\"a b\"");
  EXPECT_EQ(declare::literal_type(Value::array({nullptr, Value::object({{"a", -0.0}})})),
            "[null, { a: 0 }]");
  EXPECT_TRUE(declare::is_identifier("caf\xc3\xa9"));
  EXPECT_FALSE(declare::is_identifier("\xe2\x98\x83"));
}

}  // namespace
}  // namespace modebox
