// Clocks and medians.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace modebox::bench {

using Clock = std::chrono::steady_clock;

inline double microseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}
inline double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// The sample below which `percent` of them lie, by nearest rank. Not for an
/// empty list.
inline double percentile(std::vector<double> samples, double percent) {
  std::sort(samples.begin(), samples.end());
  const auto rank =
      static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(samples.size())));
  return samples[rank == 0 ? 0 : rank - 1];
}
inline double median(std::vector<double> samples) { return percentile(std::move(samples), 50); }

}  // namespace modebox::bench
