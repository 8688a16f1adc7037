// One stretch of a run, as one process makes it: from the start or from a token, to
// the end or to a pause.
#pragma once

#include <nlohmann/json.hpp>

namespace modebox::tests {

/// Which calls need consent.
enum PausePoint : int { never = 0, at_every_call = -1 };

/// Request: {source} or {token, ids}, and `pause` (a PausePoint, or the number of a
/// call). Answer: status, value and error as text, lines, calls, token, ids.
nlohmann::json run_segment(const nlohmann::json& request);

}  // namespace modebox::tests
