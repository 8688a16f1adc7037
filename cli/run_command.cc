#include "cli/run_command.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <utility>

#include "cli/interrupt.h"
#include "cli/render.h"
#include "modebox/text.h"

namespace modebox::cli {
namespace {

void add_limits(CLI::App& command, Limits& limits) {
  const auto integer = [&command](const std::string& flag, std::int64_t& target) {
    command.add_option(flag, target)->group("Limits (modebox help limits)")->capture_default_str();
  };
  command
      .add_option_function<std::int64_t>(
          "--timeout-ms",
          [&limits](std::int64_t value) { limits.timeout = std::chrono::milliseconds(value); })
      ->group("Limits (modebox help limits)")
      ->default_str(std::to_string(limits.timeout.count()));
  command
      .add_option_function<std::int64_t>(
          "--cpu-timeout-ms",
          [&limits](std::int64_t value) { limits.cpu_timeout = std::chrono::milliseconds(value); })
      ->group("Limits (modebox help limits)")
      ->default_str("off");
  command
      .add_option_function<std::int64_t>("--fuel",
                                         [&limits](std::int64_t value) { limits.fuel = value; })
      ->group("Limits (modebox help limits)")
      ->default_str("off");
  integer("--memory-limit-bytes", limits.memory_limit);
  integer("--max-stack-size-bytes", limits.max_stack_size);
  integer("--max-source-bytes", limits.max_source);
  integer("--max-result-bytes", limits.max_result);
  integer("--max-console-output-bytes", limits.max_console_output);
  integer("--max-host-function-arguments-bytes", limits.max_host_function_arguments);
  integer("--max-host-function-output-bytes", limits.max_host_function_output);
  integer("--max-host-calls", limits.max_host_calls);
  integer("--max-in-flight-host-calls", limits.max_in_flight_host_calls);
  integer("--max-continuation-bytes", limits.max_continuation);
}

/// Reads to the end, but not more than one byte over the limit: then the engine
/// can say that it is too large.
Result<std::string> read_all(int file, const std::string& name, std::int64_t limit) {
  std::string text;
  char buffer[1 << 16];
  while (static_cast<std::int64_t>(text.size()) <= limit) {
    const ssize_t count = read(file, buffer, sizeof buffer);
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Error{"Can not read " + name + ": " + std::strerror(errno) + "."};
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

std::uint64_t read_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || at != end) {
    throw CLI::ValidationError("--seed", "must be an integer from 0 to 18446744073709551615");
  }
  return seed;
}

RunResult refusal(ErrorKind kind, const std::string& message) {
  RunResult result;
  result.outcome = Failed{run_error(kind, message)};
  return result;
}

/// Prints the JSON of a result. False if the value takes too much for that: then
/// what is printed says so.
bool print_json(const RunResult& result) {
  Result<std::string> text = render_json(result);
  const bool fits = text.ok();
  if (!fits) {
    RunResult smaller = refusal(ErrorKind::too_large, text.error().message);
    smaller.logs = result.logs;
    smaller.stats = result.stats;
    smaller.calls = result.calls;
    text = render_json(smaller);
  }
  if (text) std::cout << *text << '\n';
  return fits;
}

void print_readable(const RunResult& result, const std::string& source_name,
                    const std::string& source) {
  for (const LogEntry& log : result.logs) std::cerr << render_text(log.text) << '\n';
  if (const Value* value = result.value()) {
    if (!value->is_undefined()) std::cout << render_value(*value) << '\n';
  } else {
    std::cerr << render_error(*result.error(), source_name, source);
  }
}

}  // namespace

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::syntax:
    case ErrorKind::uncaught:
    case ErrorKind::unhandled_rejection:
    case ErrorKind::stalled:
    case ErrorKind::detached_call:
    case ErrorKind::not_serializable:
      return ExitCode::script_failed;
    case ErrorKind::timeout:
    case ErrorKind::cpu_timeout:
    case ErrorKind::out_of_fuel:
    case ErrorKind::out_of_memory:
    case ErrorKind::host_call_limit:
    case ErrorKind::too_large:
      return ExitCode::limit;
    case ErrorKind::aborted:
      return ExitCode::interrupted;
    case ErrorKind::continuation:
    case ErrorKind::config:
      return ExitCode::usage;
    case ErrorKind::internal:
      return ExitCode::internal;
  }
  return ExitCode::internal;
}

CLI::App* RunCommand::add_to(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Run a script and print its value");
  auto* file = command->add_option("FILE", file_, "The script; - reads standard input");
  command->add_option("-e,--eval", code_, "The script itself")->excludes(file);
  command->add_flag("--json", json_, "Print the whole result as JSON (modebox help output)");
  command->add_option_function<std::string>(
      "--seed", [this](const std::string& text) { options_.seed = read_seed(text); },
      "Fix randomness: equal seeds, equal numbers");
  command->add_option("--virtual-clock", options_.virtual_clock,
                      "Start a clock at this time (ms since 1970) that moves only for timers");
  add_limits(*command, options_.limits);
  return command;
}

Result<std::string> RunCommand::read_source() {
  if (code_) return *code_;
  if (file_.empty()) return Error{"Give a FILE, - for standard input, or -e CODE."};
  const std::int64_t limit = options_.limits.max_source;
  if (file_ == "-") return read_all(STDIN_FILENO, "standard input", limit);
  options_.source_name = std::filesystem::path(file_).filename().string();
  const std::string name = '"' + file_ + '"';
  const int file = open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (file < 0) return Error{"Can not read " + name + ": " + std::strerror(errno) + "."};
  Result<std::string> text = read_all(file, name, limit);
  close(file);
  return text;
}

ExitCode RunCommand::run() {
  const Result<std::string> source = read_source();
  if (!source) {
    std::cerr << "modebox run: " << source.error().message << '\n';
    if (json_) print_json(refusal(ErrorKind::config, source.error().message));
    return ExitCode::usage;
  }
  options_.cancel.emplace();
  const InterruptWatch interrupts(*options_.cancel);
  const Result<Engine> engine = Engine::create();
  if (!engine) {
    std::cerr << "modebox run: " << engine.error().message << '\n';
    if (json_) print_json(refusal(ErrorKind::internal, engine.error().message));
    return ExitCode::internal;
  }
  const RunResult result = engine->run(*source, Toolbox(), options_);
  bool fits = true;
  if (json_) {
    fits = print_json(result);
  } else {
    print_readable(result, options_.source_name, *source);
  }
  if (!std::cout.flush()) {
    std::cerr << "modebox run: Can not write the result: " << std::strerror(errno) << ".\n";
    return ExitCode::internal;
  }
  if (!fits) return ExitCode::limit;
  return result.error() == nullptr ? ExitCode::completed : exit_code(result.error()->kind);
}

}  // namespace modebox::cli
