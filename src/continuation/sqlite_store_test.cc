#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "modebox/continuation_store.h"
#include "modebox/testing/continuation_store_check.h"

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

  fs::path folder;
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
  constexpr int processes = 50;
  open();
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

}  // namespace
}  // namespace modebox
