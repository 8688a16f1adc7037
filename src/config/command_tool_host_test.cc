// What a tool that is a program and the process that it is called in must not do to
// each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "modebox/engine.h"
#include "src/config/test_program.h"

namespace modebox::config {
namespace {

using ::testing::StartsWith;

class CommandToolHost : public CommandToolTest {};

TEST_F(CommandToolHost, AScriptCallsManyProgramsAtOnce) {
  Result<Engine> engine = Engine::create();
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  Toolbox tools;
  ASSERT_TRUE(tools.add(make_command_tool("echo", program({"cat"}))).ok());
  ASSERT_TRUE(tools.add(make_command_tool("fail", program({"false"}))).ok());
  RunOptions options;
  options.limits.timeout = patience;
  const RunResult result = engine->run(R"(
    const answers = await Promise.all(Array.from({length: 32}, (_, i) => echo({i})));
    const error = await fail().catch((e) => e);
    [answers.every((answer, i) => answer.i === i), error.code]
  )",
                                       tools, options);
  ASSERT_EQ(result.error(), nullptr) << result.error()->message;
  EXPECT_EQ(*result.value(), Value::array({true, "E_COMMAND_FAILED"}));
}

TEST_F(CommandToolHost, ARunThatTakesTooLongKillsItsPrograms) {
  Result<Engine> engine = Engine::create();
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  Toolbox tools;
  ASSERT_TRUE(tools.add(make_command_tool("linger", in_folder(shell(lingering)))).ok());
  RunOptions options;
  options.limits.timeout = std::chrono::milliseconds(3000);
  EXPECT_NE(engine->run("await linger()", tools, options).error(), nullptr);
  expect_gone(words_of("processes", 2));
}

TEST_F(CommandToolHost, ManyCallsAtOnceLeaveNothingOpenAndNobodyUnburied) {
  EXPECT_EQ(run(program({"cat"}), {1}), 1);
  const std::size_t before = open_descriptors();
  const Command command = program({"cat"});
  std::vector<std::future<ToolResult>> answers;
  for (int i = 0; i < 64; ++i) answers.push_back(start(command, {i}));
  for (int i = 0; i < 64; ++i) EXPECT_EQ(value_of(answer_of(std::move(answers[i]))), i);
  EXPECT_EQ(failure(program({"/no"})).code, "E_COMMAND_START");
  EXPECT_TRUE(eventually([&] { return open_descriptors() <= before; }));
  siginfo_t nobody{};
  EXPECT_EQ(waitid(P_ALL, 0, &nobody, WEXITED | WNOHANG | WNOWAIT), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(CommandToolHost, OtherChildrenOfTheProcessAreLeftToWhoStartedThem) {
  const pid_t other = fork();
  if (other == 0) _exit(7);
  EXPECT_EQ(run(program({"cat"}), {1}), 1);
  int status = 0;
  EXPECT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_F(CommandToolHost, AForkOfTheHostDoesNotEndItsPrograms) {
  const Cancel cancel;
  std::future<ToolResult> answer = start(in_folder(shell(lingering)), {}, cancel);
  const std::vector<std::string> processes = words_of("processes", 2);
  const pid_t copy = fork();
  if (copy == 0) {
    cancel.cancel();
    _exit(0);
  }
  EXPECT_EQ(waitpid(copy, nullptr, 0), copy);
  for (const std::string& process : processes) EXPECT_FALSE(is_gone(process)) << process;
  cancel.cancel();
  EXPECT_EQ(error_of(answer_of(std::move(answer))).code, "E_COMMAND_CANCELLED");
}

TEST_F(CommandToolHost, DescriptorsOfTheHostDoNotReachTheProgram) {
  constexpr int leaking = 100;
  ASSERT_EQ(dup2(STDERR_FILENO, leaking), leaking);
  EXPECT_EQ(run(shell("[ -e /proc/$$/fd/2 ] && [ ! -e /proc/$$/fd/100 ] && echo true")), true);
  close(leaking);
}

TEST_F(CommandToolHost, SignalsOfTheProgramAreAsInANewProcess) {
  // The call's thread has the mask of the one that starts it.
  const std::uint64_t some = (1u << (SIGTERM - 1)) | (1u << (SIGPIPE - 1));
  std::uint64_t before = 0;
  ASSERT_EQ(syscall(SYS_rt_sigprocmask, SIG_BLOCK, &some, &before, sizeof some), 0);
  const auto handler = signal(SIGPIPE, SIG_IGN);
  const Value masks =
      run(shell("sed -n 's/^Sig\\(Blk\\|Ign\\):.*\\(.\\{8\\}\\)$/\\2/p' /proc/self/status |"
                " tr -d '\\n' | sed 's/.*/\"&\"/'"));
  signal(SIGPIPE, handler);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, nullptr, sizeof before);
  ASSERT_TRUE(masks.is_string() && masks.as_string().size() == 16) << masks;
  // But for what the C library needs for itself, from 32 on.
  EXPECT_EQ(std::stoull(std::string(masks.as_string()), nullptr, 16) & 0x7fffffff7fffffff, 0u);
}

TEST_F(CommandToolHost, WhereAllChildrenAreBuriedByOthersTheEndIsNotGuessed) {
  const auto handler = signal(SIGCHLD, SIG_IGN);
  const ToolError error = failure(program({"true"}));
  signal(SIGCHLD, handler);
  EXPECT_THAT(error.message,
              StartsWith("The program \"true\" of mail ended, but how is not known"));
  EXPECT_EQ(error.code, "E_COMMAND_FAILED");
}

TEST_F(CommandToolHost, WithoutDescriptorsTheCallFailsAndSaysSo) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{3, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const ToolError error = failure(program({"cat"}));
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(
      error.message,
      "The program \"cat\" of mail can not be started: the system says: Too many open files.");
  EXPECT_EQ(error.code, "E_COMMAND_START");
}

TEST_F(CommandToolHost, AHostWithoutStandardStreamsHasToolsToo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        std::filesystem::remove_all(folder_);  // of the program that is started anew
        for (int stream = 0; stream < 3; ++stream) close(stream);
        const bool works = run(program({"cat"}), {"x"}) == Value("x");
        const ToolError error = failure(shell("echo said >&2; exit 4"));
        _exit(works && error.message.ends_with("said") ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST_F(CommandToolHost, WhenTheHostEndsItsProgramsDo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // The host that ends is this program, started anew: it has a folder of its own, and
  // is told of this one.
  constexpr const char* place = "TEST_PLACE";
  setenv(place, folder_.c_str(), 0);
  EXPECT_EXIT(
      {
        std::filesystem::remove_all(folder_);
        folder_ = getenv(place);
        const std::future<ToolResult> answer = start(in_folder(shell(lingering)));
        words_of("processes", 2);
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "");
  unsetenv(place);
  expect_gone(words_of("processes", 2));
}

}  // namespace
}  // namespace modebox::config
