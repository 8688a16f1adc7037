#include "tests/runner/corpus.h"

#include <algorithm>
#include <cctype>

#include "tests/runner/case_file.h"

namespace modebox::tests {

std::filesystem::path tests_root() { return MODEBOX_TESTS_DIR; }

std::vector<std::filesystem::path> corpus(const std::string& folder) {
  std::vector<std::filesystem::path> files = find_cases(tests_root() / folder);
  for (const std::filesystem::path& file : find_cases(tests_root() / "issues")) {
    const bool hostile = read_case(tests_root(), file).find("must-end").has_value();
    if (hostile == (folder == "escapes")) files.push_back(file);
  }
  return files;
}

std::string test_name(const std::filesystem::path& file) {
  std::string name = file.lexically_relative(tests_root()).replace_extension().generic_string();
  if (!name.starts_with("issues/")) name = name.substr(name.find('/') + 1);
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace modebox::tests
