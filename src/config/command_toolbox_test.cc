// From the text of a configuration to tools that can be called.
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>

#include "src/config/config.h"

namespace modebox::config {
namespace {

Config config_of(std::string_view text) {
  const Result<Config> config = parse_config(text, "modebox.json", "/");
  if (config) return *config;
  ADD_FAILURE() << config.error().message;
  return {};
}

TEST(CommandToolbox, HasTheToolsOfTheFileWithWhatItSaysOfThem) {
  const Result<Toolbox> tools = make_toolbox(config_of(R"({"tools": {
    "mail.send": {"command": ["c"], "description": "Sends.", "approve": true, "sink": true},
    "mail.read": {"command": ["c"], "source": true}}})"));
  ASSERT_TRUE(tools.ok()) << tools.error().message;
  const Tool* send = tools->find("mail.send");
  ASSERT_NE(send, nullptr);
  EXPECT_TRUE(send->is_async());
  EXPECT_EQ(send->description(), "Sends.");
  EXPECT_EQ(send->approval().kind(), Approval::Kind::always);
  EXPECT_TRUE(send->is_sink());
  EXPECT_FALSE(send->is_source());
  const Tool* read = tools->find("mail.read");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->approval().kind(), Approval::Kind::never);
  EXPECT_TRUE(read->is_source());
  EXPECT_FALSE(read->is_sink());
}

TEST(CommandToolbox, AToolRunsTheProgramOfTheFile) {
  const Result<Toolbox> tools = make_toolbox(config_of(R"({"tools": {"echo": {
    "command": ["/bin/sh", "-c", "printf '\"%s %s\"' \"$WHO\" \"$PWD\""],
    "env": {"WHO": "world"}, "cwd": "/usr"}}})"));
  ASSERT_TRUE(tools.ok()) << tools.error().message;
  auto answer = std::make_shared<std::promise<ToolResult>>();
  std::future<ToolResult> answered = answer->get_future();
  tools->find("echo")->start({.name = "echo"}, Reply([answer](ToolResult result) {
                               answer->set_value(std::move(result));
                             }));
  ASSERT_EQ(answered.wait_for(std::chrono::seconds(120)), std::future_status::ready);
  const ToolResult result = answered.get();
  ASSERT_TRUE(std::holds_alternative<Value>(result)) << std::get<ToolError>(result).message;
  EXPECT_EQ(std::get<Value>(result).as_string(), "world /usr");
}

TEST(CommandToolbox, AConfigurationMadeByHandIsCheckedToo) {
  Config config;
  config.tools = {{.name = "a.b"}, {.name = "a"}};
  EXPECT_FALSE(make_toolbox(config).ok());
}

}  // namespace
}  // namespace modebox::config
