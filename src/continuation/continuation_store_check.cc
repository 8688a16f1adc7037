// The rules, one after another. All ids are new, so that it does not matter what
// the store holds. Times do matter, since a store refuses expiries up to the
// latest that it purged: the clock here begins after that, as near to the present
// as it can be, and only runs forward but for the rule about clocks set back.
#include "modebox/testing/continuation_store_check.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <latch>
#include <limits>
#include <thread>
#include <utility>

#include "src/continuation/store_rules.h"

namespace modebox::testing {
namespace {

using continuation::name_of;
using continuation::new_store_id;

constexpr double minute_ms = 60'000;
constexpr std::size_t threads = 8;
constexpr int rounds = 5;

ContinuationClaim new_claim(double expires_ms) {
  return {new_store_id(), new_store_id(), expires_ms};
}

/// Another attempt to use the same continuation.
ContinuationClaim another(const ContinuationClaim& claim) {
  return {claim.token_id, new_store_id(), claim.expires_ms};
}

double present_ms() {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<double>(
      std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
}

class Check {
 public:
  explicit Check(const OpenStore& open) : open_(open) {}

  std::vector<std::string> run() {
    store_ = open_();
    other_ = open_();
    if (store_ == nullptr || other_ == nullptr) return {"The store can be opened, twice."};
    if (!find_time()) return {"A continuation that was never seen can be claimed."};
    ids_are_the_stores();
    bad_claims_are_errors();
    a_life_goes_to_its_end();
    a_released_claim_is_free();
    a_stale_claim_is_taken_over();
    a_repeated_claim_is_renewed();
    expiry_is_exact();
    a_clock_set_back_replays_nothing();
    for (int round = 0; round < rounds; ++round) one_of_many_wins();
    return std::move(broken_);
  }

 private:
  void expect(bool holds, const std::string& rule) {
    if (!holds) broken_.push_back(rule);
  }

  void expect_claim(ClaimOutcome wanted, ContinuationStore& store, const ContinuationClaim& claim,
                    double now_ms, const std::string& rule) {
    const Result<ClaimOutcome> got = store.claim(claim, now_ms);
    if (got.ok() && got.value() == wanted) return;
    broken_.push_back(rule + " (claim gave " +
                      (got.ok() ? name_of(got.value()) : "the error: " + got.error().message) +
                      ", not " + name_of(wanted) + ")");
  }

  void expect_start(bool wanted, ContinuationStore& store, const ContinuationClaim& claim,
                    const std::string& rule) {
    const Result<bool> got = store.start(claim);
    if (got.ok() && got.value() == wanted) return;
    broken_.push_back(rule + " (start gave " +
                      (got.ok() ? std::string(got.value() ? "true" : "false")
                                : "the error: " + got.error().message) +
                      ")");
  }

  /// Begins the clock at a time that the store has not purged, with a margin.
  bool find_time() {
    const double now_ms = present_ms();
    for (double ahead_ms = minute_ms; ahead_ms < 1e13; ahead_ms *= 2) {
      const ContinuationClaim probe = new_claim(now_ms + ahead_ms);
      const Result<ClaimOutcome> got = store_->claim(probe, now_ms);
      if (!got.ok()) return false;
      if (got.value() != ClaimOutcome::claimed) continue;
      now_ms_ = probe.expires_ms;
      return store_->release(probe).ok();
    }
    return false;
  }

  ContinuationClaim fresh() const { return new_claim(now_ms_ + 10 * minute_ms); }

  void ids_are_the_stores() {
    const Result<std::string> id = store_->id();
    const Result<std::string> id_again = store_->id();
    const Result<std::string> other_id = other_->id();
    expect(id.ok() && continuation::check_claim({id.value(), id.value(), 0}).ok(),
           "A store's id has 32 hexadecimal digits.");
    expect(id.ok() && id_again.ok() && other_id.ok() && id.value() == id_again.value() &&
               id.value() == other_id.value(),
           "A store's id is the same for everybody who opens it.");
  }

  void expect_refused(const ContinuationClaim& claim, const std::string& rule) {
    const Result<ClaimOutcome> claimed = store_->claim(claim, now_ms_);
    expect(!claimed.ok() && !store_->start(claim).ok() && !store_->complete(claim).ok() &&
               !store_->release(claim).ok(),
           rule);
    expect(claimed.ok() || claim.token_id.empty() ||
               claimed.error().message.find(claim.token_id) == std::string::npos,
           "The message of an error does not hold the id of a token.");
  }

  void bad_claims_are_errors() {
    const std::string right = new_store_id();
    const std::array<std::string, 5> wrong = {"", right.substr(1), right + "0",
                                              right.substr(1) + "g", "'" + right.substr(1)};
    for (const std::string& id : wrong) {
      expect_refused({id, right, now_ms_ + minute_ms}, "A token's id that is none is an error.");
      expect_refused({right, id, now_ms_ + minute_ms}, "A claim's id that is none is an error.");
    }
    const double no_number = std::numeric_limits<double>::quiet_NaN();
    expect_refused({right, right, no_number}, "An expiry that is no number is an error.");
    expect(!store_->claim(fresh(), no_number).ok(), "A time that is no number is an error.");
  }

  void a_life_goes_to_its_end() {
    const ContinuationClaim mine = fresh();
    const ContinuationClaim late = another(mine);
    expect_start(false, *store_, mine, "What was not claimed can not be started.");
    expect(store_->complete(mine).ok(), "To complete what is not there does nothing.");
    expect_claim(ClaimOutcome::claimed, *store_, mine, now_ms_, "A first claim wins.");
    expect_claim(ClaimOutcome::claimed, *other_, mine, now_ms_, "A repeated claim still wins.");
    expect_claim(ClaimOutcome::held, *other_, late, now_ms_, "A second claim is kept out.");
    expect_start(false, *other_, late, "Who has not got the claim can not start.");
    expect(store_->complete(mine).ok(), "To complete what was not started does nothing.");
    expect_claim(ClaimOutcome::held, *other_, late, now_ms_,
                 "What was not started can not be completed.");
    expect_start(true, *store_, mine, "Who has the claim can start.");
    expect_start(true, *other_, mine, "A repeated start succeeds too.");
    expect_claim(ClaimOutcome::started, *other_, late, now_ms_, "What was started is seen to be.");
    expect_claim(ClaimOutcome::started, *store_, mine, now_ms_ + 2 * claim_lease_ms,
                 "What was started is never claimed again, however long ago.");
    expect(other_->release(mine).ok() && other_->complete(late).ok(),
           "To release what was started, or to complete for another, does nothing.");
    expect_claim(ClaimOutcome::started, *other_, late, now_ms_, "What was started stays started.");
    expect(store_->complete(mine).ok() && store_->complete(mine).ok(), "A run can be completed.");
    expect_claim(ClaimOutcome::completed, *other_, late, now_ms_,
                 "What was completed is seen to be.");
    expect(store_->release(mine).ok(), "To release what was completed does nothing.");
    expect_start(false, *store_, mine, "What was completed can not be started again.");
    expect_claim(ClaimOutcome::completed, *store_, mine, now_ms_,
                 "What was completed stays completed.");
  }

  void a_released_claim_is_free() {
    const ContinuationClaim mine = fresh();
    const ContinuationClaim late = another(mine);
    expect(store_->release(mine).ok(), "To release what is not there does nothing.");
    expect_claim(ClaimOutcome::claimed, *store_, mine, now_ms_, "A first claim wins.");
    expect(other_->release(late).ok(), "To release what another holds does nothing.");
    expect_claim(ClaimOutcome::held, *other_, late, now_ms_, "Only its holder releases a claim.");
    expect(store_->release(mine).ok(), "A claim can be released.");
    expect_start(false, *store_, mine, "What was released can not be started.");
    expect_claim(ClaimOutcome::claimed, *other_, late, now_ms_,
                 "What was released can be claimed again.");
    expect(store_->release(mine).ok(), "To release twice does nothing.");
    expect_claim(ClaimOutcome::held, *store_, mine, now_ms_,
                 "Who released a claim does not hold it any more.");
    expect_start(true, *other_, late, "What was claimed after a release can be started.");
  }

  void a_stale_claim_is_taken_over() {
    const ContinuationClaim mine = fresh();
    const ContinuationClaim late = another(mine);
    expect_claim(ClaimOutcome::claimed, *store_, mine, now_ms_, "A first claim wins.");
    now_ms_ += claim_lease_ms - 1;
    expect_claim(ClaimOutcome::held, *other_, late, now_ms_, "A claim is held for its lease.");
    now_ms_ += 1;
    expect_claim(ClaimOutcome::claimed, *other_, late, now_ms_,
                 "A claim older than its lease is taken over.");
    expect_start(false, *store_, mine, "Who lost a claim can not start.");
    expect(store_->release(mine).ok() && store_->complete(mine).ok(),
           "To release or complete a lost claim does nothing.");
    expect_claim(ClaimOutcome::held, *store_, mine, now_ms_, "Who lost a claim stays out.");
    expect_start(true, *other_, late, "Who took a claim over can start.");
  }

  void a_repeated_claim_is_renewed() {
    const ContinuationClaim mine = fresh();
    expect_claim(ClaimOutcome::claimed, *store_, mine, now_ms_, "A first claim wins.");
    now_ms_ += claim_lease_ms / 2;
    expect_claim(ClaimOutcome::claimed, *store_, mine, now_ms_, "A repeated claim still wins.");
    now_ms_ += claim_lease_ms / 2 + 1;
    expect_claim(ClaimOutcome::held, *other_, another(mine), now_ms_,
                 "The lease of a repeated claim begins anew.");
  }

  void expiry_is_exact() {
    const ContinuationClaim used = new_claim(now_ms_ + 2);
    const ContinuationClaim started = new_claim(now_ms_ + 2);
    const ContinuationClaim unused = new_claim(now_ms_ + 2);
    const ContinuationClaim edge = new_claim(now_ms_ + 2);
    expect_claim(ClaimOutcome::claimed, *store_, started, now_ms_, "A first claim wins.");
    expect_start(true, *store_, started, "Who has the claim can start.");
    now_ms_ += 1;
    expect_claim(ClaimOutcome::claimed, *store_, used, now_ms_,
                 "A continuation can be claimed a moment before it expires.");
    now_ms_ += 1;
    for (const ContinuationClaim& claim : {used, started, unused, edge}) {
      expect_claim(ClaimOutcome::expired, *other_, another(claim), now_ms_,
                   "A continuation expires at the very moment that it says.");
    }
  }

  void a_clock_set_back_replays_nothing() {
    const double before_ms = now_ms_;
    const ContinuationClaim used = new_claim(now_ms_ + 1'000);
    const ContinuationClaim unused = new_claim(now_ms_ + 1'000);
    const ContinuationClaim longer = fresh();
    expect_claim(ClaimOutcome::claimed, *store_, used, now_ms_, "A first claim wins.");
    expect_start(true, *store_, used, "Who has the claim can start.");
    expect(store_->complete(used).ok(), "A run can be completed.");
    now_ms_ += 2'000;
    expect_claim(ClaimOutcome::claimed, *other_, fresh(), now_ms_, "A first claim wins.");
    const Result<ClaimOutcome> back = store_->claim(another(used), before_ms);
    expect(back.ok() &&
               (back.value() == ClaimOutcome::expired || back.value() == ClaimOutcome::completed),
           "A clock that is set back brings nothing to life that was used.");
    // A store may purge later than this; but if it did, then by its expiry.
    if (back.ok() && back.value() == ClaimOutcome::expired) {
      expect_claim(ClaimOutcome::expired, *other_, unused, before_ms,
                   "A store refuses every expiry up to the latest that it has purged.");
    }
    expect_claim(ClaimOutcome::claimed, *store_, longer, before_ms,
                 "What expires later than all that was purged can be claimed.");
  }

  /// All claim one continuation at once, each by a store of its own, and whoever
  /// wins starts; first when it is new, then when its claim has become stale.
  void one_of_many_wins() {
    const ContinuationClaim base = fresh();
    const std::size_t first = count_winners(base, false);
    expect(first == 1, "Of many claims at once, exactly one wins (" + std::to_string(first) + ").");
    now_ms_ += claim_lease_ms;
    const std::size_t second = count_winners(base, true);
    expect(second == 1, "Of many that take a stale claim over at once, exactly one starts (" +
                            std::to_string(second) + ").");
  }

  std::size_t count_winners(const ContinuationClaim& base, bool start) {
    std::array<char, threads> won{};
    std::latch ready(threads);
    std::vector<std::thread> crowd;
    for (std::size_t i = 0; i < threads; ++i) {
      crowd.emplace_back([&, i] {
        const std::shared_ptr<ContinuationStore> store = open_();
        const ContinuationClaim mine = another(base);
        ready.arrive_and_wait();
        won[i] = store != nullptr && wins(*store, mine, start);
      });
    }
    for (std::thread& thread : crowd) thread.join();
    return static_cast<std::size_t>(std::count(won.begin(), won.end(), char{1}));
  }

  bool wins(ContinuationStore& store, const ContinuationClaim& claim, bool start) const {
    const Result<ClaimOutcome> outcome = store.claim(claim, now_ms_);
    if (!outcome.ok() || outcome.value() != ClaimOutcome::claimed) return false;
    if (!start) return true;
    const Result<bool> started = store.start(claim);
    return started.ok() && started.value();
  }

  const OpenStore& open_;
  std::shared_ptr<ContinuationStore> store_;
  std::shared_ptr<ContinuationStore> other_;
  double now_ms_ = 0;
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> check_continuation_store(const OpenStore& open) {
  return Check(open).run();
}

}  // namespace modebox::testing
