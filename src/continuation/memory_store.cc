// The store of one process. Also the plainest statement of the rules.
#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "modebox/continuation_store.h"
#include "src/base/random.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

using continuation::check_claim;

class MemoryContinuationStore final : public ContinuationStore {
 public:
  Result<std::string> id() override { return id_; }

  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    if (Status right = check_claim(claim, now_ms); !right) return std::move(right).error();
    const std::lock_guard lock(mutex_);
    purge(now_ms);
    if (claim.expires_ms <= std::max(now_ms, purged_until_ms_)) return ClaimOutcome::expired;
    const auto [place, is_new] =
        entries_.try_emplace(claim.token_id, Entry{claim.claim_id, now_ms, claim.expires_ms});
    if (is_new) {
      by_expiry_.emplace(claim.expires_ms, claim.token_id);
      return ClaimOutcome::claimed;
    }
    Entry& entry = place->second;
    if (entry.state == State::completed) return ClaimOutcome::completed;
    if (entry.state == State::started) return ClaimOutcome::started;
    if (entry.claim_id != claim.claim_id && now_ms - entry.since_ms < claim_lease_ms) {
      return ClaimOutcome::held;
    }
    entry.claim_id = claim.claim_id;
    entry.since_ms = now_ms;
    return ClaimOutcome::claimed;
  }

  Result<bool> start(const ContinuationClaim& claim) override {
    if (Status right = check_claim(claim); !right) return std::move(right).error();
    const std::lock_guard lock(mutex_);
    Entry* entry = find(claim);
    if (entry == nullptr || entry->state == State::completed) return false;
    entry->state = State::started;
    return true;
  }

  Status complete(const ContinuationClaim& claim) override {
    if (Status right = check_claim(claim); !right) return right;
    const std::lock_guard lock(mutex_);
    Entry* entry = find(claim);
    if (entry != nullptr && entry->state == State::started) entry->state = State::completed;
    return done();
  }

  Status release(const ContinuationClaim& claim) override {
    if (Status right = check_claim(claim); !right) return right;
    const std::lock_guard lock(mutex_);
    const Entry* entry = find(claim);
    if (entry == nullptr || entry->state != State::claimed) return done();
    forget(entry->expires_ms, claim.token_id);
    return done();
  }

 private:
  enum class State { claimed, started, completed };
  struct Entry {
    std::string claim_id;
    double since_ms = 0;
    double expires_ms = 0;
    State state = State::claimed;
  };

  Entry* find(const ContinuationClaim& claim) {
    const auto found = entries_.find(claim.token_id);
    if (found == entries_.end() || found->second.claim_id != claim.claim_id) return nullptr;
    return &found->second;
  }

  void forget(double expires_ms, const std::string& token_id) {
    const auto [first, last] = by_expiry_.equal_range(expires_ms);
    const auto found =
        std::find_if(first, last, [&](const auto& e) { return e.second == token_id; });
    if (found != last) by_expiry_.erase(found);
    entries_.erase(token_id);
  }

  void purge(double now_ms) {
    while (!by_expiry_.empty() && by_expiry_.begin()->first <= now_ms) {
      const auto [expires_ms, token_id] = *by_expiry_.begin();
      purged_until_ms_ = std::max(purged_until_ms_, expires_ms);
      forget(expires_ms, token_id);
    }
  }

  const std::string id_ = continuation::new_store_id();
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::multimap<double, std::string> by_expiry_;
  double purged_until_ms_ = 0;
};

}  // namespace

std::shared_ptr<ContinuationStore> make_memory_continuation_store() {
  return std::make_shared<MemoryContinuationStore>();
}

}  // namespace modebox
