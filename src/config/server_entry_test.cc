#include "src/config/server_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace modebox::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::string file_with(const std::string& server) {
  return R"({"mcpServers": {"s": )" + server + "}}";
}

McpServerConfig server_of(const std::string& text) {
  const Result<Config> config = parse_config(file_with(text), "f", "/project");
  if (config) return config->servers.at(0);
  ADD_FAILURE() << config.error().message;
  return {};
}

std::string mistakes_of(const std::string& text) {
  const Result<Config> config = parse_config(file_with(text), "f", "/project");
  return config ? "" : config.error().message;
}

TEST(ServerEntry, AProgramWithItsArguments) {
  const McpServerConfig server = server_of(
      R"({"type": "stdio", "command": "npx", "args": ["-y", "a b", ""], "env": {"A": "1"},
          "cwd": "sub", "timeoutMs": 5, "startTimeoutMs": 6})");
  EXPECT_EQ(server.name, "s");
  EXPECT_THAT(server.command.words, ElementsAre("npx", "-y", "a b", ""));
  EXPECT_THAT(server.command.environment, ElementsAre(Pair("A", "1")));
  EXPECT_EQ(server.command.folder, "/project/sub");
  EXPECT_THAT(server.command.withheld, ElementsAre("MODEBOX_SECRET"));
  EXPECT_EQ(server.timeout, std::chrono::milliseconds(5));
  EXPECT_EQ(server.start_timeout, std::chrono::milliseconds(6));
}

TEST(ServerEntry, AUrlWithHeaders) {
  const McpServerConfig server =
      server_of(R"({"url": "https://a.example/mcp", "headers": {"X-A": "b"}})");
  EXPECT_EQ(server.url, "https://a.example/mcp");
  EXPECT_THAT(server.headers, ElementsAre(Pair("X-A", "b")));
}

TEST(ServerEntry, VariablesAreReplaced) {
  setenv("MODEBOX_TEST_WORD", "x${y}", 1);
  unsetenv("MODEBOX_TEST_NONE");
  const auto text = [](std::string_view in) {
    const Result<std::string> out = expanded(in, {"HIDDEN"});
    return out ? *out : "refused: " + out.error().message;
  };
  EXPECT_EQ(text("a ${MODEBOX_TEST_WORD} b"), "a x${y} b");
  EXPECT_EQ(text("${env:MODEBOX_TEST_WORD}${MODEBOX_TEST_NONE:-}$"), "x${y}$");
  EXPECT_EQ(text("${MODEBOX_TEST_NONE:-a:-b}"), "a:-b");
  EXPECT_THAT(text("${MODEBOX_TEST_NONE}"), HasSubstr("there is no \"MODEBOX_TEST_NONE\""));
  EXPECT_THAT(text("${A"), HasSubstr("close"));
  setenv("HIDDEN", "secret", 1);
  EXPECT_THAT(text("${HIDDEN}"), HasSubstr("there is no \"HIDDEN\""));
}

TEST(ServerEntry, MistakesAreToldWithTheirPlaces) {
  EXPECT_THAT(mistakes_of("{}"), HasSubstr("f:1:22: mcpServers.s must have either"));
  EXPECT_THAT(mistakes_of(R"({"command": "a", "url": "http://b"})"), HasSubstr("must have either"));
  EXPECT_THAT(mistakes_of(R"({"type": "sse", "url": "http://b"})"), HasSubstr("be \"http\""));
  EXPECT_THAT(mistakes_of(R"({"url": "ftp://b"})"), HasSubstr("https://"));
  EXPECT_THAT(mistakes_of(R"({"url": "http://b", "headers": {"a b": "c"}})"),
              HasSubstr("name of a header"));
  EXPECT_THAT(mistakes_of(R"({"url": "http://b", "headers": {"a": "c\r\nd: e"}})"),
              HasSubstr("be one line"));
  EXPECT_THAT(mistakes_of(R"({"comand": "a"})"), HasSubstr("Did you mean \"command\"?"));
  EXPECT_THAT(mistakes_of(R"({"command": "a", "env": {"MODEBOX_SECRET": "b"}})"),
              HasSubstr("must not be set"));
}

}  // namespace
}  // namespace modebox::config
