// Which names a toolbox takes.
#include "modebox/toolbox.h"

#include <gtest/gtest.h>

#include <string>

namespace modebox {
namespace {

std::string refusal(const std::string& name) {
  Toolbox tools;
  const Status added = tools.add(Tool::of(name, [] { return 1; }));
  return added ? "" : added.error().message;
}

TEST(ToolboxTest, TakesIdentifiersAndAnyWordAfterADot) {
  for (const char* name : {"a", "a.b.c", "$x._y1", "items.delete", "x.import", "caf\u00e9.menu"}) {
    EXPECT_EQ(refusal(name), "") << name;
  }
}

TEST(ToolboxTest, SaysWhyItRefusesAName) {
  EXPECT_NE(refusal("").find("must be a JavaScript identifier"), std::string::npos);
  EXPECT_NE(refusal("a.").find("must be a JavaScript identifier"), std::string::npos);
  EXPECT_NE(refusal("a-b").find("must be a JavaScript identifier"), std::string::npos);
  EXPECT_NE(refusal("delete.x").find("a reserved word of JavaScript"), std::string::npos);
  EXPECT_NE(refusal("Map.x").find("already means something"), std::string::npos);
  EXPECT_NE(refusal("db.then").find("scripts do not expect"), std::string::npos);
  EXPECT_NE(refusal("__proto__").find("scripts do not expect"), std::string::npos);
}

TEST(ToolboxTest, RefusesASecondToolOfTheNameAndAGroupOfIt) {
  Toolbox tools;
  ASSERT_TRUE(tools.add(Tool::of("a.b", [] { return 1; })));
  EXPECT_FALSE(tools.add(Tool::of("a.b", [] { return 1; })));
  EXPECT_FALSE(tools.add(Tool::of("a", [] { return 1; })));
  EXPECT_FALSE(tools.add(Tool::of("a.b.c", [] { return 1; })));
  EXPECT_NE(tools.find("a.b"), nullptr);
  EXPECT_EQ(tools.find("a"), nullptr);
}

}  // namespace
}  // namespace modebox
