#include "src/engine/continuations.h"

#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "src/base/hex.h"
#include "src/sandbox/sandbox.h"

namespace modebox::engine {
namespace {

using continuation::TokenKind;

/// The state of a run is far smaller; attachments may add to it.
constexpr std::size_t max_state_bytes = 256u << 20;

Error refusal(const char* which, std::string message) {
  return Error{std::move(message), std::string("RUN_CONTINUATION_") + which};
}

/// The 128 bits of a hash that a token has room for: nobody can choose its content
/// without the key, so only chance has to be ruled out.
std::string shortened(std::string_view hash) { return std::string(hash.substr(0, 32)); }

std::string describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::run:
      return "of a paused run: resume it";
    case TokenKind::session:
      return "of a session: restore it";
    case TokenKind::session_run:
      return "of a paused run in a session: resume it in its session";
  }
  return "of something else";
}

/// Why a claim was not given, as far as the caller is concerned.
Error refused_claim(ClaimOutcome outcome) {
  switch (outcome) {
    case ClaimOutcome::held:
      return refusal("USED", "The continuation is being resumed by somebody else right now.");
    case ClaimOutcome::started:
      return refusal("USED",
                     "The continuation was used already, and its end was not reported: consumed, "
                     "outcome unknown.");
    case ClaimOutcome::expired:
      return refusal("EXPIRED", "The continuation has expired.");
    case ClaimOutcome::claimed:
    case ClaimOutcome::completed:
      break;
  }
  return refusal("USED", "The continuation was used already.");
}

/// The names in `these` that `others` has not, the first few: `a, b and 3 more`. Empty if there are
/// none.
std::string names_missing(std::vector<std::string> these, std::vector<std::string> others) {
  constexpr std::size_t most_named = 8, most_of_a_name = 100;
  std::sort(these.begin(), these.end());
  std::sort(others.begin(), others.end());
  std::vector<std::string> missing;
  std::set_difference(these.begin(), these.end(), others.begin(), others.end(),
                      std::back_inserter(missing));
  std::string text;
  for (std::size_t i = 0; i < std::min(missing.size(), most_named); ++i) {
    text.append(i == 0 ? "" : ", ").append(missing[i].substr(0, most_of_a_name));
  }
  if (missing.size() > most_named) {
    text += " and " + std::to_string(missing.size() - most_named) + " more";
  }
  return text;
}

std::string describe_other_tools(const std::vector<std::string>& had,
                                 const std::vector<std::string>& has) {
  const std::string gone = names_missing(had, has), added = names_missing(has, had);
  if (gone.empty() && added.empty()) {
    return "The continuation belongs to a run whose tools had the same names, but other approval "
           "policies, sources, sinks, original names or attachments.";
  }
  std::string text = "The continuation belongs to a run with other tools.";
  if (!gone.empty()) text += " Missing here: " + gone + ".";
  if (!added.empty()) text += " Not in the run: " + added + ".";
  return text;
}

}  // namespace

Result<std::unique_ptr<Continuations>> Continuations::create(const EngineOptions& options,
                                                             Clock& clock, RandomSource& random) {
  if (options.continuation_lifetime <= std::chrono::milliseconds::zero() ||
      options.continuation_lifetime > std::chrono::hours(24 * 366 * 100)) {
    return Error{"continuation_lifetime must be positive, and at most a hundred years."};
  }
  Result<continuation::Keyring> keys =
      continuation::Keyring::from_secrets_or_environment(options.secrets);
  if (!keys) return std::move(keys).error();
  auto store = options.store != nullptr ? options.store : make_memory_continuation_store();
  return std::unique_ptr<Continuations>(new Continuations(
      *std::move(keys), std::move(store), options.continuation_lifetime, clock, random));
}

Continuations::Continuations(continuation::Keyring keys, std::shared_ptr<ContinuationStore> store,
                             std::chrono::milliseconds lifetime, Clock& clock, RandomSource& random)
    : keys_(std::move(keys)),
      store_(std::move(store)),
      lifetime_(lifetime),
      clock_(clock),
      random_(random) {}

std::string Continuations::new_interruption_id() { return random_id(random_); }

Result<std::string> Continuations::store_id() {
  {
    const std::lock_guard lock(mutex_);
    if (!store_id_.empty()) return store_id_;
  }
  Result<std::string> id = store_->id();
  if (!id) return id;
  const std::lock_guard lock(mutex_);
  store_id_ = *id;
  return store_id_;
}

Result<std::string> Continuations::seal(TokenKind kind, const RunState& run,
                                        const std::string& tool_set_hash,
                                        const std::string& audience, Bytes memory) {
  Result<std::string> store = store_id();
  if (!store) return store;
  Binding binding;
  binding.token_id = random_id(random_);
  binding.created_ms = clock_.wall_ms();
  binding.expires_ms = binding.created_ms + static_cast<double>(lifetime_.count());
  binding.image_hash = shortened(sandbox::image_hash());
  binding.tool_set_hash = shortened(tool_set_hash);
  binding.store_id = *std::move(store);
  binding.audience = audience;
  return continuation::seal(keys_, {kind, encode_state(binding, run), std::move(memory)}, random_);
}

Result<OpenedContinuation> Continuations::open(std::string_view token) const {
  Result<continuation::Contents> contents = continuation::open(keys_, token, max_state_bytes);
  if (!contents) return std::move(contents).error();
  Result<SealedState> state = decode_state(contents->state);
  if (!state) return refusal("INVALID", std::move(state).error().message);
  return OpenedContinuation{contents->kind, std::move(state->binding), std::move(state->run),
                            std::move(contents->memory)};
}

Status Continuations::check(const OpenedContinuation& opened, const Expected& expected) {
  const Binding& binding = opened.binding;
  if (opened.kind != expected.kind) {
    return refusal("INVALID", "This is the continuation " + describe(opened.kind) + ".");
  }
  if (binding.image_hash != shortened(sandbox::image_hash())) {
    return refusal("WRONG_IMAGE", "The continuation was created by a different sandbox image.");
  }
  if (binding.tool_set_hash != shortened(expected.tool_set_hash)) {
    return refusal("WRONG_TOOLS", describe_other_tools(opened.run.tools, expected.tools));
  }
  if (binding.audience != expected.audience) {
    return refusal("WRONG_AUDIENCE", "The continuation was made for another audience.");
  }
  const double now = clock_.wall_ms();
  if (now >= binding.expires_ms) return refused_claim(ClaimOutcome::expired);
  const Result<std::string> store = store_id();
  if (!store) return store.error();
  if (binding.store_id != *store) {
    return refusal("WRONG_STORE",
                   "The continuation belongs to another store, which alone knows whether it was "
                   "used.");
  }
  return done();
}

Result<ContinuationInfo> Continuations::inspect(std::string_view token) const {
  Result<OpenedContinuation> opened = open(token);
  if (!opened) return std::move(opened).error();
  ContinuationInfo info;
  info.kind = static_cast<ContinuationKind>(static_cast<int>(opened->kind) - 1);
  for (const PendingCall& call : opened->run.pending) {
    info.interruptions.push_back(interruption_of(call, opened->run.tools));
  }
  info.created_ms = opened->binding.created_ms;
  info.expires_ms = opened->binding.expires_ms;
  info.expired = clock_.wall_ms() >= info.expires_ms;
  info.audience = opened->binding.audience;
  info.image_hash = opened->binding.image_hash;
  info.image_matches = info.image_hash == shortened(sandbox::image_hash());
  info.tools = opened->run.tools;
  info.source_name = opened->run.source_name;
  info.host_calls = opened->run.progress.calls;
  info.token_size = token.size();
  info.compressed_memory_size = opened->memory.size();
  const auto size = ZSTD_getFrameContentSize(opened->memory.data(), opened->memory.size());
  if (size != ZSTD_CONTENTSIZE_ERROR && size != ZSTD_CONTENTSIZE_UNKNOWN) info.memory_size = size;
  return info;
}

Result<std::optional<ContinuationClaim>> Continuations::use(
    const Binding& binding, const std::function<bool()>& may_start) {
  const ContinuationClaim claim{binding.token_id, random_id(random_), binding.expires_ms};
  const Result<ClaimOutcome> outcome = store_->claim(claim, clock_.wall_ms());
  if (!outcome) return outcome.error();
  if (*outcome != ClaimOutcome::claimed) return refused_claim(*outcome);
  if (!may_start()) {
    // If this fails, the claim ends by itself after a while.
    (void)store_->release(claim);
    return std::optional<ContinuationClaim>();
  }
  const Result<bool> started = store_->start(claim);
  if (!started) {
    return Error{"The store can not note that the run goes on, so it does not. " +
                 started.error().message};
  }
  if (!*started) return refused_claim(ClaimOutcome::held);
  return std::optional<ContinuationClaim>(claim);
}

void Continuations::complete(const ContinuationClaim& claim) {
  // A store that can not be reached now says "outcome unknown" later, which is true.
  (void)store_->complete(claim);
}

Interruption interruption_of(const PendingCall& call, const std::vector<std::string>& tools) {
  Interruption interruption;
  interruption.id = call.interruption_id;
  interruption.tool = tools[call.tool];
  if (Result<std::vector<Value>> arguments = read_arguments(call.arguments)) {
    interruption.arguments = *std::move(arguments);
  }
  interruption.payload = call.payload;
  interruption.reason = call.reason;
  return interruption;
}

}  // namespace modebox::engine
