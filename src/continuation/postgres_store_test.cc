// Against a server of the test's own.
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "modebox/continuation_store.h"
#include "modebox/testing/continuation_store_check.h"
#include "src/base/clock.h"
#include "src/continuation/test_server.h"

namespace modebox {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Words = std::vector<std::string>;

/// The folder of the newest server that is installed, or nothing.
std::string find_programs() {
  std::string newest;
  std::error_code ignored;
  for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
    const std::filesystem::path programs = version.path() / "bin";
    if (std::filesystem::exists(programs / "initdb")) newest = std::max(newest, programs.string());
  }
  return newest;
}

class PostgresServer {
 public:
  static constexpr const char* name = "PostgreSQL";

  PostgresServer() : programs_(find_programs()) {
    if (programs_.empty()) return;
    if (getuid() == 0) {  // which the server refuses to run as
      user_ = getpwnam("postgres");
      if (user_ == nullptr) return;
      if (chown(folder_.path().c_str(), user_->pw_uid, user_->pw_gid) != 0) return;
    }
    modebox::testing::Program initdb;
    initdb.start({programs_ + "/initdb", "-D", data(), "-U", "modebox", "-A", "trust", "-E", "UTF8",
                  "--locale=C", "--no-sync"},
                 log(), [&] { become_user(); });
    if (initdb.wait() == 0) start();
  }
  ~PostgresServer() { kill(); }

  void start(const Words& settings = {}) {
    Words words = {programs_ + "/postgres", "-D", data(), "-k", folder_.path(), "-c",
                   "listen_addresses="};
    for (const std::string& setting : settings) {
      words.insert(words.end(), {"-c", setting});
    }
    // Once more as long as processes of one that was killed are still there.
    runs_ = modebox::testing::eventually([&] {
      if (!program_.runs()) program_.start(words, log(), [&] { become_user(); });
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      return program_.runs() && is_ready();
    });
  }

  void kill() { program_.kill(); }

  bool runs() const { return runs_; }
  const std::string& folder() const { return folder_.path(); }
  std::string connection() const {
    return "host=" + folder_.path() + " user=modebox dbname=postgres";
  }
  std::shared_ptr<ContinuationStore> open() const {
    return make_postgres_continuation_store(connection());
  }

 private:
  void become_user() const {
    if (user_ == nullptr) return;
    if (chdir("/") != 0 || setgroups(0, nullptr) != 0 || setgid(user_->pw_gid) != 0 ||
        setuid(user_->pw_uid) != 0) {
      _exit(126);
    }
  }

  /// The server itself says so in a file, which begins with its process and is
  /// still there after one that was killed.
  bool is_ready() const {
    std::ifstream file(data() + "/postmaster.pid");
    std::string line;
    std::getline(file, line);
    if (line != std::to_string(program_.process())) return false;
    while (std::getline(file, line)) {
      if (line.rfind("ready", 0) == 0) return true;
    }
    return false;
  }

  std::string data() const { return folder_.path() + "/data"; }
  std::string log() const { return folder_.path() + "/log"; }

  const modebox::testing::TemporaryFolder folder_;
  const std::string programs_;
  const passwd* user_ = nullptr;
  modebox::testing::Program program_;
  bool runs_ = false;
};

class PostgresStore : public modebox::testing::WithServer<PostgresServer> {};

TEST_F(PostgresStore, MakesItsTableOnceThoughManyOpenItAtOnce) {
  // Another database, which has got none yet.
  constexpr int many = 8;
  std::vector<std::string> ids(many);
  std::vector<std::thread> crowd;
  for (std::string& id : ids) {
    crowd.emplace_back([&id] {
      const Result<std::string> got =
          make_postgres_continuation_store(server_->connection() + " dbname=template1")->id();
      id = got ? got.value() : got.error().message;
    });
  }
  for (std::thread& thread : crowd) thread.join();
  EXPECT_EQ(ids[0].size(), 32U) << ids[0];
  EXPECT_THAT(ids, ::testing::Each(ids[0]));
  EXPECT_NE(server_->open()->id().value(), ids[0]);
}

TEST_F(PostgresStore, KeepsEveryRuleOfAStoreAlsoWhenItIsCheckedTwice) {
  const auto open = [&] { return server_->open(); };
  EXPECT_THAT(modebox::testing::check_continuation_store(open), IsEmpty());
  EXPECT_THAT(modebox::testing::check_continuation_store(open), IsEmpty());
}

TEST_F(PostgresStore, ForgetsWhatExpiredAndThatItDid) {
  const double now_ms = Clock::system().wall_ms() + 1e11;
  ContinuationClaim used = modebox::testing::new_claim();
  ContinuationClaim unused = modebox::testing::new_claim();
  used.expires_ms = unused.expires_ms = now_ms + 1'000;
  ASSERT_EQ(server_->open()->claim(used, now_ms).value(), ClaimOutcome::claimed);
  EXPECT_EQ(server_->open()->claim(modebox::testing::another(used), now_ms).value(),
            ClaimOutcome::held);
  // Each that is opened purges when it claims first.
  EXPECT_EQ(server_->open()->claim(modebox::testing::new_claim(), now_ms + 1'000).value(),
            ClaimOutcome::claimed);
  for (const ContinuationClaim& claim : {modebox::testing::another(used), unused}) {
    EXPECT_EQ(server_->open()->claim(claim, now_ms).value(), ClaimOutcome::expired);
  }
  EXPECT_FALSE(server_->open()->start(used).value());
}

TEST_F(PostgresStore, OfManyProcessesExactlyOneWins) {
  const auto store = server_->open();
  modebox::testing::expect_one_process_wins(*store);
}

TEST_F(PostgresStore, ForgetsNothingWhenTheServerIsKilled) {
  const auto store = server_->open();
  modebox::testing::expect_nothing_is_forgotten(
      *store, [&] { server_->kill(); }, [&] { server_->start(); });
}

TEST_F(PostgresStore, RefusesAServerThatCouldForget) {
  server_->kill();
  server_->start({"fsync=off"});
  const Result<std::string> id = server_->open()->id();
  server_->kill();
  server_->start();
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().message, HasSubstr("Set \"fsync = on\""));
}

TEST_F(PostgresStore, TakesItsCommitsToBeDurableWhateverTheServersDefault) {
  server_->kill();
  server_->start({"synchronous_commit=off"});
  const auto store = server_->open();
  const ContinuationClaim mine = modebox::testing::new_claim();
  EXPECT_EQ(modebox::testing::claimed(*store, mine), "claimed");
  EXPECT_TRUE(store->start(mine).value());
  server_->kill();
  server_->start();
  EXPECT_EQ(modebox::testing::claimed(*store, modebox::testing::another(mine)), "started");
}

TEST_F(PostgresStore, DoesNotShowItsConnectionString) {
  const Words connections = {
      "host=" + server_->folder() + " dbname=nothing user=modebox password=sesame",
      "host=" + server_->folder() + "/sesame user=modebox",
      "host=" + server_->folder() + " user=sesame dbname=postgres",
      "postgresql://modebox:open@sesame@/postgres",
      "postgresql://modebox:sesame/open@127.0.0.1/postgres",
      "postgresql://modebox:open?sesame@127.0.0.1/postgres",
      "sesame",
      "sesame=1",
  };
  for (const std::string& connection : connections) {
    const Result<std::string> id = make_postgres_continuation_store(connection)->id();
    ASSERT_FALSE(id.ok()) << connection;
    EXPECT_THAT(id.error().message, AllOf(HasSubstr("PostgreSQL"), Not(HasSubstr("sesame"))));
  }
}

TEST_F(PostgresStore, TakesItsTime) { modebox::testing::record_speed(*server_->open()); }

}  // namespace
}  // namespace modebox
