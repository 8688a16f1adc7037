#include <gtest/gtest.h>

#include <algorithm>

#include "modebox/continuation_store.h"
#include "modebox/testing/continuation_store_check.h"
#include "src/continuation/store_rules.h"

namespace modebox {
namespace {

using Problems = std::vector<std::string>;

TEST(MemoryStore, KeepsEveryRuleOfAStoreAlsoWhenItIsCheckedTwice) {
  const auto store = make_memory_continuation_store();
  EXPECT_EQ(modebox::testing::check_continuation_store([&] { return store; }), Problems());
  EXPECT_EQ(modebox::testing::check_continuation_store([&] { return store; }), Problems());
}

TEST(MemoryStore, HasAnIdOfItsOwn) {
  EXPECT_NE(make_memory_continuation_store()->id().value(),
            make_memory_continuation_store()->id().value());
}

/// Forgets what was started, as a server without durable writes would.
class ForgetfulStore final : public ContinuationStore {
 public:
  Result<std::string> id() override { return inner_->id(); }
  Result<ClaimOutcome> claim(const ContinuationClaim& claim, double now_ms) override {
    return inner_->claim(claim, now_ms);
  }
  Result<bool> start(const ContinuationClaim& claim) override {
    const Result<bool> started = inner_->start(claim);
    if (started.ok() && started.value()) inner_ = make_memory_continuation_store();
    return started;
  }
  Status complete(const ContinuationClaim& claim) override { return inner_->complete(claim); }
  Status release(const ContinuationClaim& claim) override { return inner_->release(claim); }

 private:
  std::shared_ptr<ContinuationStore> inner_ = make_memory_continuation_store();
};

TEST(StoreCheck, FindsWhatAStoreThatForgetsBreaks) {
  EXPECT_NE(
      modebox::testing::check_continuation_store([] { return std::make_shared<ForgetfulStore>(); }),
      Problems());
}

TEST(StoreCheck, FindsThatStoresAreNotShared) {
  const Problems found = modebox::testing::check_continuation_store(make_memory_continuation_store);
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const std::string& problem) {
    return problem.find("exactly one wins") != std::string::npos;
  }));
}

TEST(StoreCheck, ReportsAStoreThatCanNotBeOpened) {
  EXPECT_EQ(modebox::testing::check_continuation_store([] { return nullptr; }).size(), 1);
}

}  // namespace
}  // namespace modebox
