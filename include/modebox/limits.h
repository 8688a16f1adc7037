// What one run may use. Every limit is armed by default except cpu_timeout and
// fuel.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "modebox/result.h"

namespace modebox {

/// Limits of one run. All are positive and at most 2^31-1 (in the unit the
/// comment names); `check` says which one is not. A value type.
struct Limits {
  /// Wall time of a run or of a resume, waiting on host calls included. Exceeded: Timeout.
  std::chrono::milliseconds timeout{30'000};
  /// Time spent executing the script only. Exceeded: CpuTimeout.
  std::optional<std::chrono::milliseconds> cpu_timeout;
  /// Polls of the interpreter; deterministic. Exceeded: OutOfFuel.
  std::optional<std::int64_t> fuel;
  /// Bytes of memory the script may take. Exceeded: OutOfMemory.
  std::int64_t memory_limit = 64 << 20;
  /// Bytes of the script's stack (at most 4 MiB are used). Exceeded: a
  /// RangeError in the script.
  std::int64_t max_stack_size = 512 << 10;
  /// Bytes of source text. Exceeded: TooLarge.
  std::int64_t max_source = 256 << 10;
  /// Bytes of the encoded result. Exceeded: TooLarge.
  std::int64_t max_result = 1 << 20;
  /// Bytes of console text; what follows is cut and a marker says so.
  std::int64_t max_console_output = 64 << 10;
  /// Bytes of one host call's encoded arguments. Exceeded: an error of that
  /// call, which the script can catch.
  std::int64_t max_host_function_arguments = 1 << 20;
  /// Bytes of one host function's encoded answer. Exceeded: an error of that
  /// call, which the script can catch.
  std::int64_t max_host_function_output = 4 << 20;
  /// Host calls of a run. Exceeded: HostCallLimit.
  std::int64_t max_host_calls = 1'000;
  /// Bytes of a continuation token. Exceeded: TooLarge.
  std::int64_t max_continuation = 32 << 20;
  /// Host calls that run at the same time; further ones wait.
  std::int64_t max_in_flight_host_calls = 32;

  bool operator==(const Limits&) const = default;
};

/// Names the first limit that is not a positive integer up to 2^31-1, as in
/// `limits.timeoutMs must be a positive integer.`
Status check(const Limits& limits);

/// The smaller one of each; a limit that is off is larger than any.
Limits smaller_of(const Limits& a, const Limits& b);

}  // namespace modebox
