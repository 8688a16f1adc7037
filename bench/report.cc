#include "bench/report.h"

#include <cstdio>
#include <fstream>

namespace modebox::bench {
namespace {

std::string judgement(double value, Report::Goal goal, double limit) {
  if (goal == Report::Goal::none) return "";
  const bool met = goal == Report::Goal::at_most ? value <= limit : value >= limit;
  char text[64];
  std::snprintf(text, sizeof text, "%s %g%s", goal == Report::Goal::at_most ? "<=" : ">=", limit,
                met ? "" : "  MISSED");
  return text;
}

}  // namespace

void Report::add(const std::string& key, double value, const std::string& what, Goal goal,
                 double limit) {
  std::printf("%-32s %12.3f  %-16s %s\n", key.c_str(), value, judgement(value, goal, limit).c_str(),
              what.c_str());
  std::fflush(stdout);
  numbers_.emplace_back(key, value);
}

bool Report::write(const std::string& path) const {
  std::ofstream file(path);
  file.precision(6);
  file << "{";
  const char* separator = "\n";
  for (const auto& [key, value] : numbers_) {
    file << separator << "  \"" << key << "\": " << value;
    separator = ",\n";
  }
  file << "\n}\n";
  file.close();
  return static_cast<bool>(file);
}

}  // namespace modebox::bench
