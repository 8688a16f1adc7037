#include "src/mcp/tool_search.h"

#include <gtest/gtest.h>

#include <chrono>

#include "modebox/json.h"

namespace modebox::mcp {
namespace {

Tool tool(std::string name, std::string description, std::string_view schema = "{}") {
  return std::move(Tool(std::move(name), [](const HostCall&) -> ToolResult { return Value(); })
                       .description(std::move(description))
                       .input_schema(Value(schema)));
}

class Search : public ::testing::Test {
 protected:
  std::vector<std::string> found(std::string_view query) const {
    std::vector<std::string> names;
    for (const std::size_t i : ToolSearch(tools).find(query)) names.push_back((*tools)[i].name());
    return names;
  }
  std::string best(std::string_view query) const {
    const auto names = found(query);
    return names.empty() ? "" : names[0];
  }

  std::shared_ptr<std::vector<Tool>> tools = std::make_shared<std::vector<Tool>>(std::vector<Tool>{
      tool("github.create_issue", "Create a new issue in a repository"),
      tool(
          "github.listIssues", "List the issues of a repository",
          R"({"type":"object","properties":{"assignee":{},"filter":{"properties":{"milestone":{}}}}})"),
      tool("github.getPullRequest", "Get a pull request"),
      tool("mail.send", "Sends a message to somebody. Mentions issue once."),
      tool("mail.HTMLToText2", "Converts a page"),
      tool("db.query", "Runs SQL", R"("\"not a schema")"),
      tool("chat.post", "\u53d1\u9001\u90ae\u4ef6\u7ed9\u7528\u6237"),
      tool("wetter.abfrage", "\u00d6ffentliche Daten"),
  });
};

TEST(WordsOf, SplitsNames) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_of("github.create_issue-now", 9), (Words{"github", "create", "issue", "now"}));
  EXPECT_EQ(words_of("listOpenIssues", 9), (Words{"list", "open", "issues"}));
  EXPECT_EQ(words_of("HTMLToText2", 9), (Words{"html", "to", "text", "2"}));
  EXPECT_EQ(words_of("a,  b;c", 2), (Words{"a", "b"}));
  EXPECT_EQ(words_of("\u00d6l \u041f\u0420\u0418", 9), (Words{"\u00f6l", "\u043f\u0440\u0438"}));
  EXPECT_EQ(words_of("... --- !!", 9), Words{});
  EXPECT_EQ(words_of(std::string(1000, 'x'), 9), Words{std::string(64, 'x')});
  EXPECT_EQ(words_of("\xff\xfe", 9), Words{});
}

TEST_F(Search, PrefersNamesThatFitAllWords) {
  EXPECT_EQ(best("create issue"), "github.create_issue");
  EXPECT_EQ(best("list issues"), "github.listIssues");
  EXPECT_EQ(best("issue"), "github.create_issue");
  EXPECT_EQ(best("pull request"), "github.getPullRequest");
  EXPECT_EQ(best("pullRequest"), "github.getPullRequest");
  EXPECT_EQ(best("mail.send"), "mail.send");
  EXPECT_EQ(best("please send a MAIL to Bob"), "mail.send");
  EXPECT_EQ(found("issue").back(), "mail.send") << "only its description fits";
}

TEST_F(Search, KnowsOtherEndingsAndParts) {
  EXPECT_EQ(best("sends"), "mail.send");
  EXPECT_EQ(best("repositories"), "") << "no dictionary";
  EXPECT_EQ(found("repository").size(), 2u);
  EXPECT_EQ(best("quest"), "github.getPullRequest");
  EXPECT_EQ(best("html"), "mail.HTMLToText2");
}

TEST_F(Search, FindsParametersOfAllLevels) {
  EXPECT_EQ(best("assignee"), "github.listIssues");
  EXPECT_EQ(best("milestone"), "github.listIssues");
}

TEST_F(Search, FindsOtherScripts) {
  EXPECT_EQ(best("\u90ae\u4ef6"), "chat.post");
  EXPECT_EQ(best("\u00f6ffentlich"), "wetter.abfrage");
}

TEST_F(Search, GivesEverythingForNothing) {
  EXPECT_EQ(found("").size(), tools->size());
  EXPECT_EQ(found(" ... ")[0], "github.create_issue");
  EXPECT_TRUE(found("zebra").empty());
}

TEST_F(Search, TakesNothingForAPattern) {
  for (const char* query : {".*", "(", "[a-", "\\", "a{1,9999999}", "^$"}) found(query);
  EXPECT_TRUE(found("m(ai)l").size() < tools->size());
}

TEST(SearchTime, IsBoundedForHostileTexts) {
  auto tools = std::make_shared<std::vector<Tool>>();
  const std::string same(100'000, 'a');
  std::string nested = "{}";
  for (int i = 0; i < 30; ++i)
    nested = R"({"properties":{"a":)" + nested + R"(,"b":)" + "{}" + "}}";
  for (int i = 0; i < 500; ++i) tools->push_back(tool("t.x" + std::to_string(i), same, nested));
  std::string query;
  for (int i = 0; i < 100; ++i) query += std::string(40, 'a') + "b ";
  query += std::string(10'000'000, 'a');
  const auto begin = std::chrono::steady_clock::now();
  const ToolSearch search(tools);
  EXPECT_TRUE(search.find(query).size() <= 500);
  EXPECT_TRUE(search.find(std::string(10'000'000, '\xff')).size() <= 500);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace modebox::mcp
