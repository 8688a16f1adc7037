// Two hundred runs at once on two threads: a run that waits holds none.
#include <atomic>
#include <iostream>
#include <latch>
#include <mutex>
#include <vector>

#include "modebox/engine.h"

using modebox::HostCall;
using modebox::Reply;
using modebox::RunResult;
using modebox::Value;

int main() {
  constexpr int runs = 200;
  const modebox::Engine engine = modebox::Engine::create({.workers = 2}).value();

  // Questions that nobody has answered yet.
  std::mutex mutex;
  std::vector<Reply> open;
  std::latch all_asked(runs);
  const auto ask = [&](const HostCall&, Reply reply) {
    const std::lock_guard lock(mutex);
    open.push_back(std::move(reply));
    all_asked.count_down();
  };
  modebox::Toolbox tools;
  tools.add(modebox::Tool::async("person.ask", ask)).value();

  // begin start
  std::atomic<int> sum = 0;
  std::latch all_done(runs);
  const auto done = [&](const RunResult& result) {
    if (const Value* value = result.value()) sum += static_cast<int>(value->as_number());
    all_done.count_down();
  };
  for (int i = 0; i < runs; ++i) {
    engine.start("await person.ask('how many?') + 1", tools, {}, done);
  }
  // end start

  all_asked.wait();
  std::cout << open.size() << " runs wait\n";
  for (const Reply& reply : open) reply(Value(2));
  all_done.wait();
  std::cout << "sum of their results: " << sum << '\n';
}
