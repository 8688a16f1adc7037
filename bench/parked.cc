// Runs that wait, each in an awaited host call that is not answered until all of
// them are there: 2,000 that keep their sandbox, and 20,000 that give it back.
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>

#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

/// Keeps the replies of all waiting calls, and counts the runs that ended.
class CarPark {
 public:
  explicit CarPark(int places) : count(static_cast<std::size_t>(places)) {}

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
  const std::size_t count;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Reply> replies_;
  std::size_t left_ = 0;
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

/// The same once it does not shrink any more: runs that have waited long give their
/// sandboxes back one after the other, which takes longer on a busy machine.
Memory settled_memory() {
  Memory now = memory();
  for (int second = 0; second < 30; ++second) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const Memory next = memory();
    const bool settled = next.proportional_kib > 0.99 * now.proportional_kib;
    now = next;
    if (settled) break;
  }
  return now;
}

/// What so many waiting runs take, and how long it took until all of them wait.
struct Occupied {
  Memory memory;
  double filled_ms = 0;
};

Occupied occupy(int count, const EngineOptions& options) {
  CarPark park(count);
  const Engine engine = make_engine(options);
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
  Occupied occupied;
  occupied.filled_ms = milliseconds(Clock::now() - began);
  const Memory after = options.park_after.count() != 0 ? settled_memory() : memory();
  occupied.memory = {after.resident_kib - before.resident_kib,
                     after.proportional_kib - before.proportional_kib};
  park.empty();
  return occupied;
}

}  // namespace

void measure_parked(Report& report) {
  constexpr int count = 2'000;
  const Occupied parked = occupy(count, {.workers = 2, .park_after = std::chrono::milliseconds(0)});
  report.add("parked_run_kib", parked.memory.proportional_kib / count,
             "per run of 2,000 that wait, shared pages counted once", Report::Goal::at_most, 220);
  report.add("parked_run_rss_kib", parked.memory.resident_kib / count,
             "the same, the image's pages counted in each run");
  report.add("park_2000_runs_ms", parked.filled_ms, "until all 2,000 wait");
}

void measure_waiting(Report& report) {
  constexpr int count = 20'000;
  const Occupied waiting =
      occupy(count, {.workers = 2, .park_after = std::chrono::milliseconds(1)});
  report.add("waiting_run_kib", waiting.memory.proportional_kib / count,
             "per run of 20,000 that wait long", Report::Goal::at_most, 24);
}

}  // namespace modebox::bench
