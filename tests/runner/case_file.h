// A test case as it stands in a file: a JavaScript source whose leading comment
// block says how to run it and what must become of it. The directives are
// listed in tests/README.md; an unknown one is an error, so that a misspelt
// expectation can not pass unnoticed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/engine.h"

namespace modebox::tests {

struct CaseFile {
  /// Path below the folder it was found in, without `.js`.
  std::string name;
  /// The whole file, header included: line 1 of the source is line 1 of it.
  std::string source;
  /// `name: value` lines of the header, in order.
  std::vector<std::pair<std::string, std::string>> directives;

  std::optional<std::string> find(std::string_view directive) const;
  std::vector<std::string> find_all(std::string_view directive) const;
};

/// Throws std::runtime_error naming the file and line that is wrong.
CaseFile read_case(const std::filesystem::path& root, const std::filesystem::path& file);
/// As above, from text.
CaseFile parse_case(std::string name, std::string source);

/// All `*.js` files below `root` in order of name, but those in folders named
/// `support`.
std::vector<std::filesystem::path> find_cases(const std::filesystem::path& root);

/// The run options a case asks for, on top of `limits`.
RunOptions run_options(const CaseFile& file, const Limits& limits);

/// Sets limits from text such as `timeoutMs=500 fuel=1000`.
void set_limits(Limits& limits, std::string_view text);

}  // namespace modebox::tests
