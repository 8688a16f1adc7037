#include "modebox/limits.h"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include "src/base/limit_fields.h"

namespace modebox {
namespace {

constexpr LimitField fields[] = {
    {"timeoutMs", &Limits::timeout},
    {"cpuTimeoutMs", &Limits::cpu_timeout},
    {"fuel", &Limits::fuel},
    {"memoryLimitBytes", &Limits::memory_limit},
    {"maxStackSizeBytes", &Limits::max_stack_size},
    {"maxSourceBytes", &Limits::max_source},
    {"maxResultBytes", &Limits::max_result},
    {"maxConsoleOutputBytes", &Limits::max_console_output},
    {"maxHostFunctionArgumentsBytes", &Limits::max_host_function_arguments},
    {"maxHostFunctionOutputBytes", &Limits::max_host_function_output},
    {"maxHostCalls", &Limits::max_host_calls},
    {"maxInFlightHostCalls", &Limits::max_in_flight_host_calls},
    {"maxContinuationBytes", &Limits::max_continuation},
};

std::int64_t number_of(std::int64_t number) { return number; }
std::int64_t number_of(std::chrono::milliseconds time) { return time.count(); }
template <typename T>
std::optional<std::int64_t> number_of(const std::optional<T>& value) {
  return value ? std::optional(number_of(*value)) : std::nullopt;
}

}  // namespace

bool LimitField::may_be_off() const {
  return std::holds_alternative<NumberOrOff>(place) || std::holds_alternative<TimeOrOff>(place);
}

std::optional<std::int64_t> LimitField::get(const Limits& limits) const {
  return std::visit([&](auto at) { return std::optional(number_of(limits.*at)); }, place);
}

void LimitField::set(Limits& limits, std::optional<std::int64_t> number) const {
  std::visit(
      [&](auto at) {
        auto& value = limits.*at;
        using Value = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_constructible_v<Value, std::nullopt_t>) {
          value.reset();
          if (number) value.emplace(*number);
        } else {
          value = Value(number.value());
        }
      },
      place);
}

std::span<const LimitField> limit_fields() { return fields; }

bool is_limit(std::int64_t number) {
  return number >= 1 && number <= std::numeric_limits<std::int32_t>::max();
}

Status check(const Limits& limits) {
  for (const LimitField& field : fields) {
    if (!is_limit(field.get(limits).value_or(1))) {
      return Error{"limits." + std::string(field.name) + " must be a positive integer."};
    }
  }
  return done();
}

Limits smaller_of(const Limits& a, const Limits& b) {
  Limits limits = a;
  for (const LimitField& field : fields) {
    const auto ours = field.get(a), theirs = field.get(b);
    if (theirs && (!ours || *theirs < *ours)) field.set(limits, theirs);
  }
  return limits;
}

}  // namespace modebox
