// What a test file expects of a run, compared with what the run gave. Every
// function answers with the difference in words, or an empty string if there
// is none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modebox/outcome.h"
#include "modebox/value.h"
#include "tests/runner/case_file.h"

namespace modebox::tests {

/// One line: `completed {"a": 1}`, or `Uncaught RUN_UNCAUGHT TypeError "text" at 1:2`.
std::string outcome_text(const Outcome& outcome);

/// Against every expectation in the file's header. `records` are the arguments
/// of `t.rec`.
std::string differences(const CaseFile& file, const RunResult& result,
                        const std::vector<Value>& records);

/// The same, but whatever is logged is fine.
std::string directive_differences(const CaseFile& file, const RunResult& result,
                                  const std::vector<Value>& records);

/// Against alternatives as in `Timeout | completed "x" | Uncaught RangeError`:
/// one of them must be what happened.
std::string not_among(std::string_view alternatives, const Outcome& outcome);

}  // namespace modebox::tests
