// For tests of stores that keep what they know in a server: a server of one's
// own, and the tests that all of them must stand. Included by tests only.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "modebox/continuation_store.h"
#include "src/base/clock.h"
#include "src/continuation/store_rules.h"

namespace modebox::testing {

/// A folder of its own, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "modebox-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A program that runs until it is killed, or the test ends.
class Program {
 public:
  /// `prepare` runs in the new process, before the program.
  void start(const std::vector<std::string>& words, const std::string& log,
             const std::function<void()>& prepare = {}) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    process_ = fork();
    if (process_ != 0) return;
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (prepare) prepare();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }

  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    wait();
  }

  /// The exit code, or -1 after a signal.
  int wait() {
    int status = 0;
    waitpid(std::exchange(process_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  pid_t process() const { return process_; }

  bool runs() {
    if (process_ > 0 && waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
    return process_ > 0;
  }

 private:
  pid_t process_ = -1;
};

/// Tests that share one server, made when the first of them begins.
template <typename Server>
class WithServer : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_.emplace(); }
  static void TearDownTestSuite() { server_.reset(); }
  void SetUp() override { ASSERT_TRUE(server_->runs()) << Server::name << " can not be started"; }

  inline static std::optional<Server> server_;
};

/// Tries again for a while.
inline bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 600; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

/// Expires late, since the rules of a store are checked with a clock that is ahead.
inline ContinuationClaim new_claim() {
  return {continuation::new_store_id(), continuation::new_store_id(),
          Clock::system().wall_ms() + 1e12};
}

inline ContinuationClaim another(const ContinuationClaim& claim) {
  return {claim.token_id, continuation::new_store_id(), claim.expires_ms};
}

/// What a claim made now finds, as a word, or the error's message.
inline std::string claimed(ContinuationStore& store, const ContinuationClaim& claim) {
  const Result<ClaimOutcome> outcome = store.claim(claim, Clock::system().wall_ms());
  return outcome ? continuation::name_of(outcome.value()) : outcome.error().message;
}

/// Many processes claim one continuation at once by the store that they got from
/// their parent, and start it if they can. Exactly one must.
inline void expect_one_process_wins(ContinuationStore& store) {
  constexpr int processes = 50;
  enum Exit { won = 10, kept_out = 11, failed = 12 };
  const ContinuationClaim base = new_claim();
  ASSERT_TRUE(store.id().ok()) << store.id().error().message;  // connected before they are forked
  std::array<int, 2> gate;
  ASSERT_EQ(pipe(gate.data()), 0);
  std::vector<pid_t> crowd;
  for (int i = 0; i < processes; ++i) {
    const pid_t process = fork();
    ASSERT_GE(process, 0);
    if (process != 0) {
      crowd.push_back(process);
      continue;
    }
    close(gate[1]);
    char byte = 0;
    (void)!read(gate[0], &byte, 1);  // until the gate opens
    const ContinuationClaim mine = another(base);
    const Result<ClaimOutcome> outcome = store.claim(mine, Clock::system().wall_ms());
    if (!outcome || outcome.value() == ClaimOutcome::expired) _exit(failed);
    if (outcome.value() != ClaimOutcome::claimed) _exit(kept_out);
    const Result<bool> started = store.start(mine);
    _exit(started && started.value() ? won : failed);
  }
  close(gate[0]);
  close(gate[1]);
  int winners = 0;
  int losers = 0;
  for (const pid_t process : crowd) {
    int status = 0;
    waitpid(process, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == won) ++winners;
    if (WIFEXITED(status) && WEXITSTATUS(status) == kept_out) ++losers;
  }
  EXPECT_EQ(winners, 1);
  EXPECT_EQ(losers, processes - 1);
  EXPECT_EQ(claimed(store, another(base)), "started");  // the parent's connection is untouched
}

/// The server is killed after every step, and goes on with what it knew. The store
/// stays the same throughout, so it must connect again each time.
inline void expect_nothing_is_forgotten(ContinuationStore& store,
                                        const std::function<void()>& kill_server,
                                        const std::function<void()>& start_server) {
  const auto crash = [&] {
    kill_server();
    start_server();
  };
  const ContinuationClaim mine = new_claim();
  const std::string id = store.id().value();
  ASSERT_EQ(claimed(store, mine), "claimed");
  crash();
  EXPECT_EQ(claimed(store, another(mine)), "held");
  crash();
  const Result<bool> started = store.start(mine);
  ASSERT_TRUE(started.ok()) << started.error().message;
  EXPECT_TRUE(started.value());
  crash();
  EXPECT_EQ(claimed(store, another(mine)), "started");
  crash();
  EXPECT_TRUE(store.complete(mine).ok());
  kill_server();
  const Result<ClaimOutcome> nobody = store.claim(another(mine), Clock::system().wall_ms());
  ASSERT_FALSE(nobody.ok());
  EXPECT_EQ(nobody.error().message.find(mine.token_id), std::string::npos);
  start_server();
  EXPECT_EQ(claimed(store, another(mine)), "completed");
  EXPECT_EQ(store.id().value(), id);
}

/// Notes the time of a whole life in the test's record.
inline void record_speed(ContinuationStore& store) {
  constexpr int lives = 100;
  ASSERT_TRUE(store.id().ok());
  const auto begin = Clock::system().now();
  for (int i = 0; i < lives; ++i) {
    const ContinuationClaim mine = new_claim();
    ASSERT_EQ(claimed(store, mine), "claimed");
    ASSERT_TRUE(store.start(mine).value());
    ASSERT_TRUE(store.complete(mine).ok());
  }
  const std::chrono::duration<double, std::micro> time = Clock::system().now() - begin;
  ::testing::Test::RecordProperty("microseconds_for_each_life",
                                  static_cast<int>(time.count() / lives));
}

}  // namespace modebox::testing
