// One exchange with a program: it is given all of its input, and its output is
// collected until it ends, within limits. The program may read and write in any order.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/config/process.h"

namespace modebox::config {

struct ExchangeLimits {
  std::chrono::milliseconds timeout;
  /// Bytes of standard output.
  std::size_t max_output;
};

/// What came of it. A value type.
struct Exchanged {
  enum class End { exited, too_slow, too_much_output };
  End end = End::exited;
  /// Nothing if it can not even be killed.
  std::optional<Exit> exit;
  std::string output;
  /// Of standard error, the last of it as text for people.
  std::string errors;
};

/// Ends when the program has ended and its output too. Others may hold the output
/// open, such as what the program started in the background: shortly after the
/// program's end all of them are killed, and what they wrote until then counts.
Exchanged exchange(Process& process, std::string_view input, const ExchangeLimits& limits);

}  // namespace modebox::config
