#include "tests/runner/case_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace modebox::tests {
namespace {

constexpr auto known_directives = std::to_array<std::string_view>({"limit",
                                                                   "seed",
                                                                   "virtual-clock",
                                                                   "source-name",
                                                                   "typescript",
                                                                   "fetch",
                                                                   "call-function",
                                                                   "generated",
                                                                   "cancel-after-ms",
                                                                   "expect",
                                                                   "expect-error",
                                                                   "log",
                                                                   "log-bytes-at-most",
                                                                   "calls",
                                                                   "records",
                                                                   "thrown",
                                                                   "stack-has",
                                                                   "stack-lacks",
                                                                   "message-lacks",
                                                                   "message-bytes-at-most",
                                                                   "same-runs",
                                                                   "ends-within-ms",
                                                                   "takes-at-least-ms",
                                                                   "must-end",
                                                                   "or-limit",
                                                                   "repeat"});

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The name of a directive in `comment` (what follows `//`), or empty: lower
// case letters and dashes up to a colon, after one space.
std::string_view directive_name(std::string_view comment) {
  if (comment.empty() || comment[0] != ' ') return {};
  const std::size_t colon = comment.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view name = comment.substr(1, colon - 1);
  const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) {
    return std::islower(static_cast<unsigned char>(c)) != 0 || c == '-';
  });
  return plain ? name : std::string_view{};
}

std::int64_t integer(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::runtime_error("not an integer: " + std::string(text));
  }
  return number;
}

void set_limit(Limits& limits, std::string_view name, std::int64_t value) {
  using std::chrono::milliseconds;
  if (name == "timeoutMs") {
    limits.timeout = milliseconds(value);
  } else if (name == "cpuTimeoutMs") {
    limits.cpu_timeout = milliseconds(value);
  } else if (name == "fuel") {
    limits.fuel = value;
  } else if (name == "memoryLimitBytes") {
    limits.memory_limit = value;
  } else if (name == "maxStackSizeBytes") {
    limits.max_stack_size = value;
  } else if (name == "maxSourceBytes") {
    limits.max_source = value;
  } else if (name == "maxResultBytes") {
    limits.max_result = value;
  } else if (name == "maxConsoleOutputBytes") {
    limits.max_console_output = value;
  } else if (name == "maxHostFunctionArgumentsBytes") {
    limits.max_host_function_arguments = value;
  } else if (name == "maxHostFunctionOutputBytes") {
    limits.max_host_function_output = value;
  } else if (name == "maxHostCalls") {
    limits.max_host_calls = value;
  } else if (name == "maxInFlightHostCalls") {
    limits.max_in_flight_host_calls = value;
  } else {
    throw std::runtime_error("unknown limit: " + std::string(name));
  }
}

}  // namespace

std::optional<std::string> CaseFile::find(std::string_view directive) const {
  for (const auto& [key, value] : directives) {
    if (key == directive) return value;
  }
  return std::nullopt;
}

std::vector<std::string> CaseFile::find_all(std::string_view directive) const {
  std::vector<std::string> found;
  for (const auto& [key, value] : directives) {
    if (key == directive) found.push_back(value);
  }
  return found;
}

CaseFile parse_case(std::string name, std::string source) {
  CaseFile file{std::move(name), std::move(source), {}};
  std::istringstream lines(file.source);
  std::string line;
  for (int number = 1; std::getline(lines, line) && line.starts_with("//"); ++number) {
    const std::string_view comment = std::string_view(line).substr(2);
    const std::string_view key = directive_name(comment);
    if (comment.starts_with("   ") && !file.directives.empty()) {
      file.directives.back().second += "\n" + std::string(trimmed(comment));
    } else if (!key.empty()) {
      if (std::ranges::find(known_directives, key) == known_directives.end()) {
        throw std::runtime_error(file.name + ".js:" + std::to_string(number) +
                                 ": unknown directive `" + std::string(key) + "`");
      }
      file.directives.emplace_back(key, trimmed(comment.substr(key.size() + 2)));
    }
  }
  return file;
}

CaseFile read_case(const std::filesystem::path& root, const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string source{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return parse_case(file.lexically_relative(root).replace_extension().generic_string(),
                    std::move(source));
}

std::vector<std::filesystem::path> find_cases(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const bool support = entry.path().parent_path().filename() == "support";
    if (entry.path().extension() == ".js" && !support) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

void set_limits(Limits& limits, std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string word;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw std::runtime_error("not a limit: " + word);
    set_limit(limits, word.substr(0, equals), integer(std::string_view(word).substr(equals + 1)));
  }
}

TypeScriptMode typescript_mode(const std::string& value) {
  if (value == "transform") return TypeScriptMode::transform;
  if (value == "strip") return TypeScriptMode::strip;
  throw std::runtime_error("typescript: strip or transform, not " + value);
}

RunOptions run_options(const CaseFile& file, const Limits& limits) {
  RunOptions options;
  options.limits = limits;
  options.source_name = "script.js";
  for (const auto& [key, value] : file.directives) {
    if (key == "limit") set_limits(options.limits, value);
    if (key == "seed") options.seed = static_cast<std::uint64_t>(integer(value));
    if (key == "virtual-clock") options.virtual_clock = static_cast<double>(integer(value));
    if (key == "source-name") options.source_name = value;
    if (key == "typescript") options.typescript = typescript_mode(value);
    if (key == "call-function") options.call_function_result = value == "yes";
  }
  return options;
}

}  // namespace modebox::tests
