// Programs that compute: the time of a whole run, sandbox included.
#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

namespace modebox::bench {

void measure_compute(Report& report, const Engine& engine, const std::string& folder) {
  const RunOptions options = patient();
  for (const Program& program : read_programs(folder)) {
    std::vector<double> samples;
    for (int round = 0; round < 5; ++round) {
      const auto began = Clock::now();
      expect_number(program.checksum, engine, program.source, {}, options);
      samples.push_back(milliseconds(Clock::now() - began));
    }
    report.add("compute_" + program.name + "_ms", median(samples), "");
  }
}

}  // namespace modebox::bench
