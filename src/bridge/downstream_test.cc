#include "src/bridge/downstream.h"

#include <gmock/gmock.h>

#include "src/bridge/testing/downstream_test_support.h"

namespace modebox::bridge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class BothEras : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Downstream, BothEras, ::testing::Values("legacy", "modern"));

TEST_P(BothEras, ListsToolsAndCallsThem) {
  const auto server = Downstream::create(fake(GetParam()));
  const Listed listed = list(*server);
  ASSERT_THAT(names_of(listed), ElementsAre("echo", "ask", "sleep"));
  EXPECT_EQ((*listed)->server_name, "fake");
  EXPECT_EQ((*listed)->server_version, "1.2");
  EXPECT_EQ((*listed)->protocol_version,
            std::string(GetParam()) == "modern" ? "2026-07-28" : "2025-11-25");
  EXPECT_TRUE((*listed)->tools[0].read_only);
  EXPECT_FALSE((*listed)->tools[1].read_only);
  EXPECT_THAT((*listed)->notes, ElementsAre());
  EXPECT_EQ(text_of(call(*server, "echo", Value::object({{"a", 1}}))), R"({"a": 1})");
}

}  // namespace
}  // namespace modebox::bridge
