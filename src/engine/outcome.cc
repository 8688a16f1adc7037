#include "modebox/outcome.h"

#include <array>
#include <cstddef>
#include <utility>

#include "modebox/continuation.h"

namespace modebox {
namespace {

struct KindText {
  std::string_view name;
  std::string_view code;
};

// In the order of ErrorKind.
constexpr auto kinds = std::to_array<KindText>({
    {"Syntax", "RUN_SYNTAX"},
    {"TypeScript", "RUN_TYPESCRIPT"},
    {"Uncaught", "RUN_UNCAUGHT"},
    {"UnhandledRejection", "RUN_UNHANDLED_REJECTION"},
    {"Timeout", "RUN_TIMEOUT"},
    {"CpuTimeout", "RUN_CPU_TIMEOUT"},
    {"OutOfFuel", "RUN_OUT_OF_FUEL"},
    {"OutOfMemory", "RUN_OUT_OF_MEMORY"},
    {"Aborted", "RUN_ABORTED"},
    {"Stalled", "RUN_STALLED"},
    {"DetachedCall", "RUN_DETACHED_CALL"},
    {"HostCallLimit", "RUN_HOST_CALL_LIMIT"},
    {"TooLarge", "RUN_TOO_LARGE"},
    {"NotSerializable", "RUN_NOT_SERIALIZABLE"},
    {"Continuation", "RUN_CONTINUATION_INVALID"},
    {"Config", "RUN_CONFIG"},
    {"Internal", "RUN_INTERNAL"},
});
static_assert(kinds.size() == static_cast<std::size_t>(ErrorKind::internal) + 1);

constexpr auto call_states = std::to_array<std::string_view>(
    {"queued", "running", "completed", "failed", "interrupted", "cancelled", "refused"});

}  // namespace

std::string_view to_string(ErrorKind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

std::string_view code_of(ErrorKind kind) { return kinds[static_cast<std::size_t>(kind)].code; }

RunError run_error(ErrorKind kind, std::string message) {
  return run_error(kind, std::move(message), std::string(code_of(kind)));
}

RunError run_error(ErrorKind kind, std::string message, std::string code) {
  RunError error;
  error.kind = kind;
  error.code = std::move(code);
  error.message = std::move(message);
  return error;
}

std::optional<ErrorKind> kind_of(std::string_view name) {
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].name == name) return static_cast<ErrorKind>(i);
  }
  return std::nullopt;
}

std::string_view to_string(ContinuationKind kind) {
  constexpr auto names = std::to_array<std::string_view>({"run", "session", "session_run"});
  return names[static_cast<std::size_t>(kind)];
}

std::string_view to_string(CallState state) { return call_states[static_cast<std::size_t>(state)]; }

const Value* RunResult::value() const {
  const Completed* completed = std::get_if<Completed>(&outcome);
  return completed == nullptr ? nullptr : &completed->value;
}

const Interrupted* RunResult::interrupted() const { return std::get_if<Interrupted>(&outcome); }

const RunError* RunResult::error() const {
  const Failed* failed = std::get_if<Failed>(&outcome);
  return failed == nullptr ? nullptr : &failed->error;
}

}  // namespace modebox
