// Single use: a store remembers which continuations were used, for all processes
// that share it. It never sees what a continuation holds.
#pragma once

#include <memory>
#include <string>

#include "modebox/result.h"

namespace modebox {

/// One attempt to use a continuation.
struct ContinuationClaim {
  /// Of the continuation: 32 hexadecimal digits, in lower case.
  std::string token_id;
  /// Of this attempt, drawn anew for each: 32 such digits.
  std::string claim_id;
  /// When the continuation expires, milliseconds since the Unix epoch.
  double expires_ms = 0;
};

/// What a claim found.
enum class ClaimOutcome {
  /// The continuation is ours until it is started or released, or for
  /// `claim_lease_ms`, after which another claim may take it over.
  claimed,
  /// Another attempt holds it, and has not started yet.
  held,
  /// It was started; how that ended is not known (yet).
  started,
  /// It was started and came to its end.
  completed,
  /// It expired, or it would have been forgotten already: a store refuses every
  /// expiry up to the latest one that it has purged, so that a clock that was set
  /// back brings nothing to life.
  expired,
};

/// How long a claim that was neither started nor released keeps others out.
inline constexpr double claim_lease_ms = 60'000;

/// The life of a continuation is: claim, then start, then complete; or claim,
/// then release, after which it can be claimed again. Implementations are
/// thread-safe, and atomic across all processes that use the same store. An
/// Error means that the store could not be asked: nothing may be run then. No
/// message of an Error holds a token_id or a password.
class ContinuationStore {
 public:
  virtual ~ContinuationStore() = default;

  /// The store's own random id, 32 hexadecimal digits, the same for everybody
  /// who opens it, made when it is used first. Continuations are bound to it.
  virtual Result<std::string> id() = 0;

  /// Tries to take a continuation, at the time `now_ms` (since the epoch).
  virtual Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) = 0;

  /// Notes durably that the run goes on. From here the continuation can never be
  /// claimed again. False if the claim was lost to another one meanwhile, in
  /// which case nothing may be run.
  virtual Result<bool> start(const ContinuationClaim& claim) = 0;

  /// Notes that the run that was started came to its end, whichever.
  virtual Status complete(const ContinuationClaim& claim) = 0;

  /// Gives a claim back that was not started. Does nothing after `start`, or if
  /// the claim was lost.
  virtual Status release(const ContinuationClaim& claim) = 0;
};

/// For one process; what it remembers is gone with it.
std::shared_ptr<ContinuationStore> make_memory_continuation_store();

/// A SQLite file (synchronous=FULL), made with its folder if it is not there,
/// readable by its owner only. A child of fork() can use it too. Fails if the file
/// can not be opened, is of another version, or is something else, which stays as it
/// is; the error names it.
Result<std::shared_ptr<ContinuationStore>> open_sqlite_continuation_store(const std::string& path);

struct RedisStoreOptions {
  std::string host = "127.0.0.1";
  int port = 6379;
  /// Path of a Unix socket, used instead of host and port unless empty.
  std::string socket;
  std::string user;
  std::string password;
  int database = 0;
  /// Begins the store's keys.
  std::string prefix = "modebox";
  /// For connecting and for each command.
  int timeout_ms = 2'000;
};
/// A Redis server. Connects on first use, and again after a lost connection.
/// Refuses a server that could forget: it must have appendonly yes, appendfsync
/// always and maxmemory-policy noeviction; the error names the setting.
std::shared_ptr<ContinuationStore> make_redis_continuation_store(RedisStoreOptions options);

/// A PostgreSQL database, by a connection string as libpq takes it
/// (`host=... dbname=...` or `postgresql://...`). libpq is loaded on first use
/// (an error names it where it is missing). The table modebox_continuations is
/// made where it is not there.
std::shared_ptr<ContinuationStore> make_postgres_continuation_store(std::string connection);

}  // namespace modebox
