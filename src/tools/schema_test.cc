// What a schema says of a value, and what it says of itself.
#include "src/tools/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "modebox/bigint.h"
#include "modebox/json.h"

namespace modebox::schema {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::shared_ptr<const Schema> schema(const std::string& text) {
  auto read = Schema::read(text);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  return read.ok() ? *read : nullptr;
}

std::string misfit(const std::string& text, const Value& value) {
  return schema(text)->misfit(value).value_or("");
}

std::string misfit_json(const std::string& text, const std::string& value) {
  return misfit(text, *from_json(value));
}

std::string refusal(const Value& value) {
  const auto read = Schema::read(value);
  return read ? "" : read.error().message;
}

TEST(SchemaTest, NamesThePlaceThatDoesNotFit) {
  const std::string mail = R"({"type":"object","properties":{"items":{"type":"array","items":
      {"type":"object","required":["to"],"properties":{"to":{"type":"string","minLength":1}}}}}})";
  EXPECT_EQ(misfit_json(mail, R"({"items":[{"to":"a"},{"to":1}]})"),
            "$.items[1].to must be a string, not 1");
  EXPECT_EQ(misfit_json(mail, R"({"items":[{}]})"), "$.items[0] must have the property \"to\"");
  EXPECT_EQ(misfit_json(mail, R"({"items":{}})"), "$.items must be an array, not an object");
  EXPECT_EQ(misfit_json(mail, R"({"items":[{"to":""}]})"),
            "$.items[0].to must have at least 1 characters");
  EXPECT_EQ(misfit_json(mail, R"({"items":[{"to":"x"}]})"), "");
}

TEST(SchemaTest, SaysWhatWouldFit) {
  EXPECT_EQ(misfit_json(R"({"enum":["a",2,null]})", "3"), "$ must be one of \"a\", 2, null");
  EXPECT_EQ(misfit_json(R"({"const":{"a":1}})", R"({"a":2})"), "$ must be an object");
  EXPECT_EQ(misfit_json(R"({"type":["string","null"]})", "3"), "$ must be a string or null, not 3");
  EXPECT_EQ(misfit_json(R"({"additionalProperties":false})", R"({"b":1})"),
            "$ must not have the property \"b\"");
  const std::string mail_to =
      R"({"required":["to"],"properties":{"to":{},"cc":{}},"additionalProperties":false})";
  EXPECT_EQ(misfit_json(mail_to, R"({"cc":1,"too":2})"),
            "$ must have the property \"to\"; it has \"too\" instead");
  EXPECT_EQ(misfit_json(mail_to, R"({"to":1,"tow":2})"),
            "$ must not have the property \"tow\"; it may have \"to\", \"cc\"");
  EXPECT_EQ(misfit_json(R"({"maximum":3})", "4"), "$ must be at most 3");
  EXPECT_EQ(misfit_json(R"({"pattern":"^a+$"})", R"("b")"), R"($ must match the pattern "^a+$")");
}

TEST(SchemaTest, MultiplesAreCountedInDecimals) {
  const auto fits = [](double number, double of) {
    return misfit(R"({"multipleOf":)" + to_json(Value(of)).value() + "}", Value(number)).empty();
  };
  EXPECT_TRUE(fits(4.02, 0.01));
  EXPECT_TRUE(fits(12391239123, 1e-8));
  EXPECT_TRUE(fits(-19.99, 0.01));
  EXPECT_TRUE(fits(1e308, 0.5));
  EXPECT_TRUE(fits(5e-324, 5e-324));
  EXPECT_TRUE(fits(0, 0.3));
  EXPECT_FALSE(fits(4.021, 0.01));
  EXPECT_FALSE(fits(1e308, 0.123456789));
  EXPECT_FALSE(fits(5e-324, 1e308));
  EXPECT_FALSE(fits(0.0075, 0.005));
}

TEST(SchemaTest, ADialectOfSomebodysOwnIsTold) {
  EXPECT_THAT(schema(R"({"$schema":"https://json-schema.org/draft/2020-12/schema"})")->notes(),
              IsEmpty());
  EXPECT_THAT(schema(R"({"$schema":"http://example.com/mine"})")->notes(),
              ElementsAre(HasSubstr("$.$schema names a dialect that is not known")));
}

TEST(SchemaTest, OfSeveralFormsSpeaksOfTheOneForTheType) {
  const std::string either = R"({"anyOf":[{"type":"null"},{"type":"object","properties":
      {"n":{"type":"integer"}}}]})";
  EXPECT_EQ(misfit_json(either, R"({"n":"x"})"), "$.n must be an integer, not a string");
  EXPECT_EQ(misfit_json(either, "1"), "$ must be an object or null, not 1");
}

TEST(SchemaTest, UndefinedPropertiesCountAsAbsent) {
  const std::string text = R"({"type":"object","required":["a"],"additionalProperties":false,
      "properties":{"a":{},"b":{"type":"string"}}})";
  EXPECT_EQ(misfit(text, Value::object({{"a", 1}, {"b", Value()}, {"c", Value()}})), "");
  EXPECT_EQ(misfit(text, Value::object({{"a", Value()}})), "$ must have the property \"a\"");
}

TEST(SchemaTest, UndefinedPropertiesDoNotMakeValuesDiffer) {
  const Value given = Value::object({{"a", 1}, {"b", Value()}});
  EXPECT_EQ(misfit(R"({"enum":[{"a":1}]})", given), "");
  EXPECT_EQ(misfit(R"({"const":{"a":1}})", given), "");
  EXPECT_NE(misfit(R"({"const":{"a":1,"b":null}})", given), "");
  EXPECT_NE(misfit(R"({"uniqueItems":true})", Value::array({given, Value::object({{"a", 1}})})),
            "");
}

TEST(SchemaTest, WhatJsonCanNotHoldFitsNoType) {
  const std::string any_type = R"({"type":["null","boolean","number","string","array","object"]})";
  for (const Value& value : {Value(), Value(BigInt::from(1)), Value::date(0), Value::map_of(),
                             Value::set_of(), Value(NAN), Value(INFINITY)}) {
    EXPECT_NE(misfit(any_type, value), "");
    EXPECT_EQ(misfit("{}", value), "");
  }
  Value sparse = Value::array({1});
  sparse.set(2, 1);
  EXPECT_EQ(misfit(R"({"items":{}})", sparse), "$[1] must not be a hole");
}

TEST(SchemaTest, RefusesWhatIsMalformedAndSaysWhere) {
  EXPECT_EQ(refusal("{"),
            "the text is not JSON at line 1, column 2: syntax error while parsing "
            "object key - unexpected end of input; expected string literal");
  EXPECT_EQ(refusal("3"), "$ must be a schema: an object, true or false");
  EXPECT_EQ(refusal(R"({"properties":null})"), "$.properties must be an object of schemas");
  EXPECT_EQ(refusal(R"({"properties":{"a b":{"required":true}}})"),
            "$.properties[\"a b\"].required must be an array of strings");
  EXPECT_THAT(refusal(R"({"items":{"type":"strnig"}})"), HasSubstr("$.items.type must be one of"));
  EXPECT_EQ(refusal(R"({"$ref":"#/$defs/a"})"),
            "$.$ref must lead to a part of the schema; there is no \"#/$defs/a\"");
  EXPECT_EQ(refusal(R"({"minLength":-1})"), "$.minLength must be a whole number from 0 on");
  EXPECT_THAT(refusal(Value::object({{"default", Value::map_of()}})), HasSubstr("a Map"));
}

TEST(SchemaTest, NotesWhatItDoesNotCheck) {
  EXPECT_THAT(schema(R"({"type":"string","format":"date","x-order":1,"$comment":"c"})")->notes(),
              IsEmpty());
  EXPECT_THAT(schema(R"({"properties":{"a":{"unknownWord":1}}})")->notes(),
              ElementsAre("$.properties.a.unknownWord is a keyword that is not known, so it is "
                          "not checked"));
  EXPECT_THAT(schema(R"x({"pattern":"(?=a)"})x")->notes(),
              ElementsAre(HasSubstr("$.pattern is a pattern that is not checked")));
  EXPECT_THAT(schema(R"({"$ref":"https://example.com/x.json"})")->notes(),
              ElementsAre(HasSubstr("none is fetched")));
  EXPECT_THAT(schema(R"({"$ref":"#"})")->notes(), ElementsAre(HasSubstr("leads back to itself")));
}

TEST(SchemaTest, FollowsReferencesWhereverTheyLead) {
  EXPECT_NE(
      misfit_json(R"({"$ref":"#/components/a~1b","components":{"a/b":{"type":"null"}}})", "1"), "");
  EXPECT_NE(misfit_json(R"({"$id":"https://x.example/a/","$ref":"b","$defs":{"q":{"$id":"b",
      "type":"null"}}})",
                        "1"),
            "");
  const std::string tree = R"({"type":"object","properties":{"next":{"$ref":"#"}},
      "required":["v"]})";
  EXPECT_EQ(misfit_json(tree, R"({"v":1,"next":{"v":1,"next":{}}})"),
            "$.next.next must have the property \"v\"");
}

TEST(SchemaTest, CyclesAndSharingInValuesEndToo) {
  const std::string tree = R"({"type":"array","items":{"$ref":"#"}})";
  Value circle = Value::array();
  circle.push(circle);
  EXPECT_EQ(misfit(tree, circle), "");
  Value doubling = Value::array();
  for (int i = 0; i < 60; ++i) doubling = Value::array({doubling, doubling});
  EXPECT_EQ(misfit(tree, doubling), "");
  Value deep = Value::array();
  for (int i = 0; i < 900; ++i) deep = Value::array({deep});
  EXPECT_THAT(misfit(tree, deep), HasSubstr("nested too deeply"));
}

/// a0 = [a1, a1], a1 = [a2, a2], ...
std::string doubling_schema(const std::string& keyword, int levels) {
  std::string text = R"({"$ref":"#/$defs/a0","$defs":{)";
  for (int i = 0; i < levels; ++i) {
    const std::string next = R"({"$ref":"#/$defs/a)" + std::to_string(i + 1) + "\"}";
    text += "\"a" + std::to_string(i) + "\":{\"" + keyword + "\":[" + next + "," + next + "]},";
  }
  return text + "\"a" + std::to_string(levels) + R"(":{"type":"string"}}})";
}

TEST(SchemaTest, HostileSchemasTakeBoundedTime) {
  const auto begin = std::chrono::steady_clock::now();
  for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
    const std::string text = doubling_schema(keyword, 60);
    misfit_json(text, "[[1]]");
    misfit_json(text, "1");
  }
  std::string wide = R"({"properties":{)";
  for (int i = 0; i < 40'000; ++i) wide += "\"p" + std::to_string(i) + R"(":{"type":"string"},)";
  misfit_json(wide + R"("z":{}}})", R"({"z":1})");
  std::string chain = R"({"$ref":"#/$defs/a0","$defs":{)";
  for (int i = 0; i < 30'000; ++i) {
    chain += "\"a" + std::to_string(i) + R"(":{"$ref":"#/$defs/a)" + std::to_string(i + 1) + "\"},";
  }
  EXPECT_THAT(misfit_json(chain + R"("a30000":{"type":"string"}}})", "1"), HasSubstr("too deeply"));
  EXPECT_THAT(misfit_json(chain + R"("a30000":{"$ref":"#"}}})", "1"), "");

  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took.count(), 60);
}

TEST(SchemaTest, LongEqualListsAreComparedByHash) {
  std::string items;
  for (int i = 0; i < 50'000; ++i) items += "{\"i\":" + std::to_string(i) + "},";
  EXPECT_EQ(misfit_json(R"({"uniqueItems":true})", "[" + items + "{}]"), "");
  EXPECT_EQ(misfit_json(R"({"uniqueItems":true})", "[" + items + "{\"i\":7}]"),
            "$ must not have equal elements");
}

TEST(SchemaPatternTest, SpellsJavaScriptForRe2) {
  EXPECT_EQ(to_re2(R"(^\d{3}\/[\w-]+$)"), R"(^\d{3}\/[\w-]+$)");
  EXPECT_EQ(to_re2(R"((?<year>\u0041\u{1F600})\p{Letter})"), R"((?P<year>\x{0041}\x{1F600})\p{L})");
  EXPECT_EQ(to_re2("a(?!b)"), std::nullopt);
  EXPECT_EQ(to_re2(R"((a)\1)"), std::nullopt);
  EXPECT_EQ(to_re2("[a"), std::nullopt);
}

}  // namespace
}  // namespace modebox::schema
