#include "cli/output.h"

#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include "cli/render.h"
#include "src/tools/shown_text.h"

namespace modebox::cli {
namespace {

RunResult refusal(ErrorKind kind, const std::string& message) {
  RunResult result;
  result.outcome = Failed{run_error(kind, message)};
  return result;
}

/// A token is not lost because the calls that it waits for are too large to be shown.
bool print_without_arguments(const RunResult& result, Interrupted interrupted) {
  for (Interruption& one : interrupted.interruptions) {
    one.arguments.clear();
    one.payload.reset();
  }
  RunResult smaller = result;
  smaller.outcome = std::move(interrupted);
  const Result<std::string> text = render_json(smaller);
  if (text) std::cout << *text << '\n';
  return true;
}

/// Prints the JSON of a result. False if the value takes too much for that: then
/// what is printed says so.
bool print_json(const RunResult& result) {
  Result<std::string> text = render_json(result);
  const bool fits = text.ok();
  if (!fits) {
    if (const Interrupted* one = result.interrupted()) return print_without_arguments(result, *one);
    RunResult smaller = refusal(ErrorKind::too_large, text.error().message);
    smaller.logs = result.logs;
    smaller.stats = result.stats;
    smaller.calls = result.calls;
    text = render_json(smaller);
  }
  if (text) std::cout << *text << '\n';
  return fits;
}

void print_value(const Value& value) {
  if (!value.is_undefined()) std::cout << render_value(value) << '\n';
}

void print_waiting(const Interrupted& interrupted, const std::string& flags) {
  std::cerr << "The run waits for consent:\n";
  for (const Interruption& one : interrupted.interruptions) {
    std::cerr << render_waiting(one) << '\n';
  }
  std::cerr << "Go on with the token: modebox resume TOKEN" << (flags.empty() ? "" : " ")
            << shown_text(flags) << ", with --approve ID, --deny ID or --value ID=JSON.\n";
  std::cout << interrupted.continuation << '\n';
}

ExitCode code_of_outcome(const RunResult& result) {
  if (result.interrupted() != nullptr) return ExitCode::interrupted;
  return result.error() == nullptr ? ExitCode::completed : exit_code(result.error()->kind);
}

}  // namespace

ExitCode Output::refuse(ExitCode code, const std::string& message) const {
  const ErrorKind kind = code == ExitCode::internal ? ErrorKind::internal : ErrorKind::config;
  return refuse(run_error(kind, message), code);
}

ExitCode Output::refuse(const Error& error, const std::string& hint) const {
  const bool is_internal = error.code.empty();
  const bool is_config = error.code == code_of(ErrorKind::config);
  const ErrorKind kind = is_internal ? ErrorKind::internal
                         : is_config ? ErrorKind::config
                                     : ErrorKind::continuation;
  return refuse(
      run_error(kind, error.message + hint, is_internal ? std::string(code_of(kind)) : error.code),
      exit_code(kind));
}

ExitCode Output::refuse(const RunError& error, ExitCode code) const {
  std::cerr << command_ << ": " << shown_text(error.message) << " [" << error.code << "]\n";
  RunResult result;
  result.outcome = Failed{error};
  if (json_) print_json(result);
  return code;
}

void Output::logs(const RunResult& result) const {
  for (const LogEntry& log : result.logs) std::cerr << shown_text(log.text) << '\n';
}

ExitCode Output::result(const RunResult& result, const std::string& source_name,
                        const std::string& source) const {
  bool fits = true;
  if (json_) {
    fits = print_json(result);
  } else {
    logs(result);
    if (const Value* value = result.value()) print_value(*value);
    if (const Interrupted* interrupted = result.interrupted()) print_waiting(*interrupted, flags_);
    if (const RunError* error = result.error()) {
      std::cerr << render_error(*error, source_name, source);
    }
  }
  if (const ExitCode printed = text(""); printed != ExitCode::completed) {
    // The token is all that is left of the run.
    if (const Interrupted* one = result.interrupted()) std::cerr << one->continuation << '\n';
    return printed;
  }
  return fits ? code_of_outcome(result) : ExitCode::limit;
}

ExitCode Output::text(std::string_view text) const {
  if (std::cout << text && std::cout.flush()) return ExitCode::completed;
  std::cerr << command_ << ": Can not write the result: " << std::strerror(errno) << ".\n";
  return ExitCode::internal;
}

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::syntax:
    case ErrorKind::typescript:
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
      return ExitCode::aborted;
    case ErrorKind::continuation:
    case ErrorKind::config:
      return ExitCode::usage;
    case ErrorKind::internal:
      return ExitCode::internal;
  }
  return ExitCode::internal;
}

}  // namespace modebox::cli
