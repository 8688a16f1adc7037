#include "modebox/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "modebox/bigint.h"
#include "modebox/text.h"
#include "src/value/random_value.h"

namespace modebox {
namespace {

std::string json(const Value& value) {
  const Result<std::string> text = to_json(value);
  return text ? *text : "error: " + text.error().message;
}
std::string tagged(const Value& value) {
  const Result<std::string> text = to_tagged_json(value);
  return text ? *text : "error: " + text.error().message;
}
std::string problem(std::string_view text, const JsonLimits& limits = {}) {
  const Result<Value> value = from_json(text, limits);
  return value ? "accepted" : value.error().message;
}
std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(Json, TextBecomesTheValueThatJsonParseGives) {
  EXPECT_EQ(*from_json("{\"a\":[1,-2.5,1e3,true,null,\"x\\u00e9\\n\"],\"b\":{}}"),
            Value::object({{"a", Value::array({1, -2.5, 1000, true, nullptr, "x\xc3\xa9\n"})},
                           {"b", Value::object()}}));
  EXPECT_EQ(*from_json(" 7 "), 7);
  EXPECT_EQ(*from_json("-0"), -0.0);
  EXPECT_EQ(*from_json("0"), 0.0);
  EXPECT_EQ(*from_json("-0.0"), -0.0);
  EXPECT_EQ(*from_json("12345678901234567890123"), 12345678901234567890123.0);
  EXPECT_EQ(*from_json("18446744073709551615"), 18446744073709551615.0);
  EXPECT_EQ(*from_json("\"\\ud83d\\ude00\""), "\xf0\x9f\x98\x80");
}

TEST(Json, OfEqualKeysTheLastWinsAtTheFirstPlace) {
  const Value value = *from_json("{\"a\":[1],\"__proto__\":2,\"a\":{\"b\":3}}");
  ASSERT_EQ(value.size(), 2u);
  EXPECT_EQ(value.entries()[0].value, Value::object({{"b", 3}}));
  EXPECT_EQ(value["__proto__"], 2);
}

TEST(Json, ManyEqualKeysStayOne) {
  std::string text = "{";
  for (int i = 0; i < 20'000; ++i)
    text += "\"k" + std::to_string(i % 100) + "\":" + std::to_string(i) + ",";
  text.back() = '}';
  const Value value = *from_json(text);
  EXPECT_EQ(value.size(), 100u);
  EXPECT_EQ(value["k99"], 19'999);
}

TEST(Json, ProblemsNameLineAndColumn) {
  EXPECT_EQ(problem("[1,\n 2,, 3]").substr(0, 41), "the text is not JSON at line 2, column 4:");
  EXPECT_EQ(problem("").substr(0, 41), "the text is not JSON at line 1, column 1:");
  EXPECT_EQ(problem("\"ab\xff\"").substr(0, 41), "the text is not JSON at line 1, column 4:");
  EXPECT_NE(problem("1 2"), "accepted");
  EXPECT_NE(problem("1e999"), "accepted");
  EXPECT_NE(problem("\"\\ud800\""), "accepted");
  EXPECT_NE(problem("NaN"), "accepted");
}

TEST(Json, ANulDoesNotEndTheText) {
  using namespace std::string_view_literals;
  EXPECT_EQ(problem("1\0junk"sv),
            "the text is not JSON at line 1, column 2: syntax error - unexpected NUL");
  EXPECT_EQ(problem("{\"a\":\n1}\n\0{"sv),
            "the text is not JSON at line 3, column 1: syntax error - unexpected NUL");
  EXPECT_NE(problem("1\0"sv), "accepted");
  EXPECT_NE(problem("\0"sv), "accepted");
  EXPECT_NE(problem("\"a\0b\""sv), "accepted");
  EXPECT_EQ(problem("\"a\\u0000b\""), "accepted");
}

TEST(Json, NestingAndMemoryAreBounded) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(problem(nested(1000)), "accepted");
  EXPECT_EQ(problem(nested(1001)), "the JSON text is nested deeper than 1000 arrays and objects");
  EXPECT_EQ(problem(std::string(1'000'000, '[')),
            "the JSON text is nested deeper than 1000 arrays and objects");
  std::string wide = "[";
  for (int i = 0; i < 20'000; ++i) wide += "[],";
  wide += "0]";
  EXPECT_EQ(problem(wide, {.max_memory = 1'000'000}),
            "the JSON text takes more than 1000000 bytes of memory as a value");
  EXPECT_EQ(problem(wide), "accepted");
}

TEST(Json, WhatJsonHoldsIsWrittenAsJavaScriptWritesIt) {
  EXPECT_EQ(json(Value::object(
                {{"a", Value::array({1, 0.1, 1e21, 5e-324, -0.0, true, nullptr})}, {"", ""}})),
            "{\"a\":[1,0.1,1e+21,5e-324,-0.0,true,null],\"\":\"\"}");
  EXPECT_EQ(json("q\"\\\n\x01\x7f"), "\"q\\\"\\\\\\n\\u0001\\u007f\"");
  EXPECT_EQ(json(Value::array()), "[]");
  EXPECT_EQ(
      *to_json(Value::object({{"a", Value::array({1, 2})}, {"b", Value::object()}}), {.indent = 2}),
      "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}");
}

TEST(Json, NumbersReadAsJavaScriptPrintsThem) {
  const std::pair<double, const char*> cases[] = {
      {123456789012345680000.0, "123456789012345680000"},
      {1e21, "1e+21"},
      {1.5e300, "1.5e+300"},
      {0.000001, "0.000001"},
      {1e-7, "1e-7"},
      {1.25e-9, "1.25e-9"},
      {-1234.5, "-1234.5"},
      {9007199254740993.0, "9007199254740992"},
      {1.7976931348623157e308, "1.7976931348623157e+308"}};
  for (const auto& [number, text] : cases) EXPECT_EQ(json(number), text);
}

TEST(Json, WhatJsonCanNotHoldIsNamedWithItsPlace) {
  Value loop = Value::object();
  loop.set("in", Value::object({{"loop", loop}}));
  Value holes = Value::array();
  holes.resize(3);
  const std::pair<Value, const char*> cases[] = {
      {Value::object({{"a", Value::map_of()}}), "$.a is a Map, which JSON can not hold"},
      {Value::array({1, Value()}), "$[1] is undefined, which JSON can not hold"},
      {Value::object({{"odd name", std::nan("")}}),
       "$[\"odd name\"] is NaN, which JSON can not hold"},
      {-std::numeric_limits<double>::infinity(), "$ is -Infinity, which JSON can not hold"},
      {BigInt(), "$ is a BigInt, which JSON can not hold"},
      {Value::array({Value::date(0)}), "$[0] is a Date, which JSON can not hold"},
      {Value::error("E", ""), "$ is an Error, which JSON can not hold"},
      {holes, "$[0] is a hole, which JSON can not hold"},
      {"\xed\xa0\x80", "$ has a lone surrogate, which JSON can not hold"},
      {Value::object({{"\xed\xa0\x80", 1}}),
       "$ has a key with a lone surrogate, which JSON can not hold"},
      {loop, "$.in.loop refers back to what it is in, which JSON can not hold"},
  };
  for (const auto& [value, message] : cases)
    EXPECT_EQ(json(value), std::string("error: ") + message);
}

TEST(Json, SharedValuesAreWrittenOutButBounded) {
  const Value shared = Value::array({1});
  EXPECT_EQ(json(Value::array({shared, shared})), "[[1],[1]]");
  Value bomb = Value::array({1, 2, 3});
  for (int i = 0; i < 40; ++i) bomb = Value::array({bomb, bomb});
  EXPECT_EQ(to_json(bomb, {.max_bytes = 1'000'000}).error().message,
            "the value takes more than 1000000 bytes as JSON");
  EXPECT_EQ(to_tagged_json(bomb, {.max_bytes = 1'000'000}).error().message,
            "the value takes more than 1000000 bytes as JSON");
  EXPECT_LT(describe(bomb).size(), 1'000'000u);
  EXPECT_LT(describe(bomb, {.max_bytes = 1000, .max_depth = 100}).size(), 10'000u);
}

TEST(Json, DepthIsBounded) {
  Value deep = Value::array();
  for (int i = 0; i < 5000; ++i) deep = Value::array({deep});
  EXPECT_TRUE(json(deep).ends_with(" is nested deeper than 1000 containers"));
  EXPECT_TRUE(tagged(deep).ends_with(" is nested deeper than 1000 containers"));
  EXPECT_LT(describe(deep).size(), 5000u);
}

TEST(Json, WhatWasWrittenIsReadBackEqual) {
  value::RandomValues random(7);
  int held = 0;
  for (int i = 0; i < 3000; ++i) {
    Value value = random.next();
    if (!to_json(value)) value = random.scalar();
    if (!to_json(value)) continue;
    ++held;
    const std::string text = *to_json(value, {.indent = i % 3});
    EXPECT_EQ(*to_json(*from_json(text)), *to_json(value));
  }
  EXPECT_GT(held, 500);
}

TEST(Json, TaggedFormsAreTheDocumentedOnes) {
  Value loop = Value::object();
  loop.set("in", Value::array({loop}));
  Value holes = Value::array({1});
  holes.resize(2);
  Value sparse = Value::array();
  sparse.set(4294967294u, "end");
  Value error = Value::error("TypeError", "bad");
  error.set("cause", Value());
  const std::pair<Value, const char*> cases[] = {
      {Value::array({1, "a", nullptr, true, Value::object()}), R"([1,"a",null,true,{}])"},
      {Value(), R"({"$type":"undefined"})"},
      {std::nan(""), R"({"$type":"number","value":"NaN"})"},
      {-0.0, "-0.0"},
      {*BigInt::parse("-18446744073709551616"),
       R"({"$type":"bigint","value":"-18446744073709551616"})"},
      {"a\xed\xa0\x80", R"({"$type":"string","units":[97,55296]})"},
      {Value::object({{"$type", 1}}), R"({"$type":"object","entries":[["$type",1]]})"},
      {Value::object({{"\xed\xa0\x80", 1}}),
       R"({"$type":"object","entries":[[{"$type":"string","units":[55296]},1]]})"},
      {holes, R"([1,{"$type":"hole"}])"},
      {sparse, R"({"$type":"array","length":4294967295,"elements":[[4294967294,"end"]]})"},
      {Value::map_of({{1, "x"}}), R"({"$type":"map","entries":[[1,"x"]]})"},
      {Value::set_of({1, 2}), R"({"$type":"set","members":[1,2]})"},
      {Value::date(0), R"({"$type":"date","value":"1970-01-01T00:00:00.000Z"})"},
      {Value::date(std::nan("")), R"({"$type":"date","value":null})"},
      {Value::regexp("a/b", "gi"), R"({"$type":"regexp","source":"a/b","flags":"gi"})"},
      {Value::array_buffer(bytes_of("abcd")), R"({"$type":"array_buffer","base64":"YWJjZA=="})"},
      {Value::uint8_array(bytes_of("abc")),
       R"({"$type":"typed_array","element":"uint8","base64":"YWJj"})"},
      {Value::data_view(Value::array_buffer(bytes_of("abc")), 1, 1),
       R"({"$type":"data_view","base64":"Yg=="})"},
      {error,
       R"({"$type":"error","name":"TypeError","message":"bad","cause":{"$type":"undefined"}})"},
      {loop, R"({"in":[{"$type":"cycle","path":"$"}]})"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(tagged(value), text);
}

TEST(Json, LargeBigIntsAreWrittenQuickly) {
  const std::vector<std::uint8_t> bytes(1 << 20, 0x0f);
  const Value value = BigInt::from_magnitude(true, bytes);
  EXPECT_TRUE(tagged(value).starts_with("{\"$type\":\"bigint\",\"value\":\"-0xf0f0f"));
  EXPECT_TRUE(describe(value).starts_with("-0xf0f0f"));
}

TEST(Json, EveryTaggedValueIsJson) {
  value::RandomValues random(11);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = *to_tagged_json(random.next());
    ASSERT_EQ(problem(text), "accepted") << text;
  }
}

TEST(Describe, ShowsValuesAsJavaScriptConsolesDo) {
  Value loop = Value::object();
  loop.set("self", loop).set("n", std::nan(""));
  Value holes = Value::array({1});
  holes.resize(4);
  holes.push(2);
  Value error = Value::error("RangeError", "too\nfar");
  error.set("code", "E_FAR");
  const std::uint16_t numbers[] = {1, 65535};
  const Value buffer = Value::array_buffer(std::as_bytes(std::span(numbers)));
  const std::pair<Value, const char*> cases[] = {
      {Value::object({{"a", BigInt::from(1)}, {"odd key", "q\""}, {"u", Value()}}),
       R"({ a: 1n, "odd key": "q\"", u: undefined })"},
      {loop, "{ self: [circular], n: NaN }"},
      {holes, "[ 1, <3 empty>, 2 ]"},
      {Value::map_of({{"k", Value::set_of({1})}}), R"(Map(1) { "k" => Set(1) { 1 } })"},
      {Value::date(86'400'000), "1970-01-02T00:00:00.000Z"},
      {Value::date(std::nan("")), "Invalid Date"},
      {Value::regexp("a\\d", "g"), "/a\\d/g"},
      {error, R"([RangeError: too\nfar] { code: "E_FAR" })"},
      {Value::typed_array(ElementType::uint16, buffer, 0, 2), "Uint16Array(2) [ 1, 65535 ]"},
      {buffer, "ArrayBuffer(4) { 01 00 ff ff }"},
      {Value::object(), "{}"},
      {-0.0, "-0"},
      {"\x1b[31m\xc2\x9b", R"("\u001b[31m\u009b")"},
  };
  for (const auto& [value, text] : cases) EXPECT_EQ(describe(value), text);
}

TEST(Describe, BreaksLongLinesAndCutsLongTexts) {
  Value rows = Value::array();
  for (int i = 0; i < 3; ++i)
    rows.push(Value::object({{"name", "customer number " + std::to_string(i)}, {"total", i}}));
  EXPECT_EQ(describe(rows),
            "[\n"
            "  { name: \"customer number 0\", total: 0 },\n"
            "  { name: \"customer number 1\", total: 1 },\n"
            "  { name: \"customer number 2\", total: 2 }\n"
            "]");
  EXPECT_EQ(describe(std::string(100, 'x'), {.max_bytes = 5}), "\"xxxxx...\"");
  Value many = Value::array();
  for (int i = 0; i < 100'000; ++i) many.push(i);
  const std::string cut = describe(many, {.max_bytes = 1000});
  EXPECT_LT(cut.size(), 2000u);
  EXPECT_TRUE(cut.ends_with("...\n]")) << cut.substr(cut.size() - 20);
}

TEST(Describe, DatesOfEveryYearAreShown) {
  const std::pair<double, const char*> cases[] = {
      {8.64e15, "+275760-09-13T00:00:00.000Z"},
      {-8.64e15, "-271821-04-20T00:00:00.000Z"},
      {-62167219200001.0, "-000001-12-31T23:59:59.999Z"},
      {1709210096789.0, "2024-02-29T12:34:56.789Z"},
      {253402300800000.0, "+010000-01-01T00:00:00.000Z"}};
  for (const auto& [time, text] : cases) EXPECT_EQ(describe(Value::date(time)), text);
}

TEST(Describe, AnyValueCanBeShown) {
  value::RandomValues random(13);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = describe(random.next(), {.max_bytes = 1 + random.below(2000)});
    ASSERT_TRUE(find_invalid_wtf8(text) == std::string::npos && is_well_formed(text)) << text;
  }
}

}  // namespace
}  // namespace modebox
