#include "src/typescript/source_map.h"

#include <gtest/gtest.h>

#include <string>

namespace modebox::typescript {
namespace {

std::string described(std::string_view json) {
  const auto mappings = read_mappings(json);
  if (!mappings) return "malformed";
  std::string text;
  for (const Mapping& mapping : *mappings) {
    text += std::to_string(mapping.line) + ":" + std::to_string(mapping.column) + "<" +
            std::to_string(mapping.source_line) + ":" + std::to_string(mapping.source_column) + " ";
  }
  return text;
}

TEST(SourceMap, segments_are_relative_to_the_last_one) {
  EXPECT_EQ(described(R"({"mappings":"AAAA,IAAI;AACA"})"), "0:0<0:0 0:4<0:4 1:0<1:4 ");
}

TEST(SourceMap, numbers_have_a_sign_and_several_digits) {
  EXPECT_EQ(described(R"({"mappings":"gCAAAA"})"), "0:32<0:0 ");
  EXPECT_EQ(described(R"({"mappings":"AAgCA;AADA"})"), "0:0<32:0 1:0<31:0 ");
}

TEST(SourceMap, segments_without_a_source_are_passed_over) {
  EXPECT_EQ(described(R"({"mappings":"C,AACA"})"), "0:1<1:0 ");
}

TEST(SourceMap, text_that_only_looks_like_it_is_not_read) {
  EXPECT_EQ(described(R"({"sourcesContent":["\"mappings\":\"!\""],"mappings":"AAAA"})"),
            "0:0<0:0 ");
}

TEST(SourceMap, what_is_not_a_map_is_refused) {
  for (const auto* json : {"", "{}", R"({"mappings":"!"})", R"({"mappings":"AAAAAAAA"})",
                           R"({"mappings":"AADA"})", R"({"mappings":"gggggggggg"})"}) {
    EXPECT_EQ(described(json), "malformed") << json;
  }
}

}  // namespace
}  // namespace modebox::typescript
