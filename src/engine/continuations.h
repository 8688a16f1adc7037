// Continuations as the engine handles them: sealing a frozen run, opening a token
// and holding it against what it is bound to, and using it up, once.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/approval.h"
#include "modebox/continuation.h"
#include "modebox/continuation_store.h"
#include "modebox/engine.h"
#include "modebox/result.h"
#include "src/base/clock.h"
#include "src/base/random.h"
#include "src/continuation/keyring.h"
#include "src/continuation/token.h"
#include "src/engine/run_state.h"

namespace modebox::engine {

/// A token that was opened: authentic, but not yet held against anything.
struct OpenedContinuation {
  continuation::TokenKind kind = continuation::TokenKind::run;
  Binding binding;
  RunState run;
  /// The sandbox's part.
  Bytes memory;
};

/// What a continuation has to be bound to in order to be used here.
struct Expected {
  continuation::TokenKind kind = continuation::TokenKind::run;
  std::string tool_set_hash;
  std::string audience;
  /// For the message where the tools are others.
  std::vector<std::string> tools;
};

/// One per engine. Thread-safe.
class Continuations {
 public:
  /// Fails if a secret is too short.
  static Result<std::unique_ptr<Continuations>> create(const EngineOptions& options, Clock& clock,
                                                       RandomSource& random);

  /// Draws a name for an interruption.
  std::string new_interruption_id();
  /// The token of a frozen run. Fails if the store can not be asked for its id.
  Result<std::string> seal(continuation::TokenKind kind, const RunState& run,
                           const std::string& tool_set_hash, const std::string& audience,
                           Bytes memory);

  /// Opens a token. Errors from here on carry a code of the RUN_CONTINUATION_ ones.
  Result<OpenedContinuation> open(std::string_view token) const;
  /// Whether it may be used here and now, as far as that is known without the store.
  Status check(const OpenedContinuation& opened, const Expected& expected);
  Result<ContinuationInfo> inspect(std::string_view token) const;

  /// Takes an opened continuation for this process, durably started: after that it
  /// is used up, whatever happens. `may_start` is asked in between; if it says no,
  /// the claim is given back, and the result is no claim.
  Result<std::optional<ContinuationClaim>> use(const Binding& binding,
                                               const std::function<bool()>& may_start);
  /// The run that was started came to its end.
  void complete(const ContinuationClaim& claim);

 private:
  Continuations(continuation::Keyring keys, std::shared_ptr<ContinuationStore> store,
                std::chrono::milliseconds lifetime, Clock& clock, RandomSource& random);
  Result<std::string> store_id();

  const continuation::Keyring keys_;
  const std::shared_ptr<ContinuationStore> store_;
  const std::chrono::milliseconds lifetime_;
  Clock& clock_;
  RandomSource& random_;
  std::mutex mutex_;
  std::string store_id_;
};

/// The call as it is shown.
Interruption interruption_of(const PendingCall& call, const std::vector<std::string>& tools);

}  // namespace modebox::engine
