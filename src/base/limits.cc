#include "modebox/limits.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace modebox {
namespace {

struct Entry {
  std::string_view name;
  std::int64_t value;
};

}  // namespace

Status check(const Limits& limits) {
  const Entry entries[] = {
      {"timeoutMs", limits.timeout.count()},
      {"cpuTimeoutMs", limits.cpu_timeout ? limits.cpu_timeout->count() : 1},
      {"fuel", limits.fuel.value_or(1)},
      {"memoryLimitBytes", limits.memory_limit},
      {"maxStackSizeBytes", limits.max_stack_size},
      {"maxSourceBytes", limits.max_source},
      {"maxResultBytes", limits.max_result},
      {"maxConsoleOutputBytes", limits.max_console_output},
      {"maxHostFunctionArgumentsBytes", limits.max_host_function_arguments},
      {"maxHostFunctionOutputBytes", limits.max_host_function_output},
      {"maxHostCalls", limits.max_host_calls},
      {"maxInFlightHostCalls", limits.max_in_flight_host_calls},
      {"maxContinuationBytes", limits.max_continuation},
  };
  for (const Entry& entry : entries) {
    if (entry.value < 1 || entry.value > std::numeric_limits<std::int32_t>::max()) {
      return Error{"limits." + std::string(entry.name) + " must be a positive integer."};
    }
  }
  return done();
}

namespace {

template <typename T>
std::optional<T> smaller(const std::optional<T>& a, const std::optional<T>& b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

Limits smaller_of(const Limits& a, const Limits& b) {
  Limits limits;
  limits.timeout = std::min(a.timeout, b.timeout);
  limits.cpu_timeout = smaller(a.cpu_timeout, b.cpu_timeout);
  limits.fuel = smaller(a.fuel, b.fuel);
  limits.memory_limit = std::min(a.memory_limit, b.memory_limit);
  limits.max_stack_size = std::min(a.max_stack_size, b.max_stack_size);
  limits.max_source = std::min(a.max_source, b.max_source);
  limits.max_result = std::min(a.max_result, b.max_result);
  limits.max_console_output = std::min(a.max_console_output, b.max_console_output);
  limits.max_host_function_arguments =
      std::min(a.max_host_function_arguments, b.max_host_function_arguments);
  limits.max_host_function_output =
      std::min(a.max_host_function_output, b.max_host_function_output);
  limits.max_host_calls = std::min(a.max_host_calls, b.max_host_calls);
  limits.max_in_flight_host_calls =
      std::min(a.max_in_flight_host_calls, b.max_in_flight_host_calls);
  limits.max_continuation = std::min(a.max_continuation, b.max_continuation);
  return limits;
}

}  // namespace modebox
