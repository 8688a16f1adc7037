// The folder of test files that a test program goes through, as parameters of
// its tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace modebox::tests {

/// `tests/<folder>` of the source tree.
std::filesystem::path corpus_root(const std::string& folder);
/// Its test files.
std::vector<std::filesystem::path> corpus(const std::string& folder);
/// `values_date` for `.../scenarios/values/date.js`.
std::string test_name(const std::filesystem::path& root, const std::filesystem::path& file);

}  // namespace modebox::tests
