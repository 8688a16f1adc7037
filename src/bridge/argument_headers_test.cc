#include "src/bridge/argument_headers.h"

#include <gmock/gmock.h>

#include "modebox/json.h"

namespace modebox::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

std::string problem(const std::string& schema) { return problem_with_headers(*from_json(schema)); }

std::string marked(const std::string& name, const std::string& type = "\"string\"") {
  return R"({"type":"object","properties":{"a":{"type":)" + type + R"(,"x-mcp-header":)" + name +
         "}}}";
}

TEST(ArgumentHeaders, MarksAreNamesOfHeadersOnSimpleTypes) {
  EXPECT_EQ(problem("{}"), "");
  EXPECT_EQ(problem(marked("\"Region\"")), "");
  EXPECT_EQ(problem(marked("\"Region\"", "\"integer\"")), "");
  EXPECT_EQ(problem(marked("\"Region\"", "\"boolean\"")), "");
  for (const char* const type : {"\"number\"", "\"object\"", "[\"string\"]", "null"}) {
    EXPECT_THAT(problem(marked("\"Region\"", type)), HasSubstr("no string, integer or boolean"));
  }
  for (const char* const name :
       {"\"\"", "\"a b\"", "\"a:b\"", "\"a\\r\\nb\"", "\"ü\"", "7", "null"}) {
    EXPECT_THAT(problem(marked(name)), HasSubstr("is not the name of a header")) << name;
  }
}

TEST(ArgumentHeaders, MarksAreThereOnceWhateverTheirCase) {
  EXPECT_THAT(problem(R"({"properties":{
                "a":{"type":"string","x-mcp-header":"Region"},
                "b":{"type":"object","properties":{"c":{"type":"string","x-mcp-header":"region"}}}}})"),
              HasSubstr("is there twice"));
}

TEST(ArgumentHeaders, MarksAreReachedByPropertiesAlone) {
  const std::string one = R"({"type":"string","x-mcp-header":"R"})";
  for (const std::string& schema :
       {R"({"items":)" + one + "}", R"({"anyOf":[)" + one + "]}", R"({"$defs":{"d":)" + one + "}}",
        R"({"properties":{"a":{"items":{"properties":{"b":)" + one + "}}}}}",
        R"({"additionalProperties":)" + one + "}"}) {
    EXPECT_THAT(problem(schema), HasSubstr("where no argument can be found")) << schema;
  }
  EXPECT_NE(problem(one), "");
  // A property, and a value, may be called so.
  EXPECT_EQ(problem(R"({"properties":{"x-mcp-header":{"type":"string"}}})"), "");
  EXPECT_EQ(problem(R"({"properties":{"a":{"default":{"x-mcp-header":1}}}})"), "");
}

TEST(ArgumentHeaders, AreMadeOfArgumentsThatAreThere) {
  const Value schema = *from_json(R"({"properties":{
    "s":{"type":"string","x-mcp-header":"S"},
    "i":{"type":"integer","x-mcp-header":"I"},
    "b":{"type":"boolean","x-mcp-header":"B"},
    "gone":{"type":"string","x-mcp-header":"Gone"},
    "null":{"type":"string","x-mcp-header":"Null"},
    "odd":{"type":"integer","x-mcp-header":"Odd"},
    "o":{"type":"object","properties":{"s":{"type":"string","x-mcp-header":"Inner"}}}}})");
  const Value arguments =
      *from_json(R"({"s":"a","i":-5,"b":false,"null":null,"odd":[1],"o":{"s":""},"other":"x"})");
  EXPECT_THAT(argument_headers(schema, arguments),
              ElementsAre(Pair("Mcp-Param-S", "a"), Pair("Mcp-Param-I", "-5"),
                          Pair("Mcp-Param-B", "false"), Pair("Mcp-Param-Inner", "")));
  EXPECT_THAT(argument_headers({}, arguments), IsEmpty());
  EXPECT_THAT(argument_headers(schema, Value("text")), IsEmpty());
}

TEST(ArgumentHeaders, ValuesThatWouldNotComeBackAreCoded) {
  EXPECT_EQ(header_value("plain text"), "plain text");
  EXPECT_EQ(header_value(""), "");
  EXPECT_EQ(header_value(" padded "), "=?base64?IHBhZGRlZCA=?=");
  EXPECT_EQ(header_value("a\r\nb: c"), "=?base64?YQ0KYjogYw==?=");
  EXPECT_EQ(header_value("=?base64?x?="), "=?base64?PT9iYXNlNjQ/eD89?=");
  EXPECT_EQ(header_value("=?base64?x"), "=?base64?x");
}

}  // namespace
}  // namespace modebox::bridge
