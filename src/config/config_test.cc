// What a configuration says, and how its mistakes are told.
#include "src/config/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/config/reader.h"

namespace modebox::config {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

Config config_of(std::string_view text) {
  const Result<Config> config = parse_config(text, "modebox.json", "/project");
  if (config) return *config;
  ADD_FAILURE() << config.error().message;
  return {};
}

/// The lines of the error without `modebox.json:`, or nothing.
std::string mistakes_of(std::string_view text) {
  const Result<Config> config = parse_config(text, "f", "/project");
  if (config) return "";
  std::string lines;
  std::string_view rest = config.error().message;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.starts_with("f:")) line.remove_prefix(2);
    lines += std::string(line) + (rest.empty() ? "" : "\n");
  }
  return lines;
}

/// The mistakes in a tool `t` with these members after its command.
std::string mistakes_of_tool(const std::string& members) {
  return mistakes_of(R"({"tools": {"t": {"command": ["c"], )" + members + "}}}");
}

TEST(ConfigTest, AnEmptyObjectIsAllDefaults) {
  const Config config = config_of("{}");
  EXPECT_TRUE(config.tools.empty());
  EXPECT_EQ(config.limits, Limits{});
  EXPECT_EQ(config.secret_env, "MODEBOX_SECRET");
}

TEST(ConfigTest, AToolHasWhatTheFileSays) {
  const Config config = config_of(R"({"tools": {"mail.send": {
    "command": ["python3", "mail.py", ""], "description": "Sends.", "cwd": "tools",
    "env": {"LANG": "C", "__proto__": ""}, "timeoutMs": 5, "maxOutputBytes": 1e3,
    "approve": true, "sink": true}}})");
  ASSERT_EQ(config.tools.size(), 1u);
  const CommandToolConfig& tool = config.tools[0];
  EXPECT_EQ(tool.name, "mail.send");
  EXPECT_EQ(tool.description, "Sends.");
  EXPECT_THAT(tool.command.words, ElementsAre("python3", "mail.py", ""));
  EXPECT_EQ(tool.command.folder, "/project/tools");
  EXPECT_THAT(tool.command.environment, ElementsAre(Pair("LANG", "C"), Pair("__proto__", "")));
  EXPECT_EQ(tool.command.timeout.count(), 5);
  EXPECT_EQ(tool.command.max_output, 1000u);
  EXPECT_TRUE(tool.approve);
  EXPECT_FALSE(tool.source);
  EXPECT_TRUE(tool.sink);
}

TEST(ConfigTest, AProgramRunsInTheFolderOfTheFileOrInAnAbsoluteOne) {
  const Config config = config_of(R"({"tools": {
    "a": {"command": ["c"]}, "b": {"command": ["c"], "cwd": "/srv"}}})");
  EXPECT_EQ(config.tools[0].command.folder, "/project");
  EXPECT_EQ(config.tools[1].command.folder, "/srv");
  const Result<Config> at_root =
      parse_config(R"({"tools": {"a": {"command": ["c"], "cwd": "x"}}})", "f", "/");
  EXPECT_EQ(at_root->tools[0].command.folder, "/x");
}

TEST(ConfigTest, PatternsAndLimitsAreRead) {
  const Config config = config_of(R"({"approve": ["bank.*"], "sources": ["a", "b"], "sinks": [],
    "limits": {"timeoutMs": 7, "fuel": 9, "cpuTimeoutMs": null, "maxHostCalls": 2147483647}})");
  EXPECT_THAT(config.approve, ElementsAre("bank.*"));
  EXPECT_THAT(config.sources, ElementsAre("a", "b"));
  EXPECT_TRUE(config.sinks.empty());
  Limits limits;
  limits.timeout = std::chrono::milliseconds(7);
  limits.fuel = 9;
  limits.max_host_calls = 2147483647;
  EXPECT_EQ(config.limits, limits);
}

TEST(ConfigTest, TheSecretIsWithheldFromEveryProgramWhereverItsNameStands) {
  constexpr std::string_view tools = R"("tools": {"a": {"command": ["c"]}})";
  EXPECT_THAT(config_of("{" + std::string(tools) + "}").tools[0].command.withheld,
              ElementsAre("MODEBOX_SECRET"));
  const Config config = config_of("{" + std::string(tools) + R"(, "secretEnv": "OUR_KEY"})");
  EXPECT_EQ(config.secret_env, "OUR_KEY");
  EXPECT_THAT(config.tools[0].command.withheld, ElementsAre("OUR_KEY", "MODEBOX_SECRET"));
}

TEST(ConfigTest, AnEnvironmentCanNotSetTheSecret) {
  const std::string mistakes = mistakes_of(R"({"secretEnv": "KEY", "tools": {"t":
    {"command": ["c"], "env": {"KEY": "", "MODEBOX_SECRET": "", "KEY2": ""}}}})");
  EXPECT_EQ(mistakes,
            "2:32: tools.t.env.KEY must not be set: the variable with the secret for "
            "continuations is kept from programs.\n"
            "2:43: tools.t.env.MODEBOX_SECRET must not be set: the variable with the secret for "
            "continuations is kept from programs.");
}

TEST(ConfigTest, ACommandIsAnArrayOfWordsWithAProgram) {
  const auto mistake = [](const std::string& command) {
    return mistakes_of(R"({"tools": {"t": {"command": )" + command + "}}}");
  };
  EXPECT_EQ(mistake(R"("python3 mail.py")"),
            "1:29: tools.t.command must be an array, such as [\"python3\", \"mail.py\"]: programs "
            "are started without a shell that could split it.");
  EXPECT_EQ(mistake("[]"), "1:29: tools.t.command must begin with a program.");
  EXPECT_EQ(mistake(R"([""])"), "1:30: tools.t.command[0] must be the name of a program.");
  EXPECT_EQ(mistake(R"(["a", 1])"), "1:35: tools.t.command[1] must be a string.");
  EXPECT_EQ(mistake(R"(["a\u0000"])"),
            "1:30: tools.t.command[0] must not contain a NUL character.");
  EXPECT_EQ(mistake("null"), "1:29: tools.t.command must be an array.");
  EXPECT_EQ(mistakes_of(R"({"tools": {"t": {}}})"),
            "1:17: tools.t must have a \"command\": the program to start and its arguments.");
}

TEST(ConfigTest, EachMemberOfAToolHasItsType) {
  EXPECT_EQ(mistakes_of_tool(R"("approve": "yes")"),
            "1:47: tools.t.approve must be true or false.");
  EXPECT_EQ(mistakes_of_tool(R"("source": 1)"), "1:46: tools.t.source must be true or false.");
  EXPECT_EQ(mistakes_of_tool(R"("sink": null)"), "1:44: tools.t.sink must be true or false.");
  EXPECT_EQ(mistakes_of_tool(R"("description": [])"),
            "1:51: tools.t.description must be a string.");
  EXPECT_THAT(mistakes_of_tool(R"("cwd": "")"), HasSubstr("tools.t.cwd must not be empty"));
  EXPECT_THAT(mistakes_of_tool(R"("cwd": "a\u0000")"), HasSubstr("a NUL character"));
  EXPECT_EQ(mistakes_of_tool(R"("env": [])"), "1:43: tools.t.env must be an object.");
  EXPECT_EQ(mistakes_of_tool(R"("env": {"A": 1})"), "1:49: tools.t.env.A must be a string.");
  for (const char* name : {"", "A=B", "A\\u0000"}) {
    EXPECT_THAT(mistakes_of_tool(R"("env": {")" + std::string(name) + R"(": ""})"),
                HasSubstr("must have a name that is not empty"))
        << name;
  }
}

TEST(ConfigTest, NumbersAreWholePositiveAndNotTooLarge) {
  for (const char* number : {"0", "-1", "-0", "1.5", "2147483648", "1e300", "\"5\"", "null", "true",
                             "[1]", "18446744073709551616"}) {
    EXPECT_EQ(mistakes_of(R"({"limits": {"timeoutMs": )" + std::string(number) + "}}"),
              "1:26: limits.timeoutMs must be a positive integer.");
    EXPECT_EQ(mistakes_of_tool(R"("maxOutputBytes": )" + std::string(number)),
              "1:54: tools.t.maxOutputBytes must be a positive integer.");
  }
  EXPECT_EQ(mistakes_of(R"({"limits": {"fuel": 0, "cpuTimeoutMs": "off"}})"),
            "1:21: limits.fuel must be a positive integer.\n"
            "1:40: limits.cpuTimeoutMs must be a positive integer.");
}

TEST(ConfigTest, PatternsAreStringsThatAreNotEmpty) {
  EXPECT_EQ(mistakes_of(R"({"approve": true, "sources": [""], "sinks": ["a", {}]})"),
            "1:13: approve must be an array of strings.\n"
            "1:31: sources[0] must not be empty.\n"
            "1:51: sinks[1] must be a string.");
}

TEST(ConfigTest, TheNameOfTheSecretIsThatOfAVariable) {
  for (const char* name : {"", "1A", "A-B", "A=B", "\u00e9", "A\\n", "A\\u0000"}) {
    EXPECT_THAT(mistakes_of(R"({"secretEnv": ")" + std::string(name) + "\"}"),
                HasSubstr("1:15: secretEnv must "))
        << name;
  }
  EXPECT_EQ(mistakes_of(R"({"secretEnv": "_a9"})"), "");
}

TEST(ConfigTest, ANameThatTheServersFunctionsHaveIsToldWithTheOtherMistakes) {
  EXPECT_EQ(
      mistakes_of(R"({"tools": {
    "tools.search": {"command": ["c"]},
    "a": {"command": 1}, "tools": {"command": ["c"]}}})"),
      "2:5: tools[\"tools.search\"] must have another name, such as \"my_tools.search\": under "
      "\"tools\" scripts find tools.search, tools.describe and tools.output of `modebox "
      "mcp`.\n"
      "3:22: tools.a.command must be an array.\n"
      "3:26: tools.tools must have another name. The tools \"tools.search\" and \"tools\" can "
      "not both exist: one would have to be a function and a group at once.");
  EXPECT_THAT(mistakes_of(R"({"tools": {"tools": {"command": ["c"]}}})"),
              HasSubstr("such as \"my_tools\": under"));
  EXPECT_EQ(mistakes_of(R"({"tools": {"toolshed.x": {"command": ["c"]},
    "my.tools": {"command": ["c"]}, "my_tools.search": {"command": ["c"]}}})"),
            "");
}

TEST(ConfigTest, ANameThatScriptsCanNotHaveIsToldAtItsKey) {
  const auto mistake = [](const std::string& name) {
    return mistakes_of(R"({"tools": {")" + name + R"(": {"command": ["c"]}}})");
  };
  EXPECT_EQ(mistake("a-b"),
            "1:12: tools[\"a-b\"] must have another name. \"a-b\" can not be a tool's name: each "
            "part between dots must be a JavaScript identifier.");
  EXPECT_THAT(mistake("console"), HasSubstr("already means something"));
  EXPECT_THAT(mistake("delete"), HasSubstr("reserved word"));
  EXPECT_THAT(mistake("__proto__"), HasSubstr("scripts do not expect"));
  EXPECT_THAT(mistake(""), HasSubstr("must have another name"));
  EXPECT_THAT(mistake("\\u001b[2J"), AllOf(HasSubstr("\\u001b[2J"), Not(HasSubstr("\x1b"))));
  EXPECT_EQ(mistake(std::string(200, 'a')), "");
  EXPECT_THAT(mistake(std::string(201, 'a')), EndsWith("must have a name of at most 200 bytes."));
  EXPECT_THAT(
      mistakes_of(R"({"tools": {"a.b": {"command": ["c"]}, "a": {"command": ["c"]}}})"),
      AllOf(HasSubstr("1:39: tools.a must have another name. "), HasSubstr("can not both exist")));
}

TEST(ConfigTest, AKeyThatIsNotKnownIsAMistakeWithAHint) {
  EXPECT_EQ(mistakes_of(R"({"tool": {}})"),
            "1:2: The file must not have the key \"tool\". Did you mean \"tools\"?");
  EXPECT_EQ(mistakes_of_tool(R"("Aprove": true)"),
            "1:36: tools.t must not have the key \"Aprove\". Did you mean \"approve\"?");
  EXPECT_EQ(mistakes_of(R"({"limits": {"timeout_ms": 1}})"),
            "1:13: limits must not have the key \"timeout_ms\". Did you mean \"timeoutMs\"?");
  EXPECT_EQ(mistakes_of(R"({"bank": {}})"),
            "1:2: The file must not have the key \"bank\". Known are $schema, secretEnv, "
            "tools, mcpServers, fetch, approve, sources, sinks, limits and approveTool.");
  EXPECT_THAT(mistakes_of_tool(R"("__proto__": {})"), HasSubstr("the key \"__proto__\""));
}

TEST(ConfigTest, KeysAreShownWithoutControlCharactersAndCut) {
  const std::string mistake =
      mistakes_of(R"({"\u001b\u009b\n)" + std::string(5000, 'x') + R"(": 1})");
  EXPECT_THAT(mistake, HasSubstr(R"("\u001b\u009b\nxxxx)"));
  EXPECT_THAT(mistake, HasSubstr("xxx...\""));
  EXPECT_LT(mistake.size(), 300u);
}

TEST(ConfigTest, AKeyThatStandsTwiceIsAMistakeEverywhere) {
  EXPECT_EQ(mistakes_of_tool(R"("approve": true, "appr\u006fve": false)"),
            "1:53: tools.t.approve must stand only once.");
  EXPECT_EQ(mistakes_of(R"({"limits": {}, "limits": {}})"), "1:16: limits must stand only once.");
  EXPECT_EQ(mistakes_of(R"({"limits": {"fuel": 1, "fuel": null}})"),
            "1:24: limits.fuel must stand only once.");
  EXPECT_EQ(mistakes_of(R"({"tools": {"t": {"command": ["c"]}, "t": {"command": ["d"]}}})"),
            "1:37: tools.t must stand only once.");
  EXPECT_EQ(mistakes_of_tool(R"("env": {"A": "", "A": ""})"),
            "1:53: tools.t.env.A must stand only once.");
}

TEST(ConfigTest, AllMistakesAreToldInTheOrderOfTheText) {
  EXPECT_EQ(
      mistakes_of("{\"sinks\": 1,\n \"tools\": [],\n \"$schema\": 2,\n \"x\u00e9\": 3, \"y\": 4}"),
      "1:11: sinks must be an array of strings.\n"
      "2:11: tools must be an object.\n"
      "3:13: $schema must be a string.\n"
      "4:2: The file must not have the key \"x\u00e9\". Known are $schema, secretEnv, tools, "
      "mcpServers, fetch, approve, sources, sinks, limits and approveTool.\n"
      "4:11: The file must not have the key \"y\". Known are $schema, secretEnv, tools, "
      "mcpServers, fetch, approve, sources, sinks, limits and approveTool.");
}

TEST(ConfigTest, BeyondTwentyMistakesOnlyTheirNumberIsTold) {
  const auto with = [](int count) {
    std::string text = R"({"sinks": [0)";
    for (int i = 1; i < count; ++i) text += ",0";
    return mistakes_of(text + "]}");
  };
  EXPECT_THAT(with(20), EndsWith("sinks[19] must be a string."));
  EXPECT_THAT(with(23), EndsWith("sinks[19] must be a string.\nand 3 more."));
}

TEST(ConfigTest, AFileThatIsNoObjectIsAMistake) {
  for (const char* text : {"[]", "1", "null", "\"tools\""}) {
    EXPECT_EQ(mistakes_of(text), "1:1: The file must be an object.") << text;
  }
}

TEST(ConfigTest, TextThatIsNotJsonHasOneMistakeWithItsPlace) {
  EXPECT_EQ(mistakes_of("{\n \"tools\": {},\n}"),
            "3:1: JSON has no comma after the last entry: remove the one before this bracket.");
  EXPECT_EQ(config_of("\xEF\xBB\xBF{}").tools.size(), 0u) << "a byte order mark does no harm";
}

TEST(ConfigTest, SizesAreBounded) {
  EXPECT_EQ(mistakes_of(std::string(max_config_bytes - 2, ' ') + "{}"), "");
  EXPECT_EQ(mistakes_of(std::string(max_config_bytes - 1, ' ') + "{}"),
            "1:1: The file must have at most 1 MiB.");
  std::string tools = R"({"tools": {"t": {"command": ["c"]})";
  for (std::size_t i = 0; i < max_entries; ++i) tools += ",\"t" + std::to_string(i) + "\": 1";
  EXPECT_EQ(mistakes_of(tools + "}}"), "1:11: tools must have at most 1000 entries.");
  std::string words = R"({"tools": {"t": {"command": ["c")";
  for (std::size_t i = 0; i < max_entries; ++i) words += ",\"\"";
  EXPECT_EQ(mistakes_of(words + "]}}}"), "1:29: tools.t.command must have at most 1000 entries.");
  EXPECT_NE(mistakes_of(std::string(100'000, '[')), "");
}

TEST(ConfigTest, TheNameOfTheFileIsShownWithoutControlCharacters) {
  EXPECT_EQ(parse_config("1", "a\x1b/modebox.json", "/").error().message,
            "a\\u001b/modebox.json:1:1: The file must be an object.");
}

TEST(ConfigTest, ToolsHaveSchemasThatAreCheckedAtOnce) {
  const Config config = config_of(
      R"({"tools": {"t": {"command": ["c"], "input": {"type": "object"}, "output": "o.json"}}})");
  EXPECT_EQ(config.tools[0].input.schema, Value::object({{"type", "object"}}));
  EXPECT_EQ(config.tools[0].output.file, "o.json");
  EXPECT_THAT(mistakes_of_tool(R"("input": {"items": {"type": "strnig"}})"),
              StartsWith("1:45: tools.t.input must be a JSON Schema: $.items.type must be one"));
  EXPECT_EQ(mistakes_of_tool(R"("output": {"a": 1, "a": 2})"),
            "1:55: tools.t.output.a must stand only once.");
  EXPECT_THAT(mistakes_of_tool(R"("input": 3)"), HasSubstr("must be a JSON Schema, or the name"));
  EXPECT_THAT(mistakes_of_tool(R"("input": "")"), HasSubstr("must be the name of a file"));
}

TEST(ConfigTest, FetchHasHostsAndRules) {
  const Config config = config_of(R"({"fetch": {"hosts": ["api.test", "localhost:8080"],
      "methods": ["GET", "POST"], "approve": ["POST"], "source": true, "timeoutMs": 5,
      "maxResponseBytes": 6, "maxRequestBytes": 7, "maxRedirects": 0}})");
  ASSERT_TRUE(config.fetch);
  const FetchConfig& fetch = *config.fetch;
  EXPECT_EQ(fetch.options.hosts, (std::vector<std::string>{"api.test", "localhost:8080"}));
  EXPECT_EQ(fetch.options.methods, (std::vector<std::string>{"GET", "POST"}));
  EXPECT_EQ(fetch.approve_methods, std::vector<std::string>{"POST"});
  EXPECT_FALSE(fetch.approve);
  EXPECT_TRUE(fetch.source);
  EXPECT_FALSE(fetch.sink);
  EXPECT_EQ(fetch.options.timeout.count(), 5);
  EXPECT_EQ(fetch.options.max_response_bytes, 6);
  EXPECT_EQ(fetch.options.max_request_bytes, 7);
  EXPECT_EQ(fetch.options.max_redirects, 0);
  EXPECT_FALSE(config_of("{}").fetch);
}

TEST(ConfigTest, MistakesOfFetchHaveTheirPlaces) {
  EXPECT_EQ(mistakes_of(R"({"fetch": {}})"),
            "1:11: fetch must have \"hosts\": the hosts that scripts may reach.");
  EXPECT_EQ(mistakes_of(R"({"fetch": true})"), "1:11: fetch must be an object.");
  EXPECT_EQ(mistakes_of(R"({"fetch": {"hosts": []}})"), "1:21: fetch.hosts must not be empty.");
  EXPECT_THAT(mistakes_of(R"({"fetch": {"hosts": ["a.test", "https://"]}})"),
              testing::StartsWith("1:32: fetch.hosts[1] can not be used. "));
  EXPECT_EQ(mistakes_of(R"({"fetch": {"hosts": ["a.test"], "methods": ["post"]}})"),
            "1:45: fetch.methods[0] can not be used. Methods are upper case: \"POST\", not "
            "\"post\".");
  EXPECT_EQ(mistakes_of(R"({"fetch": {"hosts": ["a.test"], "approve": ["POST"]}})"),
            "1:45: fetch.approve[0] can not be used. \"POST\" is not among the methods that fetch "
            "may use.");
  EXPECT_EQ(mistakes_of(R"({"fetch": {"hosts": ["a.test"], "approve": 1}})"),
            "1:44: fetch.approve must be true, false or an array of methods.");
  EXPECT_EQ(mistakes_of(R"({"fetch": {"hosts": ["a.test"], "maxRedirects": 1.5}})"),
            "1:49: fetch.maxRedirects must be an integer from 0 to 20.");
  EXPECT_EQ(mistakes_of(R"({"fetch": {"hosts": ["a.test"], "timeout": 1}})"),
            "1:33: fetch must not have the key \"timeout\". Did you mean \"timeoutMs\"?");
}

}  // namespace
}  // namespace modebox::config
