#include <grp.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>
#include <vector>

#include "modebox/continuation_store.h"
#include "modebox/testing/continuation_store_check.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

namespace fs = std::filesystem;

constexpr double now = 1'900'000'000'000;

class SqliteStore : public ::testing::Test {
 protected:
  SqliteStore() {
    std::string pattern = (fs::temp_directory_path() / "modebox-store-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~SqliteStore() override { fs::remove_all(folder); }

  std::string path() const { return (folder / "state" / "continuations.db").string(); }
  std::shared_ptr<ContinuationStore> open() const {
    return open_sqlite_continuation_store(path()).value();
  }
  static ContinuationClaim claim_of(char token, char claim) {
    return {std::string(32, token), std::string(32, claim), now + 1'000'000};
  }

  static ContinuationClaim new_claim() {
    return {continuation::new_store_id(), continuation::new_store_id(), now + 1'000'000};
  }
  static bool starts(ContinuationStore& store, const ContinuationClaim& claim) {
    const auto outcome = store.claim(claim, now);
    if (!outcome.ok() || outcome.value() != ClaimOutcome::claimed) return false;
    const auto started = store.start(claim);
    return started.ok() && started.value();
  }
  /// Whether `works` holds in a child of this process.
  static bool holds_in_child(const std::function<bool()>& works) {
    const pid_t child = fork();
    if (child == 0) _exit(works() ? 0 : 1);
    int status = -1;
    return waitpid(child, &status, 0) == child && status == 0;
  }
  void run_sql(const std::string& sql) const {
    fs::create_directories(folder / "state");
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
  std::string refusal() const {
    const auto opened = open_sqlite_continuation_store(path());
    return opened.ok() ? "" : opened.error().message;
  }

  fs::path folder;
};

/// Lets two processes take turns.
class Turns {
 public:
  Turns() { EXPECT_EQ(pipe(ends_.data()), 0); }
  ~Turns() {
    close(ends_[0]);
    close(ends_[1]);
  }
  bool give() const { return write(ends_[1], "", 1) == 1; }
  bool wait() const {
    char turn;
    return read(ends_[0], &turn, 1) == 1;
  }

 private:
  std::array<int, 2> ends_{};
};

TEST_F(SqliteStore, KeepsTheRulesOfAStore) {
  EXPECT_EQ(testing::check_continuation_store([this] { return open(); }),
            std::vector<std::string>());
}

TEST_F(SqliteStore, IsReadableByItsOwnerOnly) {
  open();
  struct stat file = {};
  ASSERT_EQ(stat(path().c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0600u);
  ASSERT_EQ(stat((folder / "state").c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0700u);
}

TEST_F(SqliteStore, RefusesAFileThatIsSomethingElseByItsName) {
  fs::create_directories(folder / "state");
  std::ofstream(path()) << "This is a letter, and a long one, that nobody wants to lose.";
  const auto opened = open_sqlite_continuation_store(path());
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().message.find("continuations.db"), std::string::npos);
}

TEST_F(SqliteStore, OfManyProcessesExactlyOneClaims) {
  constexpr int processes = 50;  // which make the file, too
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      ContinuationClaim claim = claim_of('a', 'b');
      claim.claim_id =
          std::string(30, 'c') + static_cast<char>('0' + i / 10) + static_cast<char>('0' + i % 10);
      const auto store = open_sqlite_continuation_store(path());
      const bool won = store.ok() && *(*store)->claim(claim, now) == ClaimOutcome::claimed &&
                       *(*store)->start(claim);
      _exit(won ? 1 : store.ok() ? 0 : 2);
    }
    children.push_back(child);
  }
  int won = 0;
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_LT(WEXITSTATUS(status), 2);
    won += WEXITSTATUS(status);
  }
  EXPECT_EQ(won, 1);
}

TEST_F(SqliteStore, RemembersWhatAProcessStartedThatWasKilled) {
  const pid_t child = fork();
  if (child == 0) {
    const auto store = open();
    const bool started = *store->claim(claim_of('a', 'b'), now) == ClaimOutcome::claimed &&
                         *store->start(claim_of('a', 'b'));
    if (started) raise(SIGKILL);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(*open()->claim(claim_of('a', 'c'), now), ClaimOutcome::started);
}

TEST_F(SqliteStore, GoesOnInAChildOfFork) {
  const auto store = open();
  ASSERT_EQ(*store->claim(claim_of('a', 'b'), now), ClaimOutcome::claimed);
  const pid_t child = fork();
  if (child == 0) {
    _exit(*store->claim(claim_of('a', 'c'), now) == ClaimOutcome::held &&
                  *store->claim(claim_of('d', 'c'), now) == ClaimOutcome::claimed
              ? 0
              : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(*store->claim(claim_of('d', 'b'), now), ClaimOutcome::held);
  EXPECT_TRUE(*store->start(claim_of('a', 'b')));
}

TEST_F(SqliteStore, DoesNotForgetWhatAChildOfForkStartsWhenItsParentCloses) {
  auto store = open();
  ASSERT_TRUE(starts(*store, new_claim()));
  const ContinuationClaim early = new_claim();
  const ContinuationClaim late = new_claim();
  const Turns parents, childs;
  const pid_t child = fork();
  if (child == 0) {
    const bool right = starts(*store, early) && parents.give() && childs.wait() &&
                       starts(*store, late) && parents.give() && childs.wait();
    if (!right) parents.give();
    _exit(right ? 0 : 1);
  }
  ASSERT_TRUE(parents.wait());
  store.reset();  // the last connection of a file removes its log
  ASSERT_TRUE(childs.give() && parents.wait());
  for (const ContinuationClaim& claim : {early, late}) {
    const ContinuationClaim again = {claim.token_id, continuation::new_store_id(),
                                     claim.expires_ms};
    EXPECT_EQ(*open()->claim(again, now), ClaimOutcome::started);
  }
  ASSERT_TRUE(childs.give());
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(SqliteStore, CanBeForkedWhileThreadsUseIt) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer loses count of the threads of a forked child";
#endif
  std::atomic<bool> stop = false;
  std::atomic<int> failed = 0;
  std::vector<std::thread> threads;
  const auto shared = open();
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, own = open()] {
      while (!stop) {
        if (!starts(*own, new_claim()) || !starts(*shared, new_claim())) ++failed;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));  // for the fork to get in
      }
    });
  }
  std::vector<ContinuationClaim> of_children;
  for (int i = 0; i < 5; ++i) {
    of_children.push_back(new_claim());
    EXPECT_TRUE(holds_in_child([&] { return starts(*shared, of_children.back()); }));
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
  for (ContinuationClaim claim : of_children) {
    claim.claim_id = continuation::new_store_id();
    EXPECT_EQ(*shared->claim(claim, now), ClaimOutcome::started);
  }
}

TEST_F(SqliteStore, RefusesAFileOfAnotherVersion) {
  open();
  run_sql("pragma user_version = 7");
  EXPECT_NE(refusal().find("another version of modebox"), std::string::npos) << refusal();
  EXPECT_NE(refusal().find(path()), std::string::npos);
}

TEST_F(SqliteStore, LeavesTheDatabaseOfAnotherProgramAsItIs) {
  run_sql("create table letters (text)");
  std::ifstream before(path(), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(before)), {});
  EXPECT_NE(refusal().find("another program"), std::string::npos) << refusal();
  std::ifstream after(path(), std::ios::binary);
  EXPECT_EQ(std::string((std::istreambuf_iterator<char>(after)), {}), bytes);
}

TEST_F(SqliteStore, SaysWhyAClaimFailedAndNotWhichToken) {
  const auto store = open();
  run_sql("create trigger no before insert on continuations begin select raise(fail, 'no'); end");
  const ContinuationClaim claim = new_claim();
  const auto failed = store->claim(claim, now);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "The continuation store \"" + path() + "\" failed: no.");
}

TEST_F(SqliteStore, NamesItsFileWhenTheDiskIsFull) {
  const auto store = open();
  EXPECT_TRUE(holds_in_child([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit little = {50'000, 50'000};
    setrlimit(RLIMIT_FSIZE, &little);
    for (int i = 0; i < 1'000; ++i) {
      const auto outcome = store->claim(new_claim(), now);
      if (!outcome.ok()) return outcome.error().message.find(path()) != std::string::npos;
    }
    return false;
  }));
  EXPECT_TRUE(starts(*store, new_claim()));
}

TEST_F(SqliteStore, NamesItsFileWhereItMayNotBeMade) {
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_TRUE(holds_in_child([&] {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && (setgroups(0, nullptr) != 0 || setuid(nobody) != 0)) return false;
    return refusal().find(path()) != std::string::npos;
  }));
  fs::permissions(folder, fs::perms::owner_all);
}

}  // namespace
}  // namespace modebox
