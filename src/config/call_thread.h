// Threads of calls that wait for something outside: one for each, that nobody joins.
#pragma once

#include <functional>

#include "modebox/cancel.h"
#include "modebox/result.h"

namespace modebox::config {

/// Runs `work`, which must not throw, on a thread of its own. It is given what fires
/// when this process comes to its end by exit() or from main(): the work has to stop
/// then, and the process waits for that (for two seconds at most), so that no thread
/// uses what is destroyed. Fails if there can be no thread.
Status run_on_call_thread(std::function<void(const Cancel& exiting)> work);

}  // namespace modebox::config
