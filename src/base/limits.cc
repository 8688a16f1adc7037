#include "modebox/limits.h"

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
  };
  for (const Entry& entry : entries) {
    if (entry.value < 1 || entry.value > std::numeric_limits<std::int32_t>::max()) {
      return Error{"limits." + std::string(entry.name) + " must be a positive integer."};
    }
  }
  return done();
}

}  // namespace modebox
