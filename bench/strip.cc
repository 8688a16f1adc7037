// Taking the types out of a script.
#include <algorithm>
#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "bench/measures.h"
#include "bench/scripts.h"
#include "src/typescript/strip.h"

namespace modebox::bench {

std::string twenty_of(const std::string& source) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "{\n" + source + "}\n";
  return text;
}

StripTime strip_time(const std::string& source, int count) {
  std::vector<double> times;
  StripTime result;
  for (int i = 0; i < count; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const auto stripped = typescript::strip(source, TypeScriptMode::strip);
    times.push_back(
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
            .count());
    const auto* text = std::get_if<std::string>(&stripped);
    if (text == nullptr) give_up("the script to strip was refused");
    result.length = static_cast<double>(text->size());
  }
  std::sort(times.begin(), times.end());
  result.us = times[times.size() / 2];
  return result;
}

void measure_stripping(Report& report, const std::string& file) {
  const std::string one = read_file(file);
  const std::string many = twenty_of(one);
  report.add("strip_1kb_us_p50", strip_time(one, 5000).us, "us", Report::Goal::at_most, 60);
  report.add("strip_mb_per_s", static_cast<double>(many.size()) / strip_time(many, 500).us, "MB/s",
             Report::Goal::at_least, 30);
}

}  // namespace modebox::bench
