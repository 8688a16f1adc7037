// What the exit code of modebox tells (`modebox help exit-codes`).
#pragma once

#include "modebox/outcome.h"

namespace modebox::cli {

enum class ExitCode : int {
  completed = 0,
  script_failed = 1,
  usage = 2,
  limit = 3,
  /// The run waits for consent; its token was printed.
  interrupted = 4,
  internal = 70,
  aborted = 130,
};

/// The exit code that tells of an error of this kind.
ExitCode exit_code(ErrorKind kind);

}  // namespace modebox::cli
