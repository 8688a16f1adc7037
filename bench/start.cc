// Short scripts: what it costs to have a sandbox at all, and to call the host.
#include <atomic>
#include <thread>

#include "bench/measures.h"
#include "bench/memory.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

std::vector<double> start_samples(const Engine& engine, int count) {
  for (int i = 0; i < 200; ++i) expect_number(2, engine, "1+1");
  std::vector<double> samples;
  samples.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const auto began = Clock::now();
    expect_number(2, engine, "1+1");
    samples.push_back(microseconds(Clock::now() - began));
  }
  return samples;
}

}  // namespace

double start_us(const Engine& engine, int count, double percent) {
  return percentile(start_samples(engine, count), percent);
}

void measure_start(Report& report, const Engine& engine) {
  const std::vector<double> samples = start_samples(engine, 20'000);
  report.add("start_us_p50", percentile(samples, 50), "fresh sandbox, 1+1, reset",
             Report::Goal::at_most, 25);
  report.add("start_us_p99", percentile(samples, 99), "");
  report.add("image_mib", image_mib(), "what sandboxes are mapped from", Report::Goal::at_most, 6);
}

double host_call_us(const Engine& engine, int count) {
  Toolbox tools;
  if (Status added = tools.add(Tool::of("math.add", [](double a, double b) { return a + b; }));
      !added)
    give_up(added.error().message);
  RunOptions options = patient();
  options.limits.max_host_calls = count;
  const std::string n = std::to_string(count);
  const std::string source =
      "let sum = 0; for (let i = 0; i < " + n + "; i++) sum = await math.add(sum, i); sum";
  const auto began = Clock::now();
  expect_number(count * (count - 1.0) / 2, engine, source, tools, options);
  return microseconds(Clock::now() - began) / count;
}

void measure_host_calls(Report& report, const Engine& engine) {
  std::vector<double> samples;
  for (int i = 0; i < 60; ++i) samples.push_back(host_call_us(engine, 1'000));
  report.add("host_call_us", median(samples), "per awaited call, 1,000 in a run",
             Report::Goal::at_most, 4);
}

void measure_throughput(Report& report, const Engine& engine) {
  constexpr auto span = std::chrono::seconds(2);
  std::atomic<long> runs{0};
  const auto began = Clock::now();
  const auto work = [&] {
    long mine = 0;
    while (Clock::now() - began < span) {
      expect_number(2, engine, "1+1");
      ++mine;
    }
    runs += mine;
  };
  std::thread other(work);
  work();
  other.join();
  report.add("throughput_runs_per_s",
             static_cast<double>(runs) * 1e6 / microseconds(Clock::now() - began),
             "two threads, 1+1");
}

void measure_flat_memory(Report& report, const Engine& engine) {
  const auto some = [&](int count) {
    for (int i = 0; i < count; ++i) {
      expect_number(2, engine, "1+1");
      expect_number(20'000, engine,
                    "const parts = []; for (let i = 0; i < 20000; i++) parts.push(`n${i}`); "
                    "new Set(parts).size");
    }
  };
  some(200);
  const double before = resident_kib();
  some(1'000);
  report.add("memory_growth_kib", resident_kib() - before, "resident, after 2,000 more runs");
}

}  // namespace modebox::bench
