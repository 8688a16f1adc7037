#include "src/bridge/mentions.h"

#include <gtest/gtest.h>

namespace modebox::bridge {
namespace {

std::string named(std::string_view source) {
  static const std::vector<std::string> groups = {"github", "fs", "阿里", "$x"};
  std::string all;
  for (const std::size_t i : Mentions(groups).in(source))
    all += (all.empty() ? "" : " ") + groups[i];
  return all;
}

constexpr const char* everything = "github fs 阿里 $x";

TEST(Mentions, AreWords) {
  EXPECT_EQ(named("await github.create({})"), "github");
  EXPECT_EQ(named("fs.read()+$x.y"), "fs $x");
  EXPECT_EQ(named("const { read } = fs"), "fs");
  EXPECT_EQ(named("githubs.x; _fs; fs2; x$x; 1 + 1"), "");
  EXPECT_EQ(named("`${github.x}`"), "github");
  EXPECT_EQ(named("阿里.x()"), "阿里");
  EXPECT_EQ(named(""), "");
}

TEST(Mentions, AreFoundBesideBlanksBeyondAscii) {
  EXPECT_EQ(named("await\u00a0github.x"), "github");
  EXPECT_EQ(named("\ufeff阿里.x"), "阿里");
  EXPECT_EQ(named("x\u2028globalThis"), everything);
}

TEST(Mentions, AreFoundBehindEscapes) {
  EXPECT_EQ(named("\\u0067ithub.x"), "github");
  EXPECT_EQ(named("g\\u{00000069}thub.x"), "github");
  EXPECT_EQ(named("\\u963f里.x"), "阿里");
  EXPECT_EQ(named("'\\u"), "");
  EXPECT_EQ(named("'\\u{ffffffffffffffff}\\u{\\uD800\\uzz'"), "");
}

TEST(Mentions, AreAllWhereANameNeedsNotBeWritten) {
  for (const char* source : {"globalThis[x]",
                             "eval(x)",
                             "(0, eval)(x)",
                             "const e = eval\nf()",
                             "new Function(x)",
                             "Function.prototype",
                             "const F = Function;",
                             "this[x]",
                             "f(this)",
                             "f(1, this, 2)",
                             "return this;",
                             "return this",
                             "x = this\nf()",
                             "({ ...this })",
                             "this",
                             "tools.call(x)",
                             "tools [x]",
                             "const t = tools;",
                             "const { search } =tools",
                             "(() => 1).constructor(x)()",
                             "x['constructor']",
                             "tools?.search(x)"}) {
    EXPECT_EQ(named(source), everything) << source;
  }
  for (const char* source :
       {"this.a = 1", "f(this.a, this?.b)", "class A { constructor() {} }",
        "const tools = 1; f(tools)", "evaluate(1)", "myFunction()", "function f() {}",
        "// this is it", "/* Well, this works. */", "'this'", "// Function that counts",
        "// all the tools of this script"}) {
    EXPECT_EQ(named(source), "") << source;
  }
}

}  // namespace
}  // namespace modebox::bridge
