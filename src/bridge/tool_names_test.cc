#include "src/bridge/tool_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>

#include "modebox/toolbox.h"
#include "src/tools/identifier.h"

namespace modebox::bridge {
namespace {

std::string member(std::string_view name) { return identifier_of(name, Place::member); }
std::string global(std::string_view name) { return identifier_of(name, Place::global); }

TEST(ToolNames, IdentifiersStayAsTheyAre) {
  for (const char* name :
       {"read", "_x", "$", "delete", "Map", "a1", "阿里巴巴", "größe", "हिन्दी"}) {
    EXPECT_EQ(member(name), name);
  }
}

TEST(ToolNames, WhatCanNotBeInOneBecomesAnUnderscore) {
  EXPECT_EQ(member("read-only"), "read_only");
  EXPECT_EQ(member("read.only"), "read_only");
  EXPECT_EQ(member("a b/c"), "a_b_c");
  EXPECT_EQ(member("阿里.巴巴"), "阿里_巴巴");
  EXPECT_EQ(member("3d"), "_3d");
  EXPECT_EQ(member("٣d"), "_٣d") << "digits of other scripts begin no identifier";
  EXPECT_EQ(member(""), "_");
  EXPECT_EQ(member("🔧fix"), "_fix");
  EXPECT_EQ(member(std::string("a\0b", 3)), "a_b");
  EXPECT_EQ(member("a\xff"), "a_");
}

TEST(ToolNames, WhatNobodySeesIsNotKept) {
  EXPECT_EQ(member("a\u202eb"), "a_b");
  EXPECT_EQ(member("a\u200bb"), "a_b");
  EXPECT_EQ(member("a\ufe0f"), "a_");
  EXPECT_EQ(member("a\u3164"), "a_");
  EXPECT_EQ(member("a\u00a0b"), "a_b");
}

TEST(ToolNames, WhatMeansSomethingElseGetsAnUnderscoreBehind) {
  EXPECT_EQ(member("then"), "then_");
  EXPECT_EQ(member("constructor"), "constructor_");
  EXPECT_EQ(member("__proto__"), "__proto___");
  EXPECT_EQ(member("prototype"), "prototype_");
  EXPECT_EQ(member("toString"), "toString_");
  EXPECT_EQ(global("delete"), "delete_");
  EXPECT_EQ(global("Map"), "Map_");
  EXPECT_EQ(global("console"), "console_");
  EXPECT_EQ(global("tools"), "tools_");
  EXPECT_EQ(global("github"), "github");
}

TEST(ToolNames, LongNamesAreCutBetweenCharacters) {
  EXPECT_EQ(member(std::string(200, 'x')), std::string(100, 'x'));
  EXPECT_EQ(member(std::string(100, 'x')), std::string(100, 'x'));
  EXPECT_EQ(member(std::string(101, 'x')), std::string(100, 'x'));
  std::string chinese;
  for (int i = 0; i < 67; ++i) chinese += "阿";
  EXPECT_EQ(member(chinese), chinese.substr(0, 99));
}

using Pairs = std::vector<std::pair<std::string, std::string>>;
Pairs pairs(const Identifiers& identifiers) { return {identifiers.begin(), identifiers.end()}; }

TEST(ToolNames, OneThatIsAnIdentifierComesFirst) {
  const std::vector<std::string> names = {"read.only", "read-only", "read_only", "read_only_2"};
  EXPECT_EQ(pairs(distinct_identifiers(names, Place::member)),
            (Pairs{{"read-only", "read_only_3"},
                   {"read.only", "read_only_4"},
                   {"read_only", "read_only"},
                   {"read_only_2", "read_only_2"}}));
}

TEST(ToolNames, TakenOnesAreLeftAlone) {
  EXPECT_EQ(pairs(distinct_identifiers({"bank", "bank-", "files"}, Place::global, {"bank"})),
            (Pairs{{"bank", "bank_2"}, {"bank-", "bank_"}, {"files", "files"}}));
}

TEST(ToolNames, HostileNamesAreDistinctIdentifiersInWhateverOrder) {
  std::vector<std::string> names = {"read-only",
                                    "read_only",
                                    "read.only",
                                    "read only",
                                    "delete",
                                    "3d",
                                    "_3d",
                                    "then",
                                    "then_",
                                    "then__2",
                                    "constructor",
                                    "__proto__",
                                    "__proto___",
                                    "",
                                    "_",
                                    "_2",
                                    "阿里巴巴",
                                    "阿里.巴巴",
                                    "阿里 巴巴",
                                    "hasOwnProperty",
                                    "\xff",
                                    "\xfe",
                                    std::string(200, 'x'),
                                    std::string(201, 'x'),
                                    std::string(200, '-')};
  const Identifiers first = distinct_identifiers(names, Place::member);
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    std::shuffle(names.begin(), names.end(), random);
    EXPECT_EQ(distinct_identifiers(names, Place::member), first);
  }
  std::set<std::string> distinct;
  Toolbox box;
  for (const auto& [name, identifier] : first) {
    distinct.insert(identifier);
    EXPECT_TRUE(is_identifier_name(identifier)) << identifier;
    EXPECT_LE(identifier.size(), 101U);
    const Status added = box.add(
        Tool("server." + identifier, [](const HostCall&) -> ToolResult { return Value(); }));
    EXPECT_TRUE(added.ok()) << identifier;
  }
  EXPECT_EQ(distinct.size(), names.size());
}

TEST(ToolNames, ManyThatComeToTheSameTakeNoLongTime) {
  std::vector<std::string> names;
  for (int i = 0; i < 5'000; ++i) names.push_back(std::string(200, 'x') + std::to_string(i));
  const auto start = std::chrono::steady_clock::now();
  const Identifiers identifiers = distinct_identifiers(names, Place::member);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
  EXPECT_EQ(identifiers.size(), 5'000U);
}

}  // namespace
}  // namespace modebox::bridge
