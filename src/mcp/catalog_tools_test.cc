// The functions `tools.*`, in scripts.
#include <gtest/gtest.h>

#include "modebox/engine.h"
#include "modebox/json.h"
#include "src/mcp/catalog.h"
#include "src/mcp/render.h"

namespace modebox::mcp {
namespace {

Tool tool(std::string name, std::string description = "") {
  return std::move(Tool(std::move(name), [](const HostCall& call) -> ToolResult {
                     return call.argument(0);
                   }).description(std::move(description)));
}

class CatalogTools : public ::testing::Test {
 protected:
  CatalogTools() {
    EXPECT_TRUE(tools.add(tool("mail.send", "Sends a message. With details.")));
    EXPECT_TRUE(tools.add(tool("mail.list", "Lists messages.")));
    EXPECT_TRUE(tools.add(tool("clock")));
    const Status added = Catalog(tools).add_to(tools, outputs);
    EXPECT_TRUE(added.ok());
  }

  /// The value as JSON, or the error.
  std::string run(std::string_view source) {
    const RunResult result = engine.run(source, tools);
    if (const RunError* error = result.error()) return error->name + ": " + error->message;
    return to_json(*result.value()).value();
  }

  Engine engine = Engine::create().value();
  Toolbox tools;
  std::shared_ptr<OutputStore> outputs = std::make_shared<OutputStore>();
};

TEST_F(CatalogTools, SearchGivesNamesAndDescriptions) {
  EXPECT_EQ(
      run("await tools.search('send mail')"),
      R"([{"name":"mail.send","description":"Sends a message."},{"name":"mail.list","description":"Lists messages."}])");
  EXPECT_EQ(run("await tools.search('mail', 1)"),
            R"([{"name":"mail.send","description":"Sends a message."}])");
  EXPECT_EQ(run("(await tools.search('')).map(t => t.name)"),
            R"(["mail.send","mail.list","clock"])");
  EXPECT_EQ(run("await tools.search('zebra')"), "[]");
}

TEST_F(CatalogTools, DescribeGivesDeclarations) {
  EXPECT_EQ(run("(await tools.describe('mail.send')).includes('function send(')"), "true");
  EXPECT_EQ(run("(await tools.describe('mail.*')).match(/function \\w+/g)"),
            R"(["function send","function list"])");
  EXPECT_EQ(run("await tools.describe('mail.snd')"),
            "Error: There is no function \"mail.snd\". Is it mail.send or mail.list? "
            "tools.search(\"words\") finds functions.");
  EXPECT_EQ(run("await tools.describe('zebra')"),
            "Error: There is no function \"zebra\". tools.search(\"words\") finds functions.");
}

TEST_F(CatalogTools, RefuseOtherArguments) {
  for (const char* source :
       {"await tools.search()", "await tools.search({query: 'x'})", "await tools.search('x', 'y')",
        "await tools.search('x', -1)", "await tools.search('x', NaN)", "await tools.describe(1)",
        "await tools.output()", "await tools.output(1)", "await tools.output('o1', 'x')"}) {
    EXPECT_TRUE(run(source).starts_with("TypeError: tools.")) << source << "\n" << run(source);
  }
}

TEST_F(CatalogTools, TakeHostileArguments) {
  EXPECT_EQ(run("(await tools.search('\\ud800x'.repeat(1e5), Infinity)).length"), "0");
  EXPECT_EQ(run("(await tools.search('*'.repeat(300))).length"), "3");
  EXPECT_LT(run("await tools.describe('\\ud800x'.repeat(1e5))").size(), 500u);
  EXPECT_LT(run("await tools.output('\\ud800'.repeat(1e5))").size(), 200u);
  EXPECT_EQ(run("(await tools.describe('*'.repeat(1000))).length > 0"), "true");
}

TEST_F(CatalogTools, OutputGivesWhatWasCut) {
  const std::string text = "\u20ac\U0001f600" + std::string(1000, 'x') + "end";
  EXPECT_EQ(outputs->keep(text), "o1");
  EXPECT_EQ(run("(await tools.output('o1')).length"), "1006");
  EXPECT_EQ(run("(await tools.output('o1')).slice(1003)"), "\"end\"");
  EXPECT_EQ(run("await tools.output('o1', 1003)"), "\"end\"");
  EXPECT_EQ(run("await tools.output('o1', 0, 1)"), "\"\u20ac\"");
  EXPECT_EQ(run("(await tools.output('o1', 2, 3)) === '\\ude00'"), "true");
  EXPECT_EQ(run("await tools.output('o1', 5, 2)"), "\"\"");
  EXPECT_EQ(run("await tools.output('o1', 1e300)"), "\"\"");
  EXPECT_EQ(run("await tools.output('o2')"),
            "Error: There is no output \"o2\": kept are o1 to o1.");
}

TEST_F(CatalogTools, WhatWasCutIsReadToItsEnd) {
  const RunResult result =
      engine.run("Array.from({ length: 20000 }, (_, i) => 'line ' + i).join('\\n')", tools);
  const Rendering rendering = render(result, {.outputs = outputs.get()});
  EXPECT_NE(text_of(rendering.content.at(0)).find("tools.output(\"o1\")"), std::string_view::npos);
  EXPECT_EQ(run("(await tools.output('o1')).split('\\n').find(l => l.endsWith('19999'))"),
            "\"line 19999\"");
}

TEST_F(CatalogTools, ShowTheToolsAsTheyWere) {
  ASSERT_TRUE(tools.add(tool("later")));
  EXPECT_EQ(run("await tools.search('later')"), "[]");
}

TEST(CatalogNames, AreNotTaken) {
  for (const char* name : {"tools", "tools.search", "tools.mine"}) {
    Toolbox tools;
    ASSERT_TRUE(tools.add(tool(name)));
    const Status added = Catalog(tools).add_to(tools);
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().message.find(std::string("\"my_") + name + "\""), std::string::npos);
  }
  Toolbox tools;
  ASSERT_TRUE(tools.add(tool("toolsmith")));
  EXPECT_TRUE(Catalog(tools).add_to(tools));
  EXPECT_NE(tools.find("tools.search"), nullptr);
  EXPECT_EQ(tools.find("tools.output"), nullptr) << "without a store";
  EXPECT_FALSE(Catalog(tools).add_to(tools)) << "a second time";
}

}  // namespace
}  // namespace modebox::mcp
