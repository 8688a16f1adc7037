#include "print.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>
#include <vector>

#include "modebox/json.h"
#include "modebox/text.h"

namespace billing {
namespace {

using modebox::Value;

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

void print_heading(std::ostream& out, const std::string& title) { out << "\n== " << title << '\n'; }

std::string on_one_line(const Value& value) {
  return modebox::describe(value, {.line_width = 1000});
}

/// An object's entries and an array's elements, each on a line of its own.
void print_value(std::ostream& out, const Value& value, const std::string& indent = "  ") {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) out << indent << on_one_line(value[i]) << '\n';
  } else if (value.is_object()) {
    for (const auto& [key, item] : value.entries()) {
      out << indent << std::left << std::setw(12) << key.as_string();
      if (item.is_array()) {
        out << item.size() << " elements\n";
        print_value(out, item, indent + "  ");
      } else {
        out << on_one_line(item) << '\n';
      }
    }
  } else {
    out << indent << on_one_line(value) << '\n';
  }
}

void print_outcome(std::ostream& out, const modebox::RunResult& result) {
  if (const modebox::Interrupted* paused = result.interrupted()) {
    print_heading(out, "Paused: these calls wait for a person");
    for (const modebox::Interruption& call : paused->interruptions) {
      out << "  " << call.tool;
      for (const Value& argument : call.arguments) out << ' ' << on_one_line(argument);
      out << '\n';
    }
    out << "  The run is a token of " << paused->continuation.size() << " bytes now.\n";
    return;
  }
  print_heading(out, "Result");
  if (const Value* value = result.value()) {
    print_value(out, *value);
    return;
  }
  const modebox::RunError& error = *result.error();
  out << "  " << to_string(error.kind) << " (" << error.code << "): " << error.message << '\n'
      << error.stack << '\n';
}

/// One line per tool: how often it was called, how that went, how long it took.
void print_calls(std::ostream& out, const std::vector<modebox::CallRecord>& calls) {
  struct Sum {
    std::size_t calls = 0;
    std::size_t failed = 0;
    std::chrono::nanoseconds time{0};
  };
  std::map<std::string, Sum> sums;
  for (const modebox::CallRecord& call : calls) {
    Sum& sum = sums[call.name];
    ++sum.calls;
    if (call.state == modebox::CallState::failed) ++sum.failed;
    sum.time += call.duration;
  }
  print_heading(out, "Host calls");
  for (const auto& [name, sum] : sums) {
    out << "  " << std::left << std::setw(20) << name << std::right << std::setw(4) << sum.calls
        << (sum.calls == 1 ? " call, " : " calls,") << std::setw(3) << sum.failed << " failed,"
        << std::fixed << std::setprecision(3) << std::setw(9)
        << milliseconds(sum.time) / static_cast<double>(sum.calls) << " ms each\n";
  }
}

void print_stats(std::ostream& out, const modebox::RunStats& stats) {
  print_heading(out, "Stats");
  out << std::fixed << std::setprecision(2) << "  wall time    " << milliseconds(stats.wall_time)
      << " ms, of which the script computed " << milliseconds(stats.cpu_time) << " ms\n"
      << "  host calls   " << stats.host_calls << '\n'
      << "  memory       " << stats.dirty_pages << " pages of 4 KiB differ from the image\n";
}

}  // namespace

void print_script(std::ostream& out, const std::string& source) {
  print_heading(out, "Script");
  std::istringstream lines(source);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    out << std::right << std::setw(4) << number << "  " << line << '\n';
  }
}

void print_tools(std::ostream& out, const modebox::Toolbox& tools) {
  print_heading(out, "Tools");
  for (const modebox::Tool& tool : tools.tools()) {
    out << "  " << std::left << std::setw(20) << tool.name() << tool.description() << '\n';
  }
}

void print_result(std::ostream& out, const modebox::RunResult& result) {
  print_heading(out, "Console");
  for (const modebox::LogEntry& log : result.logs) {
    out << "  " << std::left << std::setw(6) << log.level << modebox::to_utf8_lossy(log.text)
        << '\n';
  }
  print_outcome(out, result);
  print_calls(out, result.calls);
  print_stats(out, result.stats);
}

}  // namespace billing
