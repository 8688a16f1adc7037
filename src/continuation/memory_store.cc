// The store of one process. Also the plainest statement of the rules.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "modebox/continuation_store.h"
#include "src/base/hex.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

using continuation::check_claim;

using TokenId = std::array<std::byte, 16>;

TokenId to_id(const std::string& digits) {
  const std::vector<std::byte> bytes = from_hex(digits);
  TokenId id;
  std::copy_n(bytes.begin(), id.size(), id.begin());
  return id;
}

/// Ids, which are random, with hardly any memory besides them: what was used has to be
/// remembered for a day.
class IdSet {
 public:
  bool contains(const TokenId& id) const { return !slots_.empty() && slots_[place_of(id)] == id; }
  void insert(const TokenId& id) {
    if (count_ * 4 >= slots_.size() * 3) grow();
    TokenId& slot = slots_[place_of(id)];
    count_ += slot == id ? 0 : 1;
    slot = id;
  }

 private:
  // Of two billion billion billion ids one is all zeros; it stands for none.
  static constexpr TokenId none = {};

  std::size_t place_of(const TokenId& id) const {
    std::size_t place;
    std::memcpy(&place, id.data(), sizeof(place));
    for (place &= slots_.size() - 1; slots_[place] != none && slots_[place] != id;) {
      place = (place + 1) & (slots_.size() - 1);
    }
    return place;
  }
  void grow() {
    std::vector<TokenId> old(std::max<std::size_t>(8, slots_.size() * 2));
    slots_.swap(old);
    for (const TokenId& id : old) {
      if (id != none) slots_[place_of(id)] = id;
    }
  }

  std::vector<TokenId> slots_;
  std::size_t count_ = 0;
};

class MemoryContinuationStore final : public ContinuationStore {
 public:
  Result<std::string> id() override { return id_; }

  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    if (Status right = check_claim(claim, now_ms); !right) return std::move(right).error();
    const std::lock_guard lock(mutex_);
    purge(now_ms);
    if (claim.expires_ms <= std::max(now_ms, purged_until_ms_)) return ClaimOutcome::expired;
    if (was_completed(claim)) return ClaimOutcome::completed;
    const auto [place, is_new] =
        open_.try_emplace(claim.token_id, Entry{claim.claim_id, now_ms, claim.expires_ms, false});
    Entry& entry = place->second;
    if (is_new) return ClaimOutcome::claimed;
    if (entry.started) return ClaimOutcome::started;
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
    if (entry == nullptr) return false;
    entry->started = true;
    return true;
  }

  Status complete(const ContinuationClaim& claim) override {
    if (Status right = check_claim(claim); !right) return right;
    const std::lock_guard lock(mutex_);
    const Entry* entry = find(claim);
    if (entry == nullptr || !entry->started) return done();
    completed_[hour_of(entry->expires_ms)].insert(to_id(claim.token_id));
    open_.erase(claim.token_id);
    return done();
  }

  Status release(const ContinuationClaim& claim) override {
    if (Status right = check_claim(claim); !right) return right;
    const std::lock_guard lock(mutex_);
    const Entry* entry = find(claim);
    if (entry != nullptr && !entry->started) open_.erase(claim.token_id);
    return done();
  }

 private:
  struct Entry {
    std::string claim_id;
    double since_ms = 0;
    double expires_ms = 0;
    bool started = false;
  };
  static constexpr double hour_ms = 3'600'000;
  static double hour_of(double time_ms) { return std::floor(time_ms / hour_ms); }

  Entry* find(const ContinuationClaim& claim) {
    const auto found = open_.find(claim.token_id);
    if (found == open_.end() || found->second.claim_id != claim.claim_id) return nullptr;
    return &found->second;
  }

  bool was_completed(const ContinuationClaim& claim) const {
    const auto hour = completed_.find(hour_of(claim.expires_ms));
    return hour != completed_.end() && hour->second.contains(to_id(claim.token_id));
  }

  /// Once an hour: what has expired by its beginning is forgotten.
  void purge(double now_ms) {
    const double until_ms = hour_of(now_ms) * hour_ms;
    if (until_ms <= purged_until_ms_) return;
    purged_until_ms_ = until_ms;
    completed_.erase(completed_.begin(), completed_.lower_bound(hour_of(until_ms)));
    std::erase_if(open_, [&](const auto& entry) { return entry.second.expires_ms <= until_ms; });
  }

  const std::string id_ = continuation::new_store_id();
  std::mutex mutex_;
  std::map<std::string, Entry> open_;
  std::map<double, IdSet> completed_;  // by the hour in which they expire
  double purged_until_ms_ = 0;
};

}  // namespace

std::shared_ptr<ContinuationStore> make_memory_continuation_store() {
  return std::make_shared<MemoryContinuationStore>();
}

}  // namespace modebox
