// How late a run ends that has to end: from its deadline, or from the moment
// somebody cancels it, to its outcome.
#include <atomic>
#include <thread>

#include "bench/hostile.h"
#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

void expect_kind(ErrorKind kind, const Hostile& program, const RunResult& result) {
  const RunError* error = result.error();
  if (error != nullptr && error->kind == kind) return;
  give_up("the hostile program '" + std::string(program.name) + "' should end as " +
          std::string(to_string(kind)) + ", but " +
          (error != nullptr ? std::string(to_string(error->kind)) + ": " + error->message
                            : std::string("it completed")));
}

double late_by_deadline(const Engine& engine, const Hostile& program) {
  RunOptions options;
  options.limits.timeout = std::chrono::milliseconds(30);
  const auto began = Clock::now();
  const RunResult result = engine.run(program.source, {}, options);
  const auto ended = Clock::now();
  expect_kind(ErrorKind::timeout, program, result);
  return milliseconds(ended - began - options.limits.timeout);
}

double late_by_cancel(const Engine& engine, const Hostile& program) {
  RunOptions options;
  options.limits.timeout = std::chrono::seconds(30);
  options.cancel.emplace();
  Clock::time_point cancelled;
  std::thread canceller([&, cancel = *options.cancel] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    cancelled = Clock::now();
    cancel.cancel();
  });
  const RunResult result = engine.run(program.source, {}, options);
  const auto ended = Clock::now();
  canceller.join();
  expect_kind(ErrorKind::aborted, program, result);
  return milliseconds(ended - cancelled);
}

std::vector<double> late_samples(const Engine& engine, int rounds) {
  std::vector<double> samples;
  for (int round = 0; round < rounds; ++round) {
    for (const Hostile& program : hostile_programs()) {
      samples.push_back(late_by_deadline(engine, program));
      samples.push_back(late_by_cancel(engine, program));
    }
  }
  return samples;
}

/// Threads that do nothing but compute, as long as this lives.
class Busy {
 public:
  explicit Busy(int threads) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this] {
        while (!done_.load(std::memory_order_relaxed)) {
        }
      });
    }
  }
  ~Busy() {
    done_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> done_{false};
  std::vector<std::thread> threads_;
};

}  // namespace

void measure_stops(Report& report, const Engine& engine) {
  const std::vector<double> quiet = late_samples(engine, 20);
  report.add("stop_late_ms_p50", percentile(quiet, 50), "deadline or cancel to outcome");
  report.add("stop_late_ms_p99", percentile(quiet, 99), "", Report::Goal::at_most, 5);
  report.add("stop_late_ms_max", percentile(quiet, 100), "");
  const Busy busy(2);
  const std::vector<double> loaded = late_samples(engine, 6);
  report.add("stop_late_busy_ms_p50", percentile(loaded, 50), "with both cores busy");
  report.add("stop_late_busy_ms_p99", percentile(loaded, 99), "");
}

}  // namespace modebox::bench
