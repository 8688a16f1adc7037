// The test files that a test program goes through, as parameters of its tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace modebox::tests {

/// `tests` of the source tree.
std::filesystem::path tests_root();
/// The test files of `tests/<folder>`, and those of `tests/issues` that are of
/// its kind: with `must-end` they are escapes, otherwise scenarios.
std::vector<std::filesystem::path> corpus(const std::string& folder);
/// `values_date` for `tests/scenarios/values/date.js`.
std::string test_name(const std::filesystem::path& file);

}  // namespace modebox::tests
