#include "tests/engine_test/fixture.h"

#include <stdexcept>

#include "tests/runner/expectation.h"

namespace modebox::tests {

void add(Toolbox& tools, Tool tool) {
  const Status status = tools.add(std::move(tool));
  if (!status.ok()) throw std::logic_error(status.error().message);
}

std::string ending(const RunResult& result) { return outcome_text(result.outcome); }

void Countdown::count_down() {
  const std::lock_guard lock(mutex_);
  if (--left_ <= 0) changed_.notify_all();
}

bool Countdown::wait(std::chrono::seconds most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, most, [this] { return left_ <= 0; });
}

Tool Parking::tool() {
  return Tool::async("park", [this](HostCall call, Reply reply) {
    const std::lock_guard lock(mutex_);
    parked_.emplace_back(call.argument(0), std::move(reply));
    changed_.notify_all();
  });
}

std::size_t Parking::waiting() {
  const std::lock_guard lock(mutex_);
  return parked_.size();
}

bool Parking::wait_for(std::size_t count, std::chrono::seconds most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, most, [&] { return parked_.size() >= count; });
}

void Parking::answer_all() {
  std::vector<std::pair<Value, Reply>> answered;
  {
    const std::lock_guard lock(mutex_);
    answered.swap(parked_);
  }
  for (auto& [value, reply] : answered) reply(std::move(value));
}

}  // namespace modebox::tests
