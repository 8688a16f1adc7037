#include "cli/run_command.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "cli/interrupt.h"
#include "cli/render.h"
#include "modebox/text.h"

namespace modebox::cli {
namespace {

/// What is read of a source: one byte over the greatest limit, so that the
/// engine can say that it is too large.
constexpr std::size_t max_read = (std::size_t{1} << 31) + 1;

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
}

std::string read_all(std::istream& in) {
  std::string text;
  char buffer[1 << 16];
  while (text.size() < max_read && (in.read(buffer, sizeof buffer) || in.gcount() > 0)) {
    text.append(buffer, static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

void print_readable(const RunResult& result, const std::string& source_name,
                    const std::string& source) {
  for (const LogEntry& log : result.logs) std::cerr << to_utf8_lossy(log.text) << '\n';
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
  command->add_option("--seed", options_.seed, "Fix randomness: equal seeds, equal numbers");
  command->add_option("--virtual-clock", options_.virtual_clock,
                      "Start a clock at this time (ms since 1970) that moves only for timers");
  add_limits(*command, options_.limits);
  return command;
}

Result<std::string> RunCommand::read_source() {
  if (code_) return *code_;
  if (file_.empty()) return Error{"Give a FILE, - for standard input, or -e CODE."};
  if (file_ == "-") return read_all(std::cin);
  options_.source_name = std::filesystem::path(file_).filename().string();
  std::error_code failure;
  if (std::filesystem::is_directory(file_, failure)) {
    return Error{"Can not read \"" + file_ + "\": it is a folder."};
  }
  std::ifstream in(file_, std::ios::binary);
  if (!in) return Error{"Can not read \"" + file_ + "\": " + std::strerror(errno) + "."};
  return read_all(in);
}

ExitCode RunCommand::run() {
  const Result<std::string> source = read_source();
  if (!source) {
    std::cerr << "modebox run: " << source.error().message << '\n';
    return ExitCode::usage;
  }
  options_.cancel.emplace();
  const InterruptWatch interrupts(*options_.cancel);
  const Result<Engine> engine = Engine::create();
  if (!engine) {
    std::cerr << "modebox run: " << engine.error().message << '\n';
    return ExitCode::internal;
  }
  const RunResult result = engine->run(*source, Toolbox(), options_);
  if (json_) {
    const Result<std::string> text = render_json(result);
    if (!text) {
      std::cerr << "modebox run: " << text.error().message << '\n';
      return ExitCode::limit;
    }
    std::cout << *text << '\n';
  } else {
    print_readable(result, options_.source_name, *source);
  }
  if (!std::cout.flush()) {
    std::cerr << "modebox run: Can not write the result: " << std::strerror(errno) << ".\n";
    return ExitCode::internal;
  }
  return result.error() == nullptr ? ExitCode::completed : exit_code(result.error()->kind);
}

}  // namespace modebox::cli
