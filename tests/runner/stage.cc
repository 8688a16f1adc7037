#include "tests/runner/stage.h"

#include <chrono>
#include <future>
#include <utility>
#include <variant>

#include "src/base/clock.h"
#include "src/base/random.h"
#include "src/engine/continuations.h"
#include "src/engine/executor.h"
#include "src/engine/prepare.h"
#include "src/engine/run.h"
#include "src/engine/wait_list.h"

namespace modebox::tests {

struct Stage::State {
  std::unique_ptr<engine::Continuations> continuations =
      engine::Continuations::create({}, Clock::system(), RandomSource::system()).value();
  engine::Quota quota{0};
  engine::WaitList waiting;
  engine::SliceRules rules;
  engine::Executor executor{2};
};

Stage::Stage(const engine::SliceRules& rules) : state_(std::make_unique<State>()) {
  state_->rules = rules;
}
Stage::~Stage() = default;

RunResult Stage::run(const std::string& source, const Toolbox& tools, RunOptions options,
                     const std::function<void()>& meanwhile) {
  options.inline_slices = true;
  engine::Prepared prepared = engine::prepare(source, tools, options);
  if (auto* refused = std::get_if<RunResult>(&prepared)) return std::move(*refused);
  engine::Surroundings surroundings;
  surroundings.executor = &state_->executor;
  surroundings.clock = &Clock::system();
  surroundings.random = &RandomSource::system();
  surroundings.quota = &state_->quota;
  surroundings.waiting_for_sandbox = &state_->waiting;
  surroundings.continuations = state_->continuations.get();
  surroundings.slices = state_->rules;
  const auto run =
      std::make_shared<engine::Run>(surroundings, std::get<engine::RunOrder>(std::move(prepared)));
  std::promise<RunResult> promise;
  std::future<RunResult> future = promise.get_future();
  run->run_inline([&promise](RunResult result) { promise.set_value(std::move(result)); });
  using std::chrono::milliseconds;
  ended_here_ = future.wait_for(milliseconds(0)) == std::future_status::ready;
  while (future.wait_for(milliseconds(meanwhile ? 0 : 1'000)) != std::future_status::ready) {
    if (meanwhile) meanwhile();
  }
  return future.get();
}

engine::SliceRules rules_that_undo_at(unsigned request) {
  engine::SliceRules rules;
  rules.budget = rules.stay = rules.bucket = std::chrono::seconds(20);
  rules.refill = std::chrono::microseconds(1'000);
  rules.undo_at = request;
  return rules;
}

}  // namespace modebox::tests
