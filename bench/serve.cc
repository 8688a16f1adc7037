// modebox as one of the peers that bench/run-peers compares.
#include <cstdio>
#include <iostream>
#include <sstream>

#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {
namespace {

void answer(double time, double result) {
  std::printf("%.4f %.0f\n", time, result);
  std::fflush(stdout);
}

void compute(const Engine& engine, const std::string& path) {
  const std::string source = read_file(path);
  const RunOptions options = patient();
  const auto began = Clock::now();
  const double checksum = run_number(engine, source, {}, options);
  answer(milliseconds(Clock::now() - began), checksum);
}

void spawn(int count, std::istringstream& rest) {
  std::vector<std::string> arguments;
  for (std::string argument; rest >> argument;) arguments.push_back(argument);
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) samples.push_back(spawn_ms(arguments));
  answer(median(samples), count);
}

}  // namespace

void serve(const Engine& engine) {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string request;
    words >> request;
    if (request == "compute") {
      std::string path;
      words >> path;
      compute(engine, path);
      continue;
    }
    if (request == "pauses") {
      std::string path;
      words >> path;
      const PausedTime time = pause_resume(engine, read_file(path), 200);
      answer(time.us, time.result);
      continue;
    }
    if (request == "strip") {
      std::string path;
      words >> path;
      const StripTime time = strip_time(twenty_of(read_file(path)), 200);
      answer(time.us, time.length);
      continue;
    }
    if (request == "urls") {
      std::string path;
      words >> path;
      const UrlTime time = url_parse_time(engine, read_file(path), 5);
      answer(time.us, time.sum);
      continue;
    }
    int count = 0;
    words >> count;
    if (count <= 0) give_up("not a request: " + line);
    if (request == "start") {
      answer(start_us(engine, count), count);
    } else if (request == "calls") {
      answer(host_call_us(engine, count), count * (count - 1.0) / 2);
    } else if (request == "spawn") {
      spawn(count, words);
    } else {
      give_up("not a request: " + line);
    }
  }
}

}  // namespace modebox::bench
