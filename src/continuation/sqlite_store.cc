// The store in a SQLite file, for the processes of one machine. Each operation is
// one immediate transaction. The journal is a write-ahead log, with which
// synchronous=FULL makes a commit durable.
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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

/// A prepared statement that is used once. Owns it. Notes in `problem` why it failed,
/// at once, since SQLite forgets that as soon as another statement ends well.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql, std::string& problem)
      : database_(database), problem_(problem) {
    code_ = sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr);
    if (code_ != SQLITE_OK) problem_ = sqlite3_errmsg(database_);
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
    if (statement_ == nullptr) return false;
    code_ = sqlite3_step(statement_);
    if (!ok()) problem_ = sqlite3_errmsg(database_);
    return code_ == SQLITE_ROW;
  }
  bool ok() const { return code_ == SQLITE_ROW || code_ == SQLITE_DONE; }
  std::string text(int column) const {
    const unsigned char* found = sqlite3_column_text(statement_, column);
    return found == nullptr ? "" : reinterpret_cast<const char*>(found);
  }
  double number(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  sqlite3* const database_;
  std::string& problem_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int code_ = SQLITE_OK;
};

/// One open file.
class Connection {
 public:
  static Result<std::unique_ptr<Connection>> open(const std::string& path) {
    std::unique_ptr<Connection> made(new Connection);
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path.c_str(), &made->database_, flags, nullptr) != SQLITE_OK) {
      return can_not_open(path, sqlite3_errmsg(made->database_));
    }
    sqlite3_busy_timeout(made->database_, busy_timeout_ms);
    if (!made->is_free_or_ours() || !made->use_log() || !made->execute("pragma synchronous=full") ||
        !made->prepare_schema() || !made->writes_through()) {
      return can_not_open(path, made->problem_);
    }
    return made;
  }
  ~Connection() { sqlite3_close_v2(database_); }

  /// For a child of fork(): closing must leave the log alone, which is others' too.
  void keep_log() { sqlite3_db_config(database_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr); }

  bool execute(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return true;
    problem_ = sqlite3_errmsg(database_);
    return false;
  }
  Statement prepare(const char* sql) { return Statement(database_, sql, problem_); }
  /// Why the latest step failed that did.
  const std::string& problem() const { return problem_; }

 private:
  Connection() = default;

  bool fail(const char* why) {
    problem_ = why;
    return false;
  }

  /// Before anything is written: the file of another program stays as it is.
  bool is_free_or_ours() {
    Statement version = prepare("pragma user_version");
    if (!version.step()) return false;
    if (version.number(0) == schema_version) return true;
    if (version.number(0) != 0) return fail("it was made by another version of modebox");
    // In one statement, since another process may be making the tables.
    Statement foreign = prepare(
        "select (select user_version from pragma_user_version) = 0 and exists "
        "(select 1 from sqlite_schema where name not like 'sqlite\\_%' escape '\\')");
    if (!foreign.step()) return false;
    return foreign.number(0) == 0 || fail("it is the database of another program");
  }

  /// SQLite does not wait here by itself, where others open the new file too.
  bool use_log() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(busy_timeout_ms);
    while (!execute("pragma journal_mode=wal")) {
      const bool is_busy = (sqlite3_errcode(database_) & 0xff) == SQLITE_BUSY;
      if (!is_busy || std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }

  bool prepare_schema() {
    if (!execute("begin immediate")) return false;
    const std::optional<bool> is_new = has_no_schema();
    if (!is_new) return false;
    if (*is_new) {
      const std::string id = continuation::new_store_id();
      const std::string rest = "insert into store values (1, '" + id +
                               "', 0); pragma user_version=" + std::to_string(schema_version) + ";";
      if (!execute(schema) || !execute(rest.c_str())) return false;
    }
    return execute("commit");
  }
  std::optional<bool> has_no_schema() {
    Statement version = prepare("pragma user_version");
    if (!version.step()) return std::nullopt;
    return version.number(0) == 0;
  }

  bool writes_through() {
    Statement synchronous = prepare("pragma synchronous");
    if (!synchronous.step()) return false;
    return synchronous.number(0) >= 2 || fail("the system does not write through to the disk");
  }

  sqlite3* database_ = nullptr;
  std::string problem_;
};

/// The connection of one store, which a fork() must find at rest. SQLite keeps a table
/// of the locks that its process has on a file. A child inherits the table but not the
/// locks: if it opened the file besides the inherited connection, it would take none,
/// others would remove the log under it, and what it starts would be forgotten. So a
/// fork waits for what is under way, and the child closes what it inherited first.
class Seat {
 public:
  Seat() {
    static const int once = pthread_atfork(lock_all, unlock_all, leave_all);
    static_cast<void>(once);
    const std::lock_guard lock(all().mutex);
    all().seats.push_back(this);
  }
  ~Seat() {
    {
      const std::lock_guard lock(mutex);
      connection = nullptr;
    }
    const std::lock_guard lock(all().mutex);
    std::erase(all().seats, this);
  }
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  std::mutex mutex;
  /// Guarded by the mutex, as is whatever SQLite does; nothing until it is used.
  std::unique_ptr<Connection> connection;

 private:
  struct All {
    std::mutex mutex;
    std::vector<Seat*> seats;
  };
  static All& all() {
    static All* const instance = new All;  // outlives all stores
    return *instance;
  }

  static void lock_all() {
    all().mutex.lock();
    for (Seat* seat : all().seats) seat->mutex.lock();
  }
  static void unlock_all() {
    for (Seat* seat : all().seats) seat->mutex.unlock();
    all().mutex.unlock();
  }
  static void leave_all() {
    for (Seat* seat : all().seats) {
      if (seat->connection != nullptr) seat->connection->keep_log();
      seat->connection = nullptr;
    }
    unlock_all();
  }
};

class SqliteContinuationStore final : public ContinuationStore {
 public:
  explicit SqliteContinuationStore(std::string path) : path_(std::move(path)) {}

  /// Opens the file, unless it is open.
  Status connect() {
    const std::lock_guard lock(seat_.mutex);
    return connect_locked();
  }

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
  Status connect_locked() {
    if (seat_.connection != nullptr) return done();
    auto opened = Connection::open(path_);
    if (!opened) return std::move(opened).error();
    seat_.connection = *std::move(opened);
    return done();
  }

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
    const std::lock_guard lock(seat_.mutex);
    if (Status open = connect_locked(); !open) return std::move(open).error();
    Connection& db = *seat_.connection;
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
  Seat seat_;
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
  auto store = std::make_shared<SqliteContinuationStore>(path);
  if (Status open = store->connect(); !open) return std::move(open).error();
  return std::shared_ptr<ContinuationStore>(std::move(store));
}

}  // namespace modebox
