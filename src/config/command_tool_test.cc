#include "src/config/command_tool.h"
#include "modebox/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modebox/bigint.h"
#include "src/config/test_program.h"

namespace modebox::config {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CommandTool : public CommandToolTest {};

TEST_F(CommandTool, OneArgumentGoesInAndOneValueComesOut) {
  const Value value = Value::object(
      {{"to", "$(reboot) `id` ; 'x' \"y\" \n -rf"}, {"n", Value::array({1, -0.5, nullptr, true})}});
  EXPECT_EQ(run(program({"cat"}), {value}), value);
  EXPECT_EQ(run(program({"/bin/cat"}), {"text"}), "text");
}

TEST_F(CommandTool, NoneOrSeveralArgumentsAreAnArray) {
  EXPECT_EQ(run(program({"cat"})), Value::array());
  EXPECT_EQ(run(program({"cat"}), {Value()}), Value::array());
  EXPECT_EQ(run(program({"cat"}), {1, "b"}), Value::array({1, "b"}));
  EXPECT_EQ(run(program({"cat"}), {Value::array({1})}), Value::array({1}));
}

TEST_F(CommandTool, TheInputIsALine) {
  EXPECT_EQ(run(shell("read -r line && printf %s \"$line\""), {7}), 7);
}

TEST_F(CommandTool, NothingOnStandardOutputIsUndefined) {
  EXPECT_EQ(run(program({"true"})), Value());
  EXPECT_EQ(run(shell("printf ' \\t\\r\\n'")), Value());
}

TEST_F(CommandTool, WordsReachTheProgramAsTheyAre) {
  EXPECT_EQ(run(program({"printf", "\"%s\"", "$HOME *"})), "$HOME *");
}

TEST_F(CommandTool, WhatIsNotOneJsonValueIsAnError) {
  for (const char* script : {"echo hello", "echo 1 2", "printf '\"\\377\"'", "printf '1\\0001'",
                             "printf '[1'", "printf '\\0'"}) {
    const ToolError error = failure(shell(script));
    EXPECT_EQ(error.code, "E_COMMAND_OUTPUT") << script;
    EXPECT_THAT(
        error.message,
        StartsWith("The program \"sh\" of mail has to write one JSON value and nothing else to "
                   "standard output: the text is not JSON at line 1, column "))
        << script;
  }
}

TEST_F(CommandTool, AnErrorDoesNotRepeatAllOfALongOutput) {
  const ToolError error = failure(shell("printf '\"'; head -c 1000000 /dev/zero | tr '\\0' x"));
  EXPECT_EQ(error.code, "E_COMMAND_OUTPUT");
  EXPECT_LT(error.message.size(), 1000u);
}

TEST_F(CommandTool, ArgumentsThatJsonCanNotHoldStartNothing) {
  const Command command = in_folder(shell("touch started"));
  const ToolError error = failure(command, {1, Value::object({{"a", Value::map_of()}})});
  EXPECT_EQ(error.message,
            "The program \"sh\" of mail can not be given these arguments: $[1].a is a Map, which "
            "JSON can "
            "not hold.");
  EXPECT_EQ(error.code, "E_COMMAND_ARGUMENTS");
  EXPECT_EQ(error.name, "TypeError");
  EXPECT_EQ(failure(command, {BigInt()}).code, "E_COMMAND_ARGUMENTS");
  EXPECT_EQ(failure(command, {std::nan("")}).code, "E_COMMAND_ARGUMENTS");
  // Shared, it is small; as text it would be large.
  Value shared = Value::array({std::string(1000, 'x')});
  for (int i = 0; i < 30; ++i) shared = Value::array({shared, shared});
  EXPECT_EQ(failure(command, {shared}).code, "E_COMMAND_ARGUMENTS");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/started"));
}

TEST_F(CommandTool, GetsWhatJavaScriptLeavesInObjectsAsJsonStringifyDoes) {
  const Value call = Value::object(
      {{"due", Value()}, {"when", Value::date(0)}, {"list", Value::array({Value(), Value(1)})}});
  EXPECT_EQ(run(program({"cat"}), {call}),
            from_json(R"({"when":"1970-01-01T00:00:00.000Z","list":[null,1]})").value());
}

TEST_F(CommandTool, AnExitCodeIsAnErrorWithWhatTheProgramSaid) {
  const ToolError error = failure(shell("echo 1; echo 'no such customer' >&2; exit 3"));
  EXPECT_EQ(
      error.message,
      "The program \"sh\" of mail failed with exit code 3. Its standard error:\nno such customer");
  EXPECT_EQ(error.code, "E_COMMAND_FAILED");
  EXPECT_EQ(failure(program({"false"})).message,
            "The program \"false\" of mail failed with exit code 1.");
}

TEST_F(CommandTool, ASignalIsAnError) {
  const ToolError error = failure(shell("kill -KILL $$"));
  EXPECT_EQ(error.message, "The program \"sh\" of mail was ended by signal 9 (SIGKILL).");
  EXPECT_EQ(error.code, "E_COMMAND_FAILED");
}

TEST_F(CommandTool, OfMuchStandardErrorTheEndIsShown) {
  const ToolError error = failure(shell(
      "head -c 3000000 /dev/zero | tr '\\0' x >&2; printf '\\033[2J\\377 end\\n' >&2; exit 1"));
  EXPECT_THAT(error.message, ::testing::EndsWith("xxx\\x1b[2J\xef\xbf\xbd end"));
  EXPECT_LT(error.message.size(), 5000u);
  EXPECT_EQ(run(shell("head -c 3000000 /dev/zero >&2; echo 1")), 1);
}

TEST_F(CommandTool, AProgramThatCanNotBeStartedSaysWhy) {
  write("data", "x", 0600);
  write("garbage", "x");
  write("script", "#!/no/such/interpreter\n");
  const auto why = [&](const std::string& word) {
    const ToolError error = failure(in_folder(program({word})));
    EXPECT_EQ(error.code, "E_COMMAND_START");
    EXPECT_THAT(error.message, Not(HasSubstr(folder_)));
    return error.message;
  };
  EXPECT_EQ(
      why("no-such-program"),
      "The program \"no-such-program\" of mail can not be started: it is not found in $PATH.");
  EXPECT_EQ(why("bin/none"),
            "The program \"bin/none\" of mail can not be started: there is no such file.");
  EXPECT_EQ(why("/no/such/none"),
            "The program \"none\" of mail can not be started: there is no such file.");
  EXPECT_EQ(why("./data"),
            "The program \"./data\" of mail can not be started: it is not an executable file.");
  EXPECT_EQ(why(folder_ + "/data"),
            "The program \"data\" of mail can not be started: it is not an executable file.");
  EXPECT_THAT(why("./garbage"), HasSubstr("nor a script that begins with #!"));
  EXPECT_THAT(why("./script"), HasSubstr("its interpreter is not there"));
  EXPECT_THAT(why(""), HasSubstr("it has no name"));
}

TEST_F(CommandTool, NulsAndMissingFoldersAreRefused) {
  using namespace std::string_literals;
  EXPECT_THAT(failure(program({"cat", "a\0b"s})).message, HasSubstr("have a NUL"));
  EXPECT_THAT(failure(program({"cat\0x"s})).message,
              StartsWith("The program \"cat\\x00x\" of mail can"));
  Command command = program({"cat"});
  command.folder = folder_ + "/none";
  EXPECT_EQ(failure(command).message,
            "The program \"cat\" of mail can not be started: the folder that it is to run in is "
            "not there.");
}

TEST_F(CommandTool, AProgramRunsInItsFolderAndMayComeFromThere) {
  write("tools/where", "#!/bin/sh\nprintf '\"%s\"' \"$(pwd -P)\"\n");
  EXPECT_EQ(run(in_folder(program({"tools/where"}))),
            Value(std::filesystem::canonical(folder_).string()));
}

TEST_F(CommandTool, OnlyAbsoluteFoldersOfPathAreSearched) {
  write("cat", "#!/bin/sh\necho 1\n");
  write("bin/cat", "#!/bin/sh\necho 2\n");
  write("data/cat", "3", 0600);
  Command command = in_folder(program({"cat"}));
  command.environment["PATH"] = ":.:bin::" + folder_ + "/none:" + folder_ + "/data";
  EXPECT_THAT(failure(command).message, HasSubstr("what $PATH has under that name is not"));
  command.environment["PATH"] += ":" + folder_ + "/bin:" + folder_;
  EXPECT_EQ(run(command), 2);
}

TEST_F(CommandTool, TheEnvironmentIsOursAsTheCommandChangesIt) {
  setenv("MODEBOX_SECRET", "s", 1);
  setenv("TEST_KEPT", "kept", 1);
  setenv("TEST_REPLACED", "old", 1);
  setenv("TEST_WITHHELD", "w", 1);
  Command command = shell(
      "printf '[\"%s\",\"%s\",\"%s\",\"%s\",\"%s\"]' \"$TEST_KEPT\" \"$TEST_REPLACED\" "
      "\"$TEST_ADDED\" \"${TEST_WITHHELD-unset}\" \"${MODEBOX_SECRET-unset}\"");
  command.environment = {{"TEST_REPLACED", "new"}, {"TEST_ADDED", "a=b c"}};
  command.withheld = {"TEST_WITHHELD"};
  EXPECT_EQ(run(command), Value::array({"kept", "new", "a=b c", "unset", "unset"}));
  command.environment = {{"TEST_WITHHELD", "w"}, {"MODEBOX_SECRET", "s"}};
  EXPECT_EQ(run(command), Value::array({"kept", "old", "", "unset", "unset"}));
  for (const char* name : {"MODEBOX_SECRET", "TEST_KEPT", "TEST_REPLACED", "TEST_WITHHELD"}) {
    unsetenv(name);
  }
}

TEST_F(CommandTool, ASlowProgramIsKilledWithAllThatItStarted) {
  Command command = in_folder(shell(std::string("echo working >&2; ") + lingering));
  command.timeout = milliseconds(2500);
  const ToolError error = failure(command);
  EXPECT_THAT(error.message,
              StartsWith("The program \"sh\" of mail took longer than 2500 ms and was "
                         "stopped (tools.mail.timeoutMs)."));
  EXPECT_EQ(error.code, "E_COMMAND_TIMEOUT");
  expect_gone(words_of("processes", 2));
}

TEST_F(CommandTool, AProgramThatClosesItsOutputStillHasToEnd) {
  Command command = shell("exec >&- 2>&-; sleep 600");
  command.timeout = milliseconds(300);
  EXPECT_EQ(failure(command).code, "E_COMMAND_TIMEOUT");
}

TEST_F(CommandTool, ACancelledCallKillsTheProgramWithAllThatItStarted) {
  const Cancel cancel;
  std::future<ToolResult> answer = start(in_folder(shell(lingering)), {}, cancel);
  const std::vector<std::string> processes = words_of("processes", 2);
  EXPECT_NE(answer.wait_for(milliseconds(0)), std::future_status::ready);
  cancel.cancel();
  EXPECT_EQ(error_of(answer_of(std::move(answer))).code, "E_COMMAND_CANCELLED");
  expect_gone(processes);
}

TEST_F(CommandTool, ACallThatIsCancelledAlreadyStartsNothing) {
  const Cancel cancel;
  cancel.cancel();
  const ToolResult result = answer_of(start(in_folder(shell("touch started")), {}, cancel));
  EXPECT_EQ(error_of(result).message,
            "The program \"sh\" of mail was stopped, since the call was cancelled.");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/started"));
}

TEST_F(CommandTool, WhatAProgramLeavesBehindIsKilledAndDoesNotDelayTheAnswer) {
  EXPECT_EQ(run(in_folder(shell("sleep 600 & echo $! > processes; echo 1"))), 1);
  expect_gone(words_of("processes", 1));
  EXPECT_EQ(run(in_folder(shell("sleep 600 >&- 2>&- & echo $! > quiet; echo 2"))), 2);
  expect_gone(words_of("quiet", 1));
}

TEST_F(CommandTool, AProgramMayWriteMuchBeforeItReadsMuch) {
  const Value large(std::string(1 << 20, 'x'));
  const char* script = "head -c 2000000 /dev/zero | tr '\\0' ' ' | tee /dev/stderr; cat";
  EXPECT_EQ(run(shell(script), {large}), large);
}

TEST_F(CommandTool, AProgramNeedNotReadItsInput) {
  const Value large(std::string(1 << 20, 'x'));
  EXPECT_EQ(run(shell("echo 1"), {large}), 1);
  EXPECT_EQ(run(shell("exec <&-; echo 2"), {large}), 2);
  EXPECT_EQ(run(shell("exec <&-; sleep 0.1; echo 3"), {large}), 3);
}

TEST_F(CommandTool, TooMuchOutputIsAnError) {
  Command command = program({"yes"});
  command.max_output = 100'000;
  const ToolError error = failure(command);
  EXPECT_EQ(
      error.message,
      "The program \"yes\" of mail wrote more than 100000 bytes to standard output and was stopped "
      "(tools.mail.maxOutputBytes).");
  EXPECT_EQ(error.code, "E_COMMAND_OUTPUT");
  command = program({"printf", "12345"});
  command.max_output = 5;
  EXPECT_EQ(run(command), 12345);
  command.max_output = 4;
  EXPECT_EQ(failure(command).code, "E_COMMAND_OUTPUT");
}

}  // namespace
}  // namespace modebox::config
