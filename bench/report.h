// The numbers that a benchmark run gives: printed as a table as they come, and
// written as one flat JSON object at the end.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace modebox::bench {

class Report {
 public:
  /// Adds and prints a number. `limit` is what it should stay within (at most,
  /// or at least where `at_least`); 0 means that nothing is promised.
  enum class Goal { none, at_most, at_least };
  void add(const std::string& key, double value, const std::string& what, Goal goal = Goal::none,
           double limit = 0);

  /// Writes {"key": number, ...}. False if the file can not be written.
  bool write(const std::string& path) const;

 private:
  std::vector<std::pair<std::string, double>> numbers_;
};

}  // namespace modebox::bench
