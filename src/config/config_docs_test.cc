// docs/config.md and docs/modebox.schema.json say what the reader does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "src/base/limit_fields.h"
#include "src/config/config.h"
#include "src/config/fetch_entry.h"
#include "src/config/server_entry.h"
#include "src/config/tool_entry.h"

namespace modebox::config {
namespace {

using nlohmann::json;

std::string text_of(const std::string& name) {
  const char* root = std::getenv("MODEBOX_SOURCE_DIR");
  std::ifstream file(std::string(root == nullptr ? "." : root) + "/docs/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The blocks of a page in that language.
std::vector<std::string> blocks(const std::string& page, const std::string& language) {
  std::vector<std::string> found;
  const std::string fence = "\n```" + language + "\n";
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    found.push_back(page.substr(at, page.find("```\n", at) - at));
  }
  return found;
}

std::vector<std::string> keys_of(const json& schema) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : schema.at("properties").items()) keys.push_back(key);
  return keys;
}

TEST(ConfigDocs, TheSchemaHasTheKeysOfTheReader) {
  const json schema = json::parse(text_of("modebox.schema.json"));
  const json& tool = schema.at("$defs").at("tool");
  const json& limits = schema.at("properties").at("limits");
  EXPECT_THAT(keys_of(schema), testing::UnorderedElementsAreArray(root_keys()));
  EXPECT_THAT(keys_of(tool), testing::UnorderedElementsAreArray(tool_keys()));
  const json& server = schema.at("$defs").at("server");
  EXPECT_THAT(keys_of(server), testing::UnorderedElementsAreArray(server_keys()));
  const json& fetch = schema.at("properties").at("fetch");
  EXPECT_THAT(keys_of(fetch), testing::UnorderedElementsAreArray(fetch_keys()));
  std::vector<std::string_view> names;
  for (const LimitField& field : limit_fields()) {
    names.push_back(field.name);
    const std::string type = field.may_be_off() ? "#/$defs/positiveOrOff" : "#/$defs/positive";
    EXPECT_EQ(limits.at("properties").at(std::string(field.name)).at("$ref"), type) << field.name;
  }
  EXPECT_THAT(keys_of(limits), testing::UnorderedElementsAreArray(names));
  for (const json* object : {&schema, &tool, &server, &limits, &fetch}) {
    EXPECT_EQ(object->at("additionalProperties"), false);
  }
}

TEST(ConfigDocs, TheSchemaHasTheDefaultsOfTheReader) {
  const json schema = json::parse(text_of("modebox.schema.json"));
  const json& tool = schema.at("$defs").at("tool").at("properties");
  EXPECT_EQ(tool.at("timeoutMs").at("default"), Command{}.timeout.count());
  EXPECT_EQ(tool.at("maxOutputBytes").at("default"), Command{}.max_output);
  const json& fetch = schema.at("properties").at("fetch").at("properties");
  const FetchOptions defaults;
  EXPECT_EQ(fetch.at("methods").at("default"), json(defaults.methods));
  EXPECT_EQ(fetch.at("timeoutMs").at("default"), defaults.timeout.count());
  EXPECT_EQ(fetch.at("maxResponseBytes").at("default"), defaults.max_response_bytes);
  EXPECT_EQ(fetch.at("maxRequestBytes").at("default"), defaults.max_request_bytes);
  EXPECT_EQ(fetch.at("maxRedirects").at("default"), defaults.max_redirects);
  EXPECT_EQ(schema.at("properties").at("secretEnv").at("default"), Config{}.secret_env);
}

TEST(ConfigDocs, TheSchemaRefusesTheNamesThatTheReaderDoes) {
  const json names =
      json::parse(text_of("modebox.schema.json")).at("properties").at("tools").at("propertyNames");
  const std::regex refused(names.at("not").at("pattern").get<std::string>());
  for (const std::string name : {"tools", "tools.x", "toolsx", "my.tools", "mail.send"}) {
    const std::string text = R"({"tools": {")" + name + R"(": {"command": ["c"]}}})";
    EXPECT_EQ(parse_config(text, "f", "/").ok(), !std::regex_search(name, refused)) << name;
  }
}

TEST(ConfigDocs, TheExampleOfThePageIsAConfigurationAndTheOtherHasTheMistakesThatAreShown) {
  const std::string page = text_of("config.md");
  const auto examples = blocks(page, "json");
  const auto messages = blocks(page, "text");
  ASSERT_EQ(examples.size(), 4u);
  ASSERT_EQ(messages.size(), 1u);
  const Result<Config> good = parse_config(examples[0], "modebox.json", "/");
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_EQ(good->tools.size(), 3u);
  for (const CommandToolConfig& tool : good->tools) {
    EXPECT_TRUE(tool.input.schema.is_object()) << tool.name;
  }
  const Result<Config> servers = parse_config(examples[1], "modebox.json", "/");
  ASSERT_TRUE(servers.ok()) << servers.error().message;
  EXPECT_EQ(servers->servers.size(), 2u);
  EXPECT_TRUE(servers->approve_destructive);
  const Result<Config> fetch = parse_config(examples[2], "modebox.json", "/");
  ASSERT_TRUE(fetch.ok()) << fetch.error().message;
  EXPECT_EQ(fetch->fetch->approve_methods, std::vector<std::string>{"POST"});
  const Result<Config> bad = parse_config(examples[3], "modebox.json", "/");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().message + '\n', messages[0]);
}

TEST(ConfigDocs, ThePageTellsOfEveryKey) {
  const std::string page = text_of("config.md");
  for (const auto& keys : {root_keys(), tool_keys(), fetch_keys()}) {
    for (const std::string_view key : keys) {
      EXPECT_THAT(page, testing::HasSubstr("`" + std::string(key) + "`"));
    }
  }
}

}  // namespace
}  // namespace modebox::config
