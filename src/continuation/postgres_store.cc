// The store in a PostgreSQL database: one table, a row for each continuation that
// was claimed. The row "store" is the store's own: its claim_id is the store's id,
// its expires_ms the latest expiry that was forgotten.
//
// A claim reads that mark, and then inserts its row. A purge between the two could
// forget the same continuation (where the claim's clock was set back), so that
// purges hold an advisory lock that claims share. All else is a single statement.
#include <dlfcn.h>
#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/continuation_store.h"
#include "src/continuation/of_this_process.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

using continuation::check_claim;
using continuation::decimal;

/// What is used of libpq. It is loaded, not linked: who keeps continuations
/// elsewhere can do without it.
struct Libpq {
  decltype(&PQconninfoParse) parse;
  decltype(&PQconninfoFree) free_options;
  decltype(&PQconnectdbParams) connect;
  decltype(&PQfinish) finish;
  decltype(&PQstatus) status;
  decltype(&PQerrorMessage) error_message;
  decltype(&PQsetNoticeProcessor) set_notices;
  decltype(&PQexec) execute;
  decltype(&PQexecParams) execute_with;
  decltype(&PQresultStatus) result_status;
  decltype(&PQresultErrorField) error_field;
  decltype(&PQntuples) rows;
  decltype(&PQgetvalue) value;
  decltype(&PQclear) clear;
  decltype(&PQfreemem) free_memory;
};

constexpr const char* library_name = "libpq.so.5";

template <typename F>
bool find_function(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  return function != nullptr;
}

Result<Libpq> load_libpq() {
  void* library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  Libpq pq{};
  const bool loaded = library != nullptr && find_function(library, "PQconninfoParse", pq.parse) &&
                      find_function(library, "PQconninfoFree", pq.free_options) &&
                      find_function(library, "PQconnectdbParams", pq.connect) &&
                      find_function(library, "PQfinish", pq.finish) &&
                      find_function(library, "PQstatus", pq.status) &&
                      find_function(library, "PQerrorMessage", pq.error_message) &&
                      find_function(library, "PQsetNoticeProcessor", pq.set_notices) &&
                      find_function(library, "PQexec", pq.execute) &&
                      find_function(library, "PQexecParams", pq.execute_with) &&
                      find_function(library, "PQresultStatus", pq.result_status) &&
                      find_function(library, "PQresultErrorField", pq.error_field) &&
                      find_function(library, "PQntuples", pq.rows) &&
                      find_function(library, "PQgetvalue", pq.value) &&
                      find_function(library, "PQclear", pq.clear) &&
                      find_function(library, "PQfreemem", pq.free_memory);
  if (loaded) return pq;
  const char* why = dlerror();
  return Error{"PostgreSQL can not be used, since its library " + std::string(library_name) +
               " can not be loaded (" + (why == nullptr ? "unknown" : why) +
               "). Install it; Debian and Ubuntu have it in the package libpq5."};
}

/// Never destroyed, since a store may be later than all that is.
const Result<Libpq>& libpq() {
  static const auto* const loaded = new Result<Libpq>(load_libpq());
  return *loaded;
}

struct FinishConnection {
  void operator()(PGconn* connection) const { libpq()->finish(connection); }
};
struct ClearAnswer {
  void operator()(PGresult* answer) const { libpq()->clear(answer); }
};
struct FreeOptions {
  void operator()(PQconninfoOption* options) const { libpq()->free_options(options); }
};
using Connection = std::unique_ptr<PGconn, FinishConnection>;
using Answer = std::unique_ptr<PGresult, ClearAnswer>;
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;
using Words = std::vector<std::string>;

/// For every session. Who waits, or stands still in the midst of a claim, must not
/// stop all the others for ever.
constexpr const char* session_sql =
    "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;"
    "SET statement_timeout = '20s';"
    "SET idle_in_transaction_session_timeout = '20s';"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') <> 'remote_apply'";
constexpr const char* fsync_sql = "SHOW fsync";

constexpr const char* has_table_sql =
    "SELECT 1 WHERE to_regclass('modebox_continuations') IS NOT NULL";
/// Two that make the same table at once would get an error, in spite of IF NOT
/// EXISTS; hence the lock. (The first number of our locks is "mode" in ASCII.)
constexpr const char* make_table_sql =
    "BEGIN;"
    "SELECT pg_advisory_xact_lock(1836016741, 1);"
    "CREATE TABLE IF NOT EXISTS modebox_continuations ("
    " token_id text PRIMARY KEY,"
    " claim_id text NOT NULL,"
    " since_ms double precision NOT NULL,"
    " expires_ms double precision NOT NULL,"
    " state text NOT NULL);"
    "CREATE INDEX IF NOT EXISTS modebox_continuations_expiry"
    " ON modebox_continuations (expires_ms);"
    "COMMIT";

constexpr const char* id_sql =
    "SELECT claim_id FROM modebox_continuations WHERE token_id = 'store'";
/// $1: an id, if there is none yet.
constexpr const char* make_id_sql =
    "INSERT INTO modebox_continuations (token_id, claim_id, since_ms, expires_ms, state)"
    " VALUES ('store', $1, 0, 0, 'store') ON CONFLICT (token_id) DO NOTHING";

/// A statement before the claim's, so that the claim's sees all that was done
/// until the lock was given.
constexpr const char* begin_claim_sql = "BEGIN; SELECT pg_advisory_xact_lock_shared(1836016741, 2)";
/// $1: token_id, $2: claim_id, $3: now_ms, $4: expires_ms, $5: claim_lease_ms. A
/// row if it is claimed.
constexpr const char* claim_sql =
    "INSERT INTO modebox_continuations AS held (token_id, claim_id, since_ms, expires_ms, state)"
    " SELECT $1::text, $2::text, $3::float8, $4::float8, 'claimed' FROM modebox_continuations"
    " WHERE token_id = 'store' AND $4::float8 > greatest($3::float8, expires_ms)"
    " ON CONFLICT (token_id) DO UPDATE"
    " SET claim_id = excluded.claim_id, since_ms = excluded.since_ms"
    " WHERE held.state = 'claimed' AND (held.claim_id = excluded.claim_id"
    " OR excluded.since_ms - held.since_ms >= $5::float8)"
    " RETURNING 1";
/// $1: token_id, $2: now_ms, $3: expires_ms. Why it is not. (A row that is gone
/// meanwhile was another's claim, just released.)
constexpr const char* why_sql =
    "SELECT CASE WHEN $3::float8 <= greatest($2::float8, store.expires_ms) THEN 'expired'"
    " WHEN entry.state IN ('started', 'completed') THEN entry.state ELSE 'held' END"
    " FROM modebox_continuations AS store"
    " LEFT JOIN modebox_continuations AS entry ON entry.token_id = $1::text"
    " WHERE store.token_id = 'store'";

/// $1: now_ms.
constexpr const char* is_any_expired_sql =
    "SELECT 1 FROM modebox_continuations"
    " WHERE expires_ms <= $1::float8 AND token_id <> 'store' LIMIT 1";
constexpr const char* begin_purge_sql =
    "BEGIN; SET LOCAL lock_timeout = '1s'; SELECT pg_advisory_xact_lock(1836016741, 2)";
constexpr const char* purge_sql =
    "WITH gone AS (DELETE FROM modebox_continuations"
    " WHERE expires_ms <= $1::float8 AND token_id <> 'store' RETURNING expires_ms)"
    " UPDATE modebox_continuations"
    " SET expires_ms = greatest(expires_ms, (SELECT max(expires_ms) FROM gone))"
    " WHERE token_id = 'store'";

/// $1: token_id, $2: claim_id. A row if it could be done.
constexpr const char* start_sql =
    "UPDATE modebox_continuations SET state = 'started'"
    " WHERE token_id = $1 AND claim_id = $2 AND state IN ('claimed', 'started') RETURNING 1";
constexpr const char* complete_sql =
    "UPDATE modebox_continuations SET state = 'completed'"
    " WHERE token_id = $1 AND claim_id = $2 AND state = 'started' RETURNING 1";
constexpr const char* release_sql =
    "DELETE FROM modebox_continuations"
    " WHERE token_id = $1 AND claim_id = $2 AND state = 'claimed' RETURNING 1";

constexpr std::chrono::minutes time_between_purges{1};

/// All that libpq could repeat of a connection string. More than the password:
/// where that holds signs that should have been escaped, it is taken for a host.
Words secrets_of(const PQconninfoOption* options) {
  Words secrets;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    const std::string_view keyword = option->keyword;
    const bool is_place = keyword == "host" || keyword == "hostaddr" || keyword == "port" ||
                          keyword == "user" || keyword == "dbname";
    const bool is_secret = std::string_view(option->dispchar) == "*";
    if (is_secret) secrets.emplace_back(option->val);
    if (!is_place) continue;
    secrets.emplace_back(option->val);
    std::stringstream list(option->val);
    for (std::string item; std::getline(list, item, ',');) secrets.push_back(item);
  }
  // The longest first, since it may hold others.
  std::sort(secrets.begin(), secrets.end(),
            [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return secrets;
}

std::string without_all(std::string text, const Words& secrets) {
  constexpr std::size_t telling = 3;  // fewer letters are in every word
  for (const std::string& secret : secrets) {
    if (secret.size() >= telling) text = continuation::without(std::move(text), secret);
  }
  return text;
}

/// A connection that is ready to be used. Not thread-safe.
class Session {
 public:
  static Result<std::unique_ptr<Session>> open(const std::string& connection) {
    if (!libpq()) return libpq().error();
    char* why = nullptr;
    const Options options(libpq()->parse(connection.c_str(), &why));
    libpq()->free_memory(why);  // repeats what it does not understand
    if (options == nullptr) {
      return Error{
          "The connection string for PostgreSQL can not be understood. Write it as "
          "host=... dbname=... user=..., or as postgresql://user@host/database."};
    }
    // What the connection string says comes later, and so goes before these.
    constexpr std::array<const char*, 8> keywords = {"connect_timeout",
                                                     "keepalives_idle",
                                                     "keepalives_interval",
                                                     "keepalives_count",
                                                     "tcp_user_timeout",
                                                     "fallback_application_name",
                                                     "dbname",
                                                     nullptr};
    const std::array<const char*, 8> values = {
        "10", "10", "5", "3", "20000", "modebox", connection.c_str(), nullptr};
    auto session = std::make_unique<Session>(
        Connection(libpq()->connect(keywords.data(), values.data(), 1)), secrets_of(options.get()));
    if (session->is_lost()) {
      return Error{"There is no connection to PostgreSQL (" + session->said() +
                   "). Check the connection string, and that the server is running."};
    }
    if (Status ready = session->prepare(); !ready) return std::move(ready).error();
    return session;
  }

  Session(Connection connection, Words secrets)
      : connection_(std::move(connection)), secrets_(std::move(secrets)) {}

  bool is_lost() const { return libpq()->status(connection_.get()) != CONNECTION_OK; }

  /// Several statements, none with parameters; the answer is the last one's.
  Result<Answer> execute(const char* sql) {
    return checked(Answer(libpq()->execute(connection_.get(), sql)), {});
  }

  /// One statement.
  Result<Answer> execute(const char* sql, const Words& parameters) {
    std::vector<const char*> values;
    for (const std::string& parameter : parameters) values.push_back(parameter.c_str());
    return checked(
        Answer(libpq()->execute_with(connection_.get(), sql, static_cast<int>(values.size()),
                                     nullptr, values.data(), nullptr, nullptr, 0)),
        parameters);
  }

  static bool has_row(const Answer& answer) { return libpq()->rows(answer.get()) > 0; }
  static std::string first(const Answer& answer) { return libpq()->value(answer.get(), 0, 0); }

 private:
  /// What libpq says, in one line and without what is secret.
  std::string said() const {
    std::string text = without_all(libpq()->error_message(connection_.get()), secrets_);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace_if(
        text.begin(), text.end(), [](char sign) { return sign == '\n' || sign == '\t'; }, ' ');
    return text;
  }

  Result<Answer> checked(Answer answer, const Words& parameters) const {
    const ExecStatusType status = libpq()->result_status(answer.get());
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return answer;
    // Not the details, which may hold what a row does.
    const char* primary = libpq()->error_field(answer.get(), PG_DIAG_MESSAGE_PRIMARY);
    const std::string text = primary == nullptr ? said() : without_all(primary, secrets_);
    return Error{"There was an error from PostgreSQL: " + without_all(text, parameters)};
  }

  Status prepare() {
    libpq()->set_notices(
        connection_.get(), [](void*, const char*) {}, nullptr);
    if (Result<Answer> set = execute(session_sql); !set) return std::move(set).error();
    const Result<Answer> fsync = execute(fsync_sql);
    if (!fsync) return fsync.error();
    if (first(*fsync) != "on") {
      return Error{
          "Continuations can not be kept by this PostgreSQL server: its setting fsync is "
          "\"off\", so it could forget what was used in a crash. Set \"fsync = on\" in "
          "its configuration."};
    }
    const Result<Answer> table = execute(has_table_sql);
    if (!table) return table.error();
    if (!has_row(*table)) {
      if (Result<Answer> made = execute(make_table_sql); !made) return std::move(made).error();
    }
    const Result<Answer> id = execute(id_sql);
    if (!id) return id.error();
    if (has_row(*id)) return done();
    Result<Answer> made = execute(make_id_sql, {continuation::new_store_id()});
    if (!made) return std::move(made).error();
    return done();
  }

  const Connection connection_;
  const Words secrets_;
};

Error emptied() {
  return Error{
      "The table modebox_continuations was emptied in PostgreSQL. Continuations that were "
      "made before can not be used any more."};
}

Result<ClaimOutcome> claim_in(Session& session, const ContinuationClaim& claim, double now_ms) {
  const std::string now = decimal(now_ms);
  const std::string expires = decimal(claim.expires_ms);
  if (Result<Answer> begun = session.execute(begin_claim_sql); !begun) {
    return std::move(begun).error();
  }
  const Result<Answer> claimed = session.execute(
      claim_sql, {claim.token_id, claim.claim_id, now, expires, decimal(claim_lease_ms)});
  if (!claimed) return claimed.error();
  std::string outcome = continuation::name_of(ClaimOutcome::claimed);
  if (!Session::has_row(*claimed)) {
    const Result<Answer> why = session.execute(why_sql, {claim.token_id, now, expires});
    if (!why) return why.error();
    if (!Session::has_row(*why)) return emptied();
    outcome = Session::first(*why);
  }
  if (Result<Answer> ended = session.execute("COMMIT"); !ended) return std::move(ended).error();
  const auto known = continuation::outcome_named(outcome);
  if (!known) return Error{"The table modebox_continuations in PostgreSQL is not modebox's."};
  return *known;
}

Status purge_in(Session& session, double now_ms) {
  const std::string now = decimal(now_ms);
  Result<Answer> expired = session.execute(is_any_expired_sql, {now});
  if (!expired) return std::move(expired).error();
  if (!Session::has_row(*expired)) return done();
  if (Result<Answer> step = session.execute(begin_purge_sql); !step) return std::move(step).error();
  if (Result<Answer> step = session.execute(purge_sql, {now}); !step) {
    return std::move(step).error();
  }
  if (Result<Answer> step = session.execute("COMMIT"); !step) return std::move(step).error();
  return done();
}

class PostgresContinuationStore final : public ContinuationStore {
 public:
  explicit PostgresContinuationStore(std::string connection) : connection_(std::move(connection)) {}

  Result<std::string> id() override {
    return in_session<std::string>([](Session& session) -> Result<std::string> {
      const Result<Answer> id = session.execute(id_sql);
      if (!id) return id.error();
      if (!Session::has_row(*id)) return emptied();
      return Session::first(*id);
    });
  }

  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    if (Status right = check_claim(claim, now_ms); !right) return std::move(right).error();
    purge_if_due(now_ms);
    return in_session<ClaimOutcome>(
        [&](Session& session) { return claim_in(session, claim, now_ms); });
  }

  Result<bool> start(const ContinuationClaim& claim) override { return move(start_sql, claim); }

  Status complete(const ContinuationClaim& claim) override {
    return without_answer(move(complete_sql, claim));
  }

  Status release(const ContinuationClaim& claim) override {
    return without_answer(move(release_sql, claim));
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Link {
    std::mutex mutex;
    std::unique_ptr<Session> session;
    Time next_purge;
  };

  static Status without_answer(Result<bool> answer) {
    if (!answer) return std::move(answer).error();
    return done();
  }

  Result<bool> move(const char* sql, const ContinuationClaim& claim) {
    if (Status right = check_claim(claim); !right) return std::move(right).error();
    return in_session<bool>([&](Session& session) -> Result<bool> {
      const Result<Answer> moved = session.execute(sql, {claim.token_id, claim.claim_id});
      if (!moved) return moved.error();
      return Session::has_row(*moved);
    });
  }

  /// What is not purged now will be later: an error is none of the claim's.
  void purge_if_due(double now_ms) {
    {
      Link& link = link_.get();
      const std::lock_guard lock(link.mutex);
      const Time now = std::chrono::steady_clock::now();
      if (now < link.next_purge) return;
      link.next_purge = now + time_between_purges;
    }
    (void)in_session<std::monostate>([&](Session& session) { return purge_in(session, now_ms); });
  }

  /// Takes a step. If the connection was lost it is taken again on a new one, even
  /// if it may have been done: to repeat a step with the same claim_id is harmless.
  /// After any error the connection is given up, and whatever was begun on it.
  template <typename T, typename Step>
  Result<T> in_session(const Step& step) {
    Link& link = link_.get();
    const std::lock_guard lock(link.mutex);
    for (int attempt = 0;; ++attempt) {
      if (link.session == nullptr) {
        Result<std::unique_ptr<Session>> opened = Session::open(connection_);
        if (!opened) return std::move(opened).error();
        link.session = std::move(opened).value();
      }
      Result<T> result = step(*link.session);
      if (result) return result;
      const bool lost = link.session->is_lost();
      link.session = nullptr;
      if (!lost || attempt > 0) return result;
    }
  }

  const std::string connection_;
  continuation::OfThisProcess<Link> link_;
};

}  // namespace

std::shared_ptr<ContinuationStore> make_postgres_continuation_store(std::string connection) {
  return std::make_shared<PostgresContinuationStore>(std::move(connection));
}

}  // namespace modebox
