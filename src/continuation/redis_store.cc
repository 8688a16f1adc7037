// The store in a Redis server. Each step is a script, which the server runs as
// one. The keys, after the prefix and a hash tag that keeps them together:
//   id       the store's id
//   entries  a hash from the id of a token to "<state> <claim_id> <since_ms>"
//   expiry   a sorted set of the ids of tokens by the time of their expiry
//   purged   the latest expiry that was forgotten
// No key has a time to live: the server's clock must not decide what is forgotten.
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/continuation_store.h"
#include "src/continuation/of_this_process.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

using continuation::check_claim;
using continuation::decimal;

/// KEYS: id. ARGV: an id, if there is none yet.
constexpr std::string_view id_script = R"(
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
)";

/// KEYS: entries, expiry, purged. ARGV: token_id, claim_id, now_ms, expires_ms,
/// claim_lease_ms. Numbers are kept as the texts that they came in, since Lua would
/// round them. A purge takes a bounded number, the earliest, so that it never
/// keeps the server busy for long; each claim adds one at most.
constexpr std::string_view claim_script = R"(
local now, expires = tonumber(ARGV[3]), tonumber(ARGV[4])
local purged = redis.call('GET', KEYS[3]) or '0'
local gone = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[3], 'WITHSCORES', 'LIMIT', 0, 500)
for i = 1, #gone, 2 do
  redis.call('HDEL', KEYS[1], gone[i])
  redis.call('ZREM', KEYS[2], gone[i])
end
if #gone > 0 and tonumber(gone[#gone]) > tonumber(purged) then
  purged = gone[#gone]
  redis.call('SET', KEYS[3], purged)
end
if expires <= math.max(now, tonumber(purged)) then return 'expired' end
local entry = redis.call('HGET', KEYS[1], ARGV[1])
if entry then
  local state, holder, since = string.match(entry, '^(%a+) (%x+) (%S+)$')
  if state ~= 'claimed' then return state end
  if holder ~= ARGV[2] and now - tonumber(since) < tonumber(ARGV[5]) then return 'held' end
else
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
end
redis.call('HSET', KEYS[1], ARGV[1], 'claimed ' .. ARGV[2] .. ' ' .. ARGV[3])
return 'claimed'
)";

/// KEYS: entries, expiry. ARGV: token_id, claim_id, the states that may be left,
/// and the one that is entered, which is "free" to forget the claim.
constexpr std::string_view move_script = R"(
local entry = redis.call('HGET', KEYS[1], ARGV[1])
if not entry then return 'no' end
local state, holder, since = string.match(entry, '^(%a+) (%x+) (%S+)$')
if holder ~= ARGV[2] or not string.find(ARGV[3], state, 1, true) then return 'no' end
if ARGV[4] == 'free' then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[4] .. ' ' .. holder .. ' ' .. since)
end
return 'yes'
)";

struct Setting {
  std::string name;
  std::string wanted;
  std::string why;
};

/// What a server must have so as not to forget.
const std::array<Setting, 4>& wanted_settings() {
  static const std::array<Setting, 4> settings = {{
      {"appendonly", "yes", "it would forget what was used when it is restarted"},
      {"appendfsync", "always", "it could forget the latest uses in a crash"},
      {"no-appendfsync-on-rewrite", "no", "it could forget the latest uses in a crash"},
      {"maxmemory-policy", "noeviction", "it could forget what was used to save memory"},
  }};
  return settings;
}

struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};
struct FreeReply {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
struct FreeCommand {
  void operator()(char* command) const { redisFreeCommand(command); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;
using Reply = std::unique_ptr<redisReply, FreeReply>;
using Words = std::vector<std::string>;

std::string_view text_of(const redisReply& reply) {
  return reply.str == nullptr ? std::string_view() : std::string_view(reply.str, reply.len);
}

/// hiredis writes in a way that raises SIGPIPE where the server is gone.
bool send_quietly(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// The server's answer, or nothing if the connection is lost; errno says how.
Reply ask(redisContext& context, const Words& words) {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  for (const std::string& word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  char* formatted = nullptr;
  const auto size = redisFormatCommandArgv(&formatted, static_cast<int>(texts.size()), texts.data(),
                                           sizes.data());
  if (size < 0) std::abort();  // out of memory
  const std::unique_ptr<char, FreeCommand> command(formatted);
  errno = 0;
  if (!send_quietly(context.fd, {formatted, static_cast<std::size_t>(size)})) return nullptr;
  void* reply = nullptr;
  if (redisGetReply(&context, &reply) != REDIS_OK) return nullptr;
  return Reply(static_cast<redisReply*>(reply));
}

class RedisContinuationStore final : public ContinuationStore {
 public:
  explicit RedisContinuationStore(RedisStoreOptions options) : options_(std::move(options)) {}

  Result<std::string> id() override {
    Result<std::string> id = run(id_script, {key("id")}, {continuation::new_store_id()});
    if (id && !check_claim({id.value(), id.value(), 0})) {
      return Error{"The key " + key("id") + " of " + place() +
                   " holds something else than the id of a store. Choose another prefix."};
    }
    return id;
  }

  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    if (Status right = check_claim(claim, now_ms); !right) return std::move(right).error();
    Result<std::string> answer = run(claim_script, {key("entries"), key("expiry"), key("purged")},
                                     {claim.token_id, claim.claim_id, decimal(now_ms),
                                      decimal(claim.expires_ms), decimal(claim_lease_ms)});
    if (!answer) return std::move(answer).error();
    if (const auto outcome = continuation::outcome_named(answer.value())) return *outcome;
    return Error{"The key " + key("entries") + " of " + place() +
                 " holds something that is no entry of a store. Choose another prefix."};
  }

  Result<bool> start(const ContinuationClaim& claim) override {
    return move(claim, "claimed started", "started");
  }

  Status complete(const ContinuationClaim& claim) override {
    return without_answer(move(claim, "started", "completed"));
  }

  Status release(const ContinuationClaim& claim) override {
    return without_answer(move(claim, "claimed", "free"));
  }

 private:
  struct Connection {
    std::mutex mutex;
    Context context;
  };

  static Status without_answer(Result<bool> answer) {
    if (!answer) return std::move(answer).error();
    return done();
  }

  Result<bool> move(const ContinuationClaim& claim, const std::string& from,
                    const std::string& to) {
    if (Status right = check_claim(claim); !right) return std::move(right).error();
    Result<std::string> answer = run(move_script, {key("entries"), key("expiry")},
                                     {claim.token_id, claim.claim_id, from, to});
    if (!answer) return std::move(answer).error();
    return answer.value() == "yes";
  }

  std::string key(std::string_view name) const {
    return options_.prefix + ":{continuations}:" + std::string(name);
  }

  /// Where the server is, for a person.
  std::string place() const {
    return "the Redis server at " + (options_.socket.empty()
                                         ? options_.host + ":" + std::to_string(options_.port)
                                         : options_.socket);
  }

  /// What the server says, without the password and the ids among the arguments.
  std::string said(std::string_view text, const Words& arguments) const {
    std::string cleared = continuation::without(std::string(text), options_.password);
    for (const std::string& argument : arguments) {
      if (!check_claim({argument, argument, 0})) continue;
      cleared = continuation::without(std::move(cleared), argument);
    }
    return cleared;
  }

  /// Runs a script. If the connection was lost it is run again on a new one, even
  /// if it may have been run: to repeat a step with the same claim_id is harmless.
  Result<std::string> run(std::string_view script, const Words& keys, const Words& arguments) {
    Words words = {"EVAL", std::string(script), std::to_string(keys.size())};
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());

    Connection& connection = connection_.get();
    const std::lock_guard lock(connection.mutex);
    for (int attempt = 0;; ++attempt) {
      if (connection.context == nullptr) {
        Result<Context> made = connect();
        if (!made) return std::move(made).error();
        connection.context = std::move(made).value();
      }
      const Reply reply = ask(*connection.context, words);
      if (reply != nullptr) return answer_of(*reply, arguments);
      const bool too_late = timed_out();
      connection.context = nullptr;
      if (too_late || attempt > 0) return lost(too_late);
    }
  }

  Result<std::string> answer_of(const redisReply& reply, const Words& arguments) const {
    if (reply.type == REDIS_REPLY_STRING) return std::string(text_of(reply));
    if (reply.type == REDIS_REPLY_ERROR) {
      return Error{"There was an error from " + place() + ": " + said(text_of(reply), arguments)};
    }
    return Error{"There was an answer of a wrong type from " + place() + "."};
  }

  static bool timed_out() { return errno == EAGAIN || errno == EWOULDBLOCK; }

  Error lost(bool too_late) const {
    if (!too_late) return Error{"The connection was lost to " + place() + "."};
    return Error{"There was no answer within " + std::to_string(options_.timeout_ms) + " ms from " +
                 place() + "."};
  }

  Result<Context> connect() const {
    const timeval timeout = {options_.timeout_ms / 1000, options_.timeout_ms % 1000 * 1000};
    Context context(options_.socket.empty()
                        ? redisConnectWithTimeout(options_.host.c_str(), options_.port, timeout)
                        : redisConnectUnixWithTimeout(options_.socket.c_str(), timeout));
    if (context == nullptr) std::abort();  // out of memory
    if (context->err != 0) {
      return Error{"There is no connection to " + place() + ": " + said(context->errstr, {}) +
                   ". Is it running?"};
    }
    fcntl(context->fd, F_SETFD, FD_CLOEXEC);
    if (redisSetTimeout(context.get(), timeout) != REDIS_OK) return lost(false);
    if (Status status = log_in(*context); !status) return std::move(status).error();
    for (const Setting& setting : wanted_settings()) {
      if (Status right = check_setting(*context, setting); !right) return std::move(right).error();
    }
    return context;
  }

  Status log_in(redisContext& context) const {
    if (!options_.password.empty()) {
      Words words = {"AUTH"};
      if (!options_.user.empty()) words.push_back(options_.user);
      words.push_back(options_.password);
      const Reply reply = ask(context, words);
      if (reply == nullptr) return lost(timed_out());
      if (reply->type == REDIS_REPLY_ERROR) {
        // Not all that it says: some errors repeat the beginning of a command.
        const std::string_view text = text_of(*reply);
        return Error{"The user and password are not accepted (" +
                     said(text.substr(0, text.find(' ')), {}) + ") by " + place() + "."};
      }
    }
    if (options_.database == 0) return done();
    const Reply reply = ask(context, {"SELECT", std::to_string(options_.database)});
    if (reply == nullptr) return lost(timed_out());
    if (reply->type == REDIS_REPLY_ERROR) {
      return Error{"Database " + std::to_string(options_.database) + " can not be used of " +
                   place() + ": " + said(text_of(*reply), {})};
    }
    return done();
  }

  Status check_setting(redisContext& context, const Setting& setting) const {
    const Reply reply = ask(context, {"CONFIG", "GET", setting.name});
    if (reply == nullptr) return lost(timed_out());
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 2) {
      return Error{
          "The setting " + setting.name + " can not be read of " + place() + ": " +
          (reply->type == REDIS_REPLY_ERROR ? said(text_of(*reply), {}) : "it does not know it") +
          ". Allow the user to run CONFIG GET, since a server that could forget what "
          "was used must be refused."};
    }
    const std::string_view value = text_of(*reply->element[1]);
    if (value == setting.wanted) return done();
    return Error{"Continuations can not be kept by " + place() + ": its setting " + setting.name +
                 " is \"" + said(value, {}) + "\", so " + setting.why + ". Set \"" + setting.name +
                 " " + setting.wanted + "\" in its configuration."};
  }

  const RedisStoreOptions options_;
  continuation::OfThisProcess<Connection> connection_;
};

}  // namespace

std::shared_ptr<ContinuationStore> make_redis_continuation_store(RedisStoreOptions options) {
  return std::make_shared<RedisContinuationStore>(std::move(options));
}

}  // namespace modebox
