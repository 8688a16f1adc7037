// Against a server of the test's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modebox/continuation_store.h"
#include "modebox/testing/continuation_store_check.h"
#include "src/continuation/test_server.h"

namespace modebox {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Words = std::vector<std::string>;

const Words durable = {"--appendonly", "yes", "--appendfsync", "always"};

bool accepts(const std::string& socket_path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_path.c_str(), sizeof(address.sun_path) - 1);
  const int peer = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool yes = connect(peer, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(peer);
  return yes;
}

class RedisServer {
 public:
  static constexpr const char* name = "redis-server";

  explicit RedisServer(const Words& settings = durable) : settings_(settings) { start(); }
  ~RedisServer() { kill(); }

  void start() {
    Words words = {
        "redis-server", "--port", "0",           "--dir", folder_.path(), "--unixsocket", socket(),
        "--save",       "",       "--databases", "2"};
    words.insert(words.end(), settings_.begin(), settings_.end());
    program_.start(words, folder_.path() + "/log");
    runs_ = modebox::testing::eventually([&] { return !program_.runs() || accepts(socket()); }) &&
            program_.runs();
  }

  void kill() { program_.kill(); }

  bool runs() const { return runs_; }
  std::string socket() const { return folder_.path() + "/socket"; }

  RedisStoreOptions options() const {
    RedisStoreOptions options;
    options.socket = socket();
    options.timeout_ms = 20'000;  // machines that are busy
    return options;
  }
  std::shared_ptr<ContinuationStore> open() const {
    return make_redis_continuation_store(options());
  }

 private:
  const modebox::testing::TemporaryFolder folder_;
  const Words settings_;
  modebox::testing::Program program_;
  bool runs_ = false;
};

class RedisStore : public modebox::testing::WithServer<RedisServer> {};

TEST_F(RedisStore, KeepsEveryRuleOfAStoreAlsoWhenItIsCheckedTwice) {
  const auto open = [&] { return server_->open(); };
  EXPECT_THAT(modebox::testing::check_continuation_store(open), IsEmpty());
  EXPECT_THAT(modebox::testing::check_continuation_store(open), IsEmpty());
}

TEST_F(RedisStore, OfManyProcessesExactlyOneWins) {
  const auto store = server_->open();
  modebox::testing::expect_one_process_wins(*store);
}

TEST_F(RedisStore, ForgetsNothingWhenTheServerIsKilled) {
  const auto store = server_->open();
  modebox::testing::expect_nothing_is_forgotten(
      *store, [&] { server_->kill(); }, [&] { server_->start(); });
}

TEST_F(RedisStore, IsAnotherStoreByAnotherPrefixOrInAnotherDatabase) {
  RedisStoreOptions options = server_->options();
  const std::string id = server_->open()->id().value();
  options.prefix = "another";
  EXPECT_NE(make_redis_continuation_store(options)->id().value(), id);
  options = server_->options();
  options.database = 1;
  EXPECT_NE(make_redis_continuation_store(options)->id().value(), id);
  options.database = 2;
  EXPECT_THAT(make_redis_continuation_store(options)->id().error().message,
              HasSubstr("Database 2"));
}

TEST_F(RedisStore, DoesNotShowAPassword) {
  RedisStoreOptions options = server_->options();
  options.password = "sesame";
  options.user = "ali";
  const Result<std::string> id = make_redis_continuation_store(options)->id();
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().message, AllOf(HasSubstr("WRONGPASS"), HasSubstr(server_->socket()),
                                        Not(HasSubstr("sesame"))));
}

TEST_F(RedisStore, TakesItsTime) { modebox::testing::record_speed(*server_->open()); }

struct Refusal {
  std::string setting;
  Words settings;
};

class RedisStoreRefuses : public ::testing::TestWithParam<Refusal> {};

TEST_P(RedisStoreRefuses, AServerThatCouldForget) {
  const RedisServer server(GetParam().settings);
  ASSERT_TRUE(server.runs()) << "redis-server can not be started";
  const Result<std::string> id = server.open()->id();
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().message,
              AllOf(HasSubstr("Set \"" + GetParam().setting), HasSubstr(server.socket())));
  EXPECT_FALSE(server.open()->claim(modebox::testing::new_claim(), 0).ok());
}

INSTANTIATE_TEST_SUITE_P(
    Settings, RedisStoreRefuses,
    ::testing::Values(Refusal{"appendonly yes", {}},
                      Refusal{"appendfsync always", {"--appendonly", "yes"}},
                      Refusal{"no-appendfsync-on-rewrite no",
                              {"--appendonly", "yes", "--appendfsync", "always",
                               "--no-appendfsync-on-rewrite", "yes"}},
                      Refusal{"maxmemory-policy noeviction",
                              {"--appendonly", "yes", "--appendfsync", "always",
                               "--maxmemory-policy", "allkeys-lru"}}));

TEST(RedisStoreAlone, SaysWhereNoServerIs) {
  RedisStoreOptions options;
  options.socket = "/nowhere/redis.sock";
  EXPECT_THAT(make_redis_continuation_store(options)->id().error().message,
              HasSubstr("/nowhere/redis.sock"));
}

}  // namespace
}  // namespace modebox
