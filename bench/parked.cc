// Runs that wait: 2,000 at once, each in an awaited host call that is not
// answered until all of them are there.
#include <condition_variable>
#include <fstream>
#include <mutex>

#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

constexpr int count = 2'000;

/// Keeps the replies of all waiting calls, and counts the runs that ended.
class CarPark {
 public:
  void enter(Reply reply) {
    const std::lock_guard lock(mutex_);
    replies_.push_back(std::move(reply));
    changed_.notify_all();
  }
  void left(const RunResult& result) {
    if (const RunError* error = result.error()) give_up("a waiting run failed: " + error->message);
    const std::lock_guard lock(mutex_);
    ++left_;
    changed_.notify_all();
  }
  void wait_until_full() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::minutes(1), [&] { return replies_.size() == count; }))
      give_up("only " + std::to_string(replies_.size()) + " runs wait at the same time");
  }
  void empty() {
    std::vector<Reply> replies;
    {
      const std::lock_guard lock(mutex_);
      replies.swap(replies_);
    }
    for (Reply& reply : replies) reply(Value(1));
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return left_ == count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Reply> replies_;
  int left_ = 0;
};

struct Memory {
  double resident_kib = 0;
  double proportional_kib = 0;
};

Memory memory() {
  std::ifstream file("/proc/self/smaps_rollup");
  Memory found;
  std::string key;
  while (file >> key) {
    if (key == "Rss:") file >> found.resident_kib;
    if (key == "Pss:") file >> found.proportional_kib;
  }
  if (found.resident_kib == 0) give_up("can not read /proc/self/smaps_rollup");
  return found;
}

}  // namespace

void measure_parked(Report& report) {
  CarPark park;
  const Engine engine = make_engine({.workers = 2, .park_after = std::chrono::milliseconds(0)});
  Toolbox tools;
  Tool tool =
      Tool::async("park.here", [&](const HostCall&, Reply reply) { park.enter(std::move(reply)); });
  if (Status added = tools.add(std::move(tool)); !added) give_up(added.error().message);
  for (int i = 0; i < 10; ++i) expect_number(2, engine, "1+1");

  const Memory before = memory();
  const auto began = Clock::now();
  for (int i = 0; i < count; ++i) {
    engine.start("const place = await park.here(); place + 1", tools, patient(),
                 [&](const RunResult& result) { park.left(result); });
  }
  park.wait_until_full();
  const double filled_ms = milliseconds(Clock::now() - began);
  const Memory after = memory();
  park.empty();
  report.add("parked_run_kib", (after.proportional_kib - before.proportional_kib) / count,
             "per run of 2,000 that wait, shared pages counted once", Report::Goal::at_most, 220);
  report.add("parked_run_rss_kib", (after.resident_kib - before.resident_kib) / count,
             "the same, the image's pages counted in each run");
  report.add("park_2000_runs_ms", filled_ms, "until all 2,000 wait");
}

}  // namespace modebox::bench
