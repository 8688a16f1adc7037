// Where values stand, and what text is refused where.
#include "src/config/json_places.h"

#include <gtest/gtest.h>

#include <string>

namespace modebox::config {
namespace {

PlacedJson parsed(std::string_view text) {
  auto result = parse_places(text);
  if (const auto* mistake = std::get_if<Mistake>(&result)) {
    ADD_FAILURE() << text << ": " << mistake->sentence;
    return {};
  }
  return std::get<PlacedJson>(std::move(result));
}

/// `1:5 The sentence.`, or nothing.
std::string refusal(std::string_view text) {
  const auto result = parse_places(text);
  const auto* mistake = std::get_if<Mistake>(&result);
  return mistake == nullptr ? "" : line_and_column(text, mistake->at) + ' ' + mistake->sentence;
}

/// The text of each value and key, cut where the next place is: all places are right.
std::vector<std::size_t> places(const PlacedJson& json) {
  std::vector<std::size_t> all{json.at};
  for (std::size_t i = 0; i < json.items.size(); ++i) {
    if (i < json.keys.size()) all.push_back(json.keys[i].at);
    for (const std::size_t at : places(json.items[i])) all.push_back(at);
  }
  return all;
}

TEST(JsonPlaces, EveryValueAndKeyKnowsWhereItBegins) {
  // A mark, then what begins there.
  const std::string marked =
      " ^{ ^\"a\" : ^[ ^1,^-2.5e+3 ,\n^true,^false,^null, ^\"x\\\"\\\\,:\" ,^[],^{}],"
      "^\"\":^{^\"\xc3\xa9\\u0041\":^0}} ";
  std::string text;
  std::vector<std::size_t> expected;
  for (const char c : marked) {
    if (c == '^') {
      expected.push_back(text.size());
    } else {
      text += c;
    }
  }
  EXPECT_EQ(places(parsed(text)), expected);
  for (std::size_t& at : expected) at += 3;
  EXPECT_EQ(places(parsed("\xEF\xBB\xBF" + text)), expected);
}

TEST(JsonPlaces, ValuesAreThoseOfTheText) {
  const PlacedJson json =
      parsed(R"({"a": [1, -0.5, true, false, null, "\u00e9"], "__proto__": 7})");
  ASSERT_EQ(json.items.size(), 2u);
  EXPECT_EQ(json.keys[1].text, "__proto__");
  const auto& list = json.items[0].items;
  ASSERT_EQ(list.size(), 6u);
  EXPECT_EQ(list[0].number, 1);
  EXPECT_EQ(list[1].number, -0.5);
  EXPECT_EQ(list[2].number, 1);
  EXPECT_EQ(list[3].kind, PlacedJson::Kind::boolean);
  EXPECT_EQ(list[4].kind, PlacedJson::Kind::null);
  EXPECT_EQ(list[5].text, "\u00e9");
}

TEST(JsonPlaces, BothOfTwoEqualKeysAreKept) {
  const PlacedJson json = parsed(R"({"a": 1, "\u0061": 2})");
  ASSERT_EQ(json.keys.size(), 2u);
  EXPECT_EQ(json.keys[0].text, json.keys[1].text);
}

TEST(JsonPlaces, CommentsAreWhiteSpace) {
  const PlacedJson json =
      parsed("// \"\xff\n{ /* { \n */ \"a//b\": \"/* \\\" // */\", // c\n\"d\": 1 } /**/ // end");
  ASSERT_EQ(json.keys.size(), 2u);
  EXPECT_EQ(json.keys[0].text, "a//b");
  EXPECT_EQ(json.items[0].text, "/* \" // */");
  EXPECT_EQ(json.keys[1].at, 46u);
  EXPECT_NE(refusal("{} /* "), "");
  EXPECT_NE(refusal("{} /"), "");
  EXPECT_EQ(refusal("/* \n */ nux"), "2:5 This is not JSON: invalid literal.");
}

TEST(JsonPlaces, CommonMistakesAreNamedAtTheirPlace) {
  EXPECT_EQ(refusal("# why\n{}"), "1:1 A comment begins with // here, or is between /* and */.");
  EXPECT_EQ(refusal("[1, 2 ,\n]"),
            "2:1 JSON has no comma after the last entry: remove the one before this bracket.");
  EXPECT_EQ(refusal("{'a': 1}"), "1:2 JSON has strings in double quotes only.");
  EXPECT_EQ(refusal("{} {}"), "1:4 Nothing may follow the JSON value.");
  EXPECT_EQ(refusal("{\"a\": 1e999}"), "1:7 The number is too large.");
  for (const char* text : {"", " ", "{", "[1", "[1,", "{\"a\"", "{\"a", "tru"}) {
    EXPECT_NE(refusal(text).find(" The text ends before"), std::string::npos) << text;
  }
}

TEST(JsonPlaces, OtherMistakesAreToldInTheWordsOfTheParserAtTheirPlace) {
  EXPECT_EQ(refusal("{\"a\": nul}"), "1:7 This is not JSON: invalid literal.");
  EXPECT_EQ(refusal("[1 \"b\"]"), "1:4 This is not JSON: unexpected string literal; expected ']'.");
  EXPECT_EQ(refusal("[1,,2]").substr(0, 4), "1:4 ");
  EXPECT_EQ(refusal("{,}").substr(0, 4), "1:2 ");
  EXPECT_EQ(refusal("[01]").substr(0, 4), "1:3 ");
  EXPECT_EQ(refusal("[\"a\nb\"]").substr(0, 4), "1:4 ");
  EXPECT_NE(refusal("[\"\\ud800\"]"), "");
  EXPECT_NE(refusal("[NaN]"), "");
  EXPECT_NE(refusal("\xEF\xBB\xBF\xEF\xBB\xBF{}"), "");
}

TEST(JsonPlaces, BytesThatAreNoTextAreRefusedWhereverTheyAre) {
  EXPECT_EQ(refusal("[\"\xc3\xa9\xff\"]"), "1:4 The text must be UTF-8; this byte is not.");
  EXPECT_EQ(refusal(std::string_view("{}\0{", 4)), "1:3 The text must not hold a NUL byte.");
  EXPECT_EQ(refusal(std::string_view("[\"\0\"]", 5)), "1:3 The text must not hold a NUL byte.");
  EXPECT_NE(refusal("[\"\xed\xa0\x80\"]"), "") << "a lone surrogate in UTF-8's manner";
}

TEST(JsonPlaces, NestingAndNumberOfValuesAreBounded) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(refusal(nested(max_json_depth)), "");
  EXPECT_EQ(refusal(nested(max_json_depth + 1)),
            "1:65 The text must hold at most 64 arrays and objects within each other.");
  EXPECT_NE(refusal(nested(100'000)), "");
  EXPECT_NE(refusal(std::string(100'000, '[')), "");
  std::string many = "[0";
  for (std::size_t i = 2; i < max_json_values; ++i) many += ",0";
  EXPECT_EQ(refusal(many + "]"), "");
  EXPECT_EQ(refusal(many + ",0]"), "1:200000 The text must hold at most 100000 values.");
}

TEST(JsonPlaces, ColumnsCountCharacters) {
  EXPECT_EQ(line_and_column("abc", 0), "1:1");
  EXPECT_EQ(line_and_column("a\r\nbc", 4), "2:2");
  EXPECT_EQ(line_and_column("\xc3\xa9\xf0\x9f\x98\x80x", 6), "1:3");
  EXPECT_EQ(line_and_column("\xEF\xBB\xBFx", 3), "1:1");
  EXPECT_EQ(line_and_column("a\n", 2), "2:1");
}

}  // namespace
}  // namespace modebox::config
