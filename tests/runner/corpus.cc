#include "tests/runner/corpus.h"

#include <algorithm>
#include <cctype>

#include "tests/runner/case_file.h"

namespace modebox::tests {

std::filesystem::path corpus_root(const std::string& folder) {
  return std::filesystem::path(MODEBOX_TESTS_DIR) / folder;
}

std::vector<std::filesystem::path> corpus(const std::string& folder) {
  return find_cases(corpus_root(folder));
}

std::string test_name(const std::filesystem::path& root, const std::filesystem::path& file) {
  std::string name = file.lexically_relative(root).replace_extension().generic_string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace modebox::tests
