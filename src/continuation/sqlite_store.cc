// The store in a SQLite file, for the processes of one machine. Each operation is
// one immediate transaction. The journal is a write-ahead log, with which
// synchronous=FULL makes a commit durable.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "modebox/continuation_store.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

namespace fs = std::filesystem;
using continuation::check_claim;

constexpr int schema_version = 1;
constexpr int busy_timeout_ms = 5'000;
constexpr const char* schema = R"(
create table store (one integer primary key check (one = 1), id text not null,
                    purged_until_ms real not null);
create table continuations (token_id text primary key, claim_id text not null,
                            since_ms real not null, expires_ms real not null,
                            state text not null) without rowid;
create index continuations_by_expiry on continuations (expires_ms);
)";

Error can_not_open(const std::string& path, const std::string& why) {
  return Error{"The continuation store \"" + path + "\" can not be opened: " + why + "."};
}

/// A prepared statement that is used once. Owns it.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) {
    sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
    return *this;
  }
  Statement& bind(double number) {
    sqlite3_bind_double(statement_, ++bound_, number);
    return *this;
  }
  /// True at a row, false at the end or after a failure, which `ok` tells.
  bool step() {
    code_ = statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_);
    return code_ == SQLITE_ROW;
  }
  bool ok() const { return code_ == SQLITE_ROW || code_ == SQLITE_DONE; }
  std::string text(int column) const {
    const unsigned char* found = sqlite3_column_text(statement_, column);
    return found == nullptr ? "" : reinterpret_cast<const char*>(found);
  }
  double number(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int code_ = SQLITE_OK;
};

/// One open file. Closing it in a child of fork() would drop the parent's locks, so
/// there it is abandoned.
class Connection {
 public:
  static Result<std::unique_ptr<Connection>> open(const std::string& path) {
    std::unique_ptr<Connection> made(new Connection);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path.c_str(), &made->database_, flags, nullptr) != SQLITE_OK) {
      return can_not_open(path, made->problem());
    }
    sqlite3_busy_timeout(made->database_, busy_timeout_ms);
    if (!made->execute("pragma journal_mode=wal") || !made->execute("pragma synchronous=full") ||
        !made->prepare_schema()) {
      return can_not_open(path, made->problem());
    }
    Statement synchronous(made->database_, "pragma synchronous");
    if (!synchronous.step() || synchronous.number(0) < 2) {
      return can_not_open(path, "the system does not write through to the disk");
    }
    return made;
  }
  ~Connection() {
    if (process_ == getpid()) sqlite3_close_v2(database_);
  }

  bool is_ours() const { return process_ == getpid(); }
  bool execute(const char* sql) {
    return sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
  }
  Statement prepare(const char* sql) { return Statement(database_, sql); }
  std::string problem() const { return sqlite3_errmsg(database_); }

 private:
  Connection() = default;

  bool prepare_schema() {
    if (!execute("begin immediate")) return false;
    Statement version(database_, "pragma user_version");
    if (!version.step()) return false;
    if (version.number(0) == 0) {
      const std::string id = continuation::new_store_id();
      const std::string rest = "insert into store values (1, '" + id +
                               "', 0); pragma user_version=" + std::to_string(schema_version) + ";";
      if (!execute(schema) || !execute(rest.c_str())) return false;
    } else if (version.number(0) != schema_version) {
      return execute("select 'made by another version of modebox' from no_such_table");
    }
    return execute("commit");
  }

  sqlite3* database_ = nullptr;
  const pid_t process_ = getpid();
};

class SqliteContinuationStore final : public ContinuationStore {
 public:
  SqliteContinuationStore(std::string path, std::unique_ptr<Connection> connection)
      : path_(std::move(path)), connection_(std::move(connection)) {}

  Result<std::string> id() override {
    return transaction<std::string>([](Connection& db) -> std::optional<std::string> {
      Statement found = db.prepare("select id from store");
      if (!found.step()) return std::nullopt;
      return found.text(0);
    });
  }

  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    if (Status right = check_claim(claim, now_ms); !right) return std::move(right).error();
    return transaction<ClaimOutcome>([&](Connection& db) -> std::optional<ClaimOutcome> {
      if (!purge(db, now_ms)) return std::nullopt;
      Statement store = db.prepare("select purged_until_ms from store");
      if (!store.step()) return std::nullopt;
      if (claim.expires_ms <= std::max(now_ms, store.number(0))) return ClaimOutcome::expired;
      Statement known =
          db.prepare("select state, claim_id, since_ms from continuations where token_id = ?");
      if (known.bind(claim.token_id).step()) {
        const auto outcome = continuation::outcome_named(known.text(0));
        if (outcome != ClaimOutcome::claimed) return outcome;
        const bool is_stale = now_ms - known.number(2) >= claim_lease_ms;
        if (known.text(1) != claim.claim_id && !is_stale) return ClaimOutcome::held;
      }
      if (!known.ok()) return std::nullopt;
      Statement insert =
          db.prepare("insert or replace into continuations values (?, ?, ?, ?, 'claimed')");
      insert.bind(claim.token_id).bind(claim.claim_id).bind(now_ms).bind(claim.expires_ms).step();
      if (!insert.ok()) return std::nullopt;
      return ClaimOutcome::claimed;
    });
  }

  Result<bool> start(const ContinuationClaim& claim) override {
    return change<bool>(claim,
                        "update continuations set state = 'started' where token_id = ? and "
                        "claim_id = ? and state in ('claimed', 'started') returning 1");
  }
  Status complete(const ContinuationClaim& claim) override {
    return status(change<bool>(claim,
                               "update continuations set state = 'completed' where token_id = ? "
                               "and claim_id = ? and state = 'started' returning 1"));
  }
  Status release(const ContinuationClaim& claim) override {
    return status(change<bool>(claim,
                               "delete from continuations where token_id = ? and claim_id = ? "
                               "and state = 'claimed' returning 1"));
  }

 private:
  static Status status(const Result<bool>& changed) {
    if (!changed) return changed.error();
    return done();
  }

  static bool purge(Connection& db, double now_ms) {
    Statement latest =
        db.prepare("select max(expires_ms) from continuations where expires_ms <= ?");
    if (!latest.bind(now_ms).step()) return false;
    if (latest.text(0).empty()) return true;
    Statement mark = db.prepare("update store set purged_until_ms = max(purged_until_ms, ?)");
    mark.bind(latest.number(0)).step();
    Statement remove = db.prepare("delete from continuations where expires_ms <= ?");
    remove.bind(now_ms).step();
    return mark.ok() && remove.ok();
  }

  template <typename T>
  Result<T> change(const ContinuationClaim& claim, const char* sql) {
    if (Status right = check_claim(claim); !right) return std::move(right).error();
    return transaction<T>([&](Connection& db) -> std::optional<T> {
      Statement update = db.prepare(sql);
      const bool changed = update.bind(claim.token_id).bind(claim.claim_id).step();
      while (update.step()) {
      }
      if (!update.ok()) return std::nullopt;
      return changed;
    });
  }

  /// Runs `work` as a whole or not at all; an empty result is a failure.
  template <typename T>
  Result<T> transaction(const std::function<std::optional<T>(Connection&)>& work) {
    const std::lock_guard lock(mutex_);
    if (!connection_->is_ours()) {
      auto reopened = Connection::open(path_);
      if (!reopened) return std::move(reopened).error();
      (void)connection_.release();  // the parent's; see Connection
      connection_ = *std::move(reopened);
    }
    Connection& db = *connection_;
    std::optional<T> result;
    if (db.execute("begin immediate")) {
      result = work(db);
      if (result && db.execute("commit")) return *std::move(result);
    }
    Error error{"The continuation store \"" + path_ + "\" failed: " + db.problem() + "."};
    db.execute("rollback");
    return error;
  }

  const std::string path_;
  std::mutex mutex_;
  std::unique_ptr<Connection> connection_;
};

/// Makes the file, for its owner only, unless it is there. Not by opening it: a
/// close would drop the locks that this process has on it.
Status make_file(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::error_code failed;
  if (!folder.empty() && !fs::exists(folder, failed)) {
    if (fs::create_directories(folder, failed)) {
      fs::permissions(folder, fs::perms::owner_all, failed);
    }
    if (failed) return can_not_open(path, "its folder can not be made: " + failed.message());
  }
  if (mknod(path.c_str(), S_IFREG | S_IRUSR | S_IWUSR, 0) != 0 && errno != EEXIST) {
    return can_not_open(path, std::strerror(errno));
  }
  return done();
}

}  // namespace

Result<std::shared_ptr<ContinuationStore>> open_sqlite_continuation_store(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) {
    return can_not_open(path.c_str(), "this is not a path");
  }
  if (Status made = make_file(path); !made) return std::move(made).error();
  auto connection = Connection::open(path);
  if (!connection) return std::move(connection).error();
  return std::shared_ptr<ContinuationStore>(
      std::make_shared<SqliteContinuationStore>(path, *std::move(connection)));
}

}  // namespace modebox
