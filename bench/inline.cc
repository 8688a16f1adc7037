// Inline slices: how long the thread of an event loop is held, and what a short
// script takes on it.
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "bench/hostile.h"
#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

/// Scripts that compute, each for a second or more in many short steps between calls.
constexpr std::string_view computing[] = {
    "let sum = 0; for (let i = 0; ; ++i) { sum += await loop.step(i); for (let k = 0; k < 1e4; "
    "++k) "
    "sum ^= k; }",
    "const m = new Map(); for (let i = 0; ; ++i) { m.set(i % 5000, await loop.step(i)); "
    "JSON.stringify([...m].slice(0, 500)); }",
    "const all = []; for (let i = 0; ; ++i) all.push((await Promise.all([loop.step(i), "
    "loop.step(-i)])).join() + 'x'.repeat(1000));",
    "for (;;) { await loop.step(0); Array.from({ length: 3000 }, (_, i) => (i * 7919) % "
    "1009).sort((a, b) => a - b); }",
};

/// An event loop that answers calls in turn, and notes how long each turn took.
class Loop {
 public:
  Loop() {
    Tool step = Tool::async("loop.step", [this](const HostCall& call, Reply reply) {
      const std::lock_guard lock(mutex_);
      replies_.emplace_back(call.argument(0), std::move(reply));
      changed_.notify_one();
    });
    if (Status added = tools_.add(std::move(step)); !added) give_up(added.error().message);
  }

  const Toolbox& tools() const { return tools_; }

  template <typename Function>
  void timed(const Function& function) {
    const auto began = Clock::now();
    function();
    held_ms_.push_back(milliseconds(Clock::now() - began));
  }

  void ended() {
    const std::lock_guard lock(mutex_);
    ++ended_;
    changed_.notify_one();
  }

  void turn_until_ended(int count) {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return !replies_.empty() || ended_ == count; });
      if (replies_.empty()) return;
      auto next = std::move(replies_.front());
      replies_.pop_front();
      lock.unlock();
      timed([&] { next.second(std::move(next.first)); });
      lock.lock();
    }
  }

  std::vector<double> take_held_ms() { return std::move(held_ms_); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<Value, Reply>> replies_;
  int ended_ = 0;
  std::vector<double> held_ms_;
  Toolbox tools_;
};

/// Has so many scripts going at once, until all of them are out of time.
void hold(const Engine& engine, int count, std::vector<double>& held_ms) {
  std::vector<std::string_view> sources(std::begin(computing), std::end(computing));
  for (const Hostile& program : hostile_programs()) sources.push_back(program.source);
  RunOptions options = patient();
  options.inline_slices = true;
  options.limits.timeout = std::chrono::milliseconds(400);
  Loop loop;
  for (int i = 0; i < count; ++i) {
    const std::string source(sources[static_cast<std::size_t>(i) % sources.size()]);
    loop.timed([&] {
      engine.start(source, loop.tools(), options, [&loop](const RunResult&) { loop.ended(); });
    });
  }
  loop.turn_until_ended(count);
  for (const double held : loop.take_held_ms()) held_ms.push_back(held);
}

/// From the start of `1+1` until its result is there.
double start_to_result_us(const Engine& engine, bool inline_slices) {
  RunOptions options = patient();
  options.inline_slices = inline_slices;
  std::vector<double> samples;
  for (int i = 0; i < 2'000; ++i) {
    std::mutex mutex;
    std::condition_variable changed;
    bool ended = false;
    const auto began = Clock::now();
    engine.start("1+1", {}, options, [&](const RunResult&) {
      const std::lock_guard lock(mutex);
      ended = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return ended; });
    samples.push_back(microseconds(Clock::now() - began));
    // As in an event loop, which has something else to do as well.
    lock.unlock();
    const auto until = Clock::now() + std::chrono::microseconds(150);
    while (Clock::now() < until) {
    }
  }
  return median(samples);
}

}  // namespace

void measure_inline(Report& report) {
  const Engine engine = make_engine({.workers = 2});
  std::vector<double> held;
  for (int round = 0; round < 10; ++round) hold(engine, 50, held);
  report.add("caller_held_ms_p99", percentile(held, 99),
             "a call of start or of a reply, 50 hostile and computing scripts",
             Report::Goal::at_most, 5);
  report.add("caller_held_ms_max", *std::max_element(held.begin(), held.end()), "the longest");
  report.add("caller_held_calls", static_cast<double>(held.size()), "such calls");
  const double on_worker = start_to_result_us(engine, false);
  const double inlined = start_to_result_us(engine, true);
  report.add("inline_start_us_p50", inlined, "1+1 on the thread that starts it");
  report.add("worker_start_us_p50", on_worker, "the same by a worker");
}

}  // namespace modebox::bench
