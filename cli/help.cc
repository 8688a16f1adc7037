#include "cli/help.h"

#include <algorithm>
#include <array>

namespace modebox::cli {
namespace {

struct Topic {
  std::string_view name;
  std::string_view summary;
  std::string_view text;
};

constexpr auto topics = std::to_array<Topic>({
    {"limits", "what a run may use, and the flag for each limit", R"(Limits of one run
  flag                                       default    exceeded
  --timeout-ms N                              30000     Timeout: wall time, waiting included
  --cpu-timeout-ms N                            off     CpuTimeout: time spent computing
  --fuel N                                      off     OutOfFuel: polls of the interpreter, deterministic
  --memory-limit-bytes N                   67108864     OutOfMemory: the script can not catch it
  --max-stack-size-bytes N                   524288     a RangeError in the script (at most 4 MiB are used)
  --max-source-bytes N                       262144     TooLarge
  --max-result-bytes N                      1048576     TooLarge
  --max-console-output-bytes N                65536     output is cut, a marker says so
  --max-host-function-arguments-bytes N     1048576     an error of that call, which the script can catch
  --max-host-function-output-bytes N        4194304     an error of that call, which the script can catch
  --max-host-calls N                           1000     HostCallLimit
  --max-in-flight-host-calls N                   32     further calls wait
  --max-continuation-bytes N               33554432     TooLarge
Each is a positive integer up to 2147483647.
)"},
    {"errors", "the kinds of failure and their codes",
     R"(A run that fails has a kind and a stable code
  Syntax              RUN_SYNTAX                the source can not be parsed
  Uncaught            RUN_UNCAUGHT              the script threw; an error's own `code` takes the code's place
  UnhandledRejection  RUN_UNHANDLED_REJECTION   a promise was rejected and nobody asked
  Timeout             RUN_TIMEOUT               over --timeout-ms
  CpuTimeout          RUN_CPU_TIMEOUT           over --cpu-timeout-ms
  OutOfFuel           RUN_OUT_OF_FUEL           over --fuel
  OutOfMemory         RUN_OUT_OF_MEMORY         over --memory-limit-bytes, or the sandbox's stack is used up
  Aborted             RUN_ABORTED               cancelled, as by Ctrl-C
  Stalled             RUN_STALLED               waits for a promise that nothing can settle
  DetachedCall        RUN_DETACHED_CALL         a host call was not awaited and still ran, or failed, at the end
  HostCallLimit       RUN_HOST_CALL_LIMIT       over --max-host-calls
  TooLarge            RUN_TOO_LARGE             the source or the result is over its limit
  NotSerializable     RUN_NOT_SERIALIZABLE      the result can not leave the sandbox; the message names the path
  Continuation        RUN_CONTINUATION_INVALID  a continuation was refused (or another of its codes)
  Config              RUN_CONFIG                an option has a value that makes no sense
  Internal            RUN_INTERNAL              a bug of modebox: please report it
)"},
    {"exit-codes", "what the exit code of modebox tells", R"(Exit codes
  0    the script completed
  1    the script failed (Syntax, Uncaught, UnhandledRejection, Stalled, DetachedCall, NotSerializable)
  2    the command line or a setting is wrong, or a file can not be read; nothing ran
  3    a limit ended the run (Timeout, CpuTimeout, OutOfFuel, OutOfMemory, HostCallLimit, TooLarge)
  70   modebox itself failed (Internal)
  130  interrupted by Ctrl-C (Aborted)
)"},
    {"output", "what modebox run prints, and the form of --json", R"(Output of modebox run
Without --json: the value on standard output (a string as it is, anything else as a literal,
nothing for undefined), console output and errors on standard error.
With --json: one object on standard output, whatever became of the run:
  {"outcome": "completed", "value": V, "logs": [...], "stats": {...}, "calls": [...]}
  {"outcome": "failed", "error": {"kind", "code", "message", "name", "stack", "line", "column"}, ...}
What JSON has no form for is written as an object with a "$type": docs/values.md lists them.
)"},
});

}  // namespace

std::optional<std::string_view> help_text(std::string_view topic) {
  const auto found = std::find_if(topics.begin(), topics.end(),
                                  [&](const Topic& entry) { return entry.name == topic; });
  if (found == topics.end()) return std::nullopt;
  return found->text;
}

std::string help_topics() {
  std::string text;
  for (const Topic& topic : topics) {
    std::string name(topic.name);
    name.resize(14, ' ');
    text += "  " + name + std::string(topic.summary) + "\n";
  }
  return text;
}

}  // namespace modebox::cli
