// An engine in a process with a life of its own: fork, little memory, signals.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include "tests/engine_test/fixture.h"
#include "tests/runner/process_stats.h"
#include "tests/runner/test_tools.h"

namespace modebox::tests {
namespace {

// Runs `body` in a child process; its answer is the child's exit code.
int in_child(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(Fork, parent_and_child_both_go_on) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  const Engine engine = Engine::create().value();
  TestTools tools(engine);
  EXPECT_EQ(ending(engine.run("globalThis.x = 1; await t.echo(5)", tools.toolbox())),
            "completed 5");
  for (int i = 0; i < repetitions(20); ++i) {
    const int code = in_child([&] {
      for (int n = 0; n < 20; ++n) {
        if (ending(engine.run("globalThis.x = (globalThis.x ?? 0) + 1; x")) != "completed 1")
          return 1;
      }
      RunOptions options;
      options.limits.timeout = std::chrono::milliseconds(50);
      if (engine.run("for (;;);", {}, options).error()->kind != ErrorKind::timeout) return 2;
      return 0;
    });
    EXPECT_EQ(code, 0);
    EXPECT_EQ(ending(engine.run("globalThis.x = (globalThis.x ?? 0) + 1; x")), "completed 1");
  }
}

TEST(Fork, while_runs_are_going) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  const Engine engine = Engine::create().value();
  Parking parking;
  Toolbox tools;
  add(tools, parking.tool());
  Countdown done(20);
  for (int i = 0; i < 20; ++i) {
    engine.start("await park(1); for (let i = 0; i < 1e5; i++); 1", tools, {},
                 [&](RunResult) { done.count_down(); });
  }
  ASSERT_TRUE(parking.wait_for(20));
  const int code = in_child([&] { return ending(engine.run("1 + 1")) == "completed 2" ? 0 : 1; });
  EXPECT_EQ(code, 0);
  parking.answer_all();
  EXPECT_TRUE(done.wait());
}

TEST(Fork, started_runs_work_in_the_child) {
  const Engine engine = Engine::create().value();
  EXPECT_EQ(ending(engine.run("1")), "completed 1");
  const int code = in_child([&] {
    Countdown done(10);
    for (int i = 0; i < 10; ++i)
      engine.start("await 1", {}, {}, [&](RunResult) { done.count_down(); });
    return done.wait(std::chrono::seconds(20)) ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

TEST(Fork, the_child_may_end_with_the_engine_alive) {
  const int code = in_child([] {
    Engine engine = Engine::create().value();
    return in_child([&] {
      Engine mine = std::move(engine);
      return ending(mine.run("3")) == "completed 3" ? 0 : 1;
    });
  });
  EXPECT_EQ(code, 0);
}

TEST(Fork, in_a_tool_ends_the_run_in_the_child) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  for (const bool synchronous : {false, true}) {
    const int code = in_child([&] {
      const Engine engine = Engine::create().value();
      Toolbox tools;
      const pid_t parent = getpid();
      Tool tool("fork", [](const HostCall&) -> ToolResult {
        const pid_t child = fork();
        if (child == 0) return Value("child");
        int status = 0;
        waitpid(child, &status, 0);
        return Value(status);
      });
      if (synchronous) tool.synchronous();
      add(tools, tool);
      const RunResult result = engine.run("await fork()", tools);
      if (getpid() != parent) _exit(result.error() != nullptr ? 0 : 1);
      return ending(result) == "completed 0" ? 0 : 2;
    });
    EXPECT_EQ(code, 0) << synchronous;
  }
}

// A child that comes back from a tool of a started run has no part in that run.
TEST(Fork, in_a_tool_of_a_started_run_leaves_the_run_to_the_parent) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  for (const bool inline_slices : {false, true}) {
    const pid_t parent = getpid();
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const auto say = [parent, out = ends[1]](char what) {
      const char said = getpid() == parent ? what : '!';
      EXPECT_EQ(write(out, &said, 1), 1);
    };
    const Engine engine = Engine::create().value();
    Toolbox tools;
    add(tools, Tool::async("fork_here", [](const HostCall&, const Reply& reply) {
          const pid_t child = fork();
          // It goes idle, as a worker does, until the engine of the parent is gone.
          if (child == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
          reply(Value(child != 0));
        }));
    add(tools, Tool::async("two", [&say](const HostCall&, const Reply& reply) {
          say('2');
          reply(Value(2));
        }));
    RunOptions options;
    options.inline_slices = inline_slices;
    Countdown done(1);
    engine.start("await Promise.all([fork_here(), two()])", tools, options, [&](RunResult result) {
      if (getpid() == parent) EXPECT_EQ(ending(result), "completed [true, 2]");
      say('d');
      done.count_down();
    });
    // The child's thread is the one that called the tool: here, or a worker that goes idle.
    if (getpid() != parent) _exit(0);
    EXPECT_TRUE(done.wait());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    close(ends[1]);
    std::string said(16, ' ');
    said.resize(static_cast<std::size_t>(read(ends[0], said.data(), said.size())));
    close(ends[0]);
    EXPECT_EQ(said, "2d") << inline_slices;
  }
}

// With little address space the engine says so, or works: nothing in between.
TEST(LittleMemory, an_engine_works_or_says_why_not) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer reserves more than that";
  for (const rlim_t gigabytes :
       {rlim_t{0}, rlim_t{1}, rlim_t{4}, rlim_t{8}, rlim_t{10}, rlim_t{17}, rlim_t{40}}) {
    const int code = in_child([&] {
      const rlimit limit{(gigabytes << 30) + (200 << 20), (gigabytes << 30) + (200 << 20)};
      setrlimit(RLIMIT_AS, &limit);
      const Result<Engine> engine = Engine::create();
      if (!engine.ok()) return engine.error().message.size() > 10 ? 0 : 1;
      for (int i = 0; i < 5; ++i) {
        const RunResult result = engine->run("[1, 2, 3].map((x) => x * 2)");
        const bool clear = result.error() != nullptr && result.error()->message.size() > 10;
        if (ending(result) != "completed [2, 4, 6]" && !clear) return 2;
      }
      return 0;
    });
    EXPECT_EQ(code, 0) << gigabytes << " GiB";
  }
}

TEST(LittleMemory, many_runs_at_once_queue_or_fail_clearly) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer reserves more than that";
  const int code = in_child([] {
    const rlimit limit{rlim_t{60} << 30, rlim_t{60} << 30};
    setrlimit(RLIMIT_AS, &limit);
    const Result<Engine> engine = Engine::create();
    if (!engine.ok()) return 0;
    TestTools tools(*engine);
    Countdown done(100);
    std::atomic<int> odd{0};
    for (int i = 0; i < 100; ++i) {
      engine->start("await t.later(10, 1)", tools.toolbox(), {}, [&](RunResult result) {
        const bool clear = result.error() != nullptr && result.error()->message.size() > 10;
        if (ending(result) != "completed 1" && !clear) ++odd;
        done.count_down();
      });
    }
    if (!done.wait(std::chrono::seconds(40))) return 1;
    return odd == 0 ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
}

/// Leaves the process this much address space beyond what it has.
void leave_address_space(std::size_t bytes) {
  std::ifstream sizes("/proc/self/statm");
  rlim_t pages = 0;
  sizes >> pages;
  const rlimit limit{pages * 4096 + bytes, pages * 4096 + bytes};
  setrlimit(RLIMIT_AS, &limit);
}

TEST(LittleMemory, a_script_that_fills_the_host_fails_alone) {
  if (sanitized()) GTEST_SKIP() << "a sanitizer ends the process where memory is refused";
  const char* scripts[] = {
      "const a = 'x'.repeat(1e6); for (let i = 0; i < 60; i++) t.echo(a); await 0; 1",
      "t.sync.echo(Array.from({ length: 450000 }, () => ({})));",
      "await t.echo(Array.from({ length: 450000 }, () => ({})));",
      "Array.from({ length: 450000 }, () => ({}));",
  };
  for (const char* script : scripts) {
    const int code = in_child([&] {
      const Engine engine = Engine::create().value();
      TestTools tools(engine);
      if (ending(engine.run("await t.echo(1)", tools.toolbox())) != "completed 1") return 1;
      leave_address_space(std::size_t{20} << 20);
      const RunResult result = engine.run(script, tools.toolbox());
      if (result.error() != nullptr && result.error()->message.size() < 10) return 2;
      return ending(engine.run("await t.echo(2)", tools.toolbox())) == "completed 2" ? 0 : 3;
    });
    EXPECT_EQ(code, 0) << script;
  }
}

TEST(LittleMemory, few_descriptors_are_told) {
  const int code = in_child([] {
    const rlimit limit{3, 3};
    setrlimit(RLIMIT_NOFILE, &limit);
    const Result<Engine> engine = Engine::create();
    if (!engine.ok()) return engine.error().message.size() > 10 ? 0 : 1;
    return ending(engine->run("1")) == "completed 1" ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
}

TEST(Process, locked_memory_gives_clean_runs) {
  const int code = in_child([] {
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) return 0;
    const Result<Engine> engine = Engine::create();
    if (!engine.ok()) return engine.error().message.size() > 10 ? 0 : 1;
    for (int i = 0; i < 5; ++i) {
      const RunResult result = engine->run("globalThis.x = (globalThis.x ?? 0) + 1; x");
      const bool clear = result.error() != nullptr && result.error()->message.size() > 10;
      if (ending(result) != "completed 1" && !clear) return 2;
    }
    return 0;
  });
  EXPECT_EQ(code, 0);
}

TEST(Process, dropping_privileges_first_gives_clean_runs) {
  if (getuid() != 0) GTEST_SKIP() << "only root can become another user";
  const int code = in_child([] {
    if (setgid(65534) != 0 || setuid(65534) != 0) return 3;
    const Result<Engine> engine = Engine::create();
    if (!engine.ok()) return 1;
    for (int i = 0; i < 5; ++i) {
      if (ending(engine->run("globalThis.x = (globalThis.x ?? 0) + 1; x")) != "completed 1")
        return 2;
    }
    return 0;
  });
  EXPECT_EQ(code, 0);
}

TEST(Process, dropping_privileges_between_runs_gives_clean_runs) {
  if (getuid() != 0) GTEST_SKIP() << "only root can become another user";
  const int code = in_child([] {
    const Result<Engine> engine = Engine::create();
    if (!engine.ok()) return 1;
    for (int i = 0; i < 10; ++i) {
      if (i == 5 && (setgid(65534) != 0 || setuid(65534) != 0)) return 3;
      if (ending(engine->run("globalThis.x = (globalThis.x ?? 0) + 1; x")) != "completed 1")
        return 2;
    }
    return 0;
  });
  EXPECT_EQ(code, 0);
}

void exit_with_seven(int) { _exit(7); }

TEST(Process, a_fault_of_the_host_goes_to_the_hosts_handler) {
  const int code = in_child([] {
    std::signal(SIGSEGV, exit_with_seven);
    const Engine engine = Engine::create().value();
    if (ending(engine.run("const f = () => f(); try { f(); } catch { 1; }")) != "completed 1")
      return 1;
    raise(SIGSEGV);
    return 2;
  });
  EXPECT_EQ(code, 7);
}

TEST(Process, a_handler_installed_later_does_not_break_runs) {
  const int code = in_child([] {
    const Engine engine = Engine::create().value();
    if (ending(engine.run("1")) != "completed 1") return 1;
    std::signal(SIGSEGV, exit_with_seven);
    std::signal(SIGBUS, exit_with_seven);
    RunOptions options;
    options.limits.timeout = std::chrono::milliseconds(100);
    for (const char* source : {"[].indexOf.call({ length: 2 ** 53 - 1 }, 9);",
                               "/^(a+)+$/.test('a'.repeat(40) + '!');"}) {
      if (engine.run(source, {}, options).error()->kind != ErrorKind::timeout) return 2;
    }
    return ending(engine.run("2")) == "completed 2" ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
}

TEST(Process, blocked_signals_do_not_stop_the_stopping) {
  const Engine engine = Engine::create().value();
  std::thread([&] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    RunOptions options;
    options.limits.timeout = std::chrono::milliseconds(100);
    const RunResult result =
        engine.run("[].indexOf.call({ length: 2 ** 53 - 1 }, 9);", {}, options);
    EXPECT_EQ(result.error()->kind, ErrorKind::timeout);
    EXPECT_LT(result.stats.wall_time,
              std::chrono::milliseconds(static_cast<int>(1000 * slowness())));
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, nullptr, &now);
    EXPECT_EQ(sigismember(&now, SIGTERM), 1);
  }).join();
}

TEST(Process, a_small_stack_of_the_callers_thread_is_enough) {
  const Engine engine = Engine::create().value();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  pthread_t thread;
  const auto body = [](void* argument) -> void* {
    const auto& its_engine = *static_cast<const Engine*>(argument);
    EXPECT_EQ(ending(its_engine.run("const f = (n) => (n ? f(n - 1) + 1 : 0); f(1000);")),
              "completed 1000");
    EXPECT_EQ(ending(its_engine.run("const f = () => f(); try { f(); } catch (e) { e.name; }")),
              "completed \"RangeError\"");
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, const_cast<Engine*>(&engine)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace
}  // namespace modebox::tests
