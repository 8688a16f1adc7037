// Parsing URLs in a script.
#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {

namespace {
constexpr int urls_in_program = 10'000;
}  // namespace

UrlTime url_parse_time(const Engine& engine, const std::string& source, int count) {
  const RunOptions options = patient();
  UrlTime result;
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) {
    const auto began = Clock::now();
    result.sum = run_number(engine, source, {}, options);
    samples.push_back(microseconds(Clock::now() - began) / urls_in_program);
  }
  result.us = median(samples);
  return result;
}

void measure_urls(Report& report, const Engine& engine, const std::string& file) {
  report.add("url_parse_us", url_parse_time(engine, read_file(file), 51).us, "us",
             Report::Goal::at_most, 1.5);
}

}  // namespace modebox::bench
