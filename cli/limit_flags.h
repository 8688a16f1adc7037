// A flag for each limit: `--timeout-ms` for `timeoutMs`, and so on.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <string_view>

#include "modebox/limits.h"

namespace modebox::cli {

/// Lives as long as the parser that it is added to.
class LimitFlags {
 public:
  void add_to(CLI::App& command);
  /// Sets what was given.
  void apply(Limits& limits) const;

 private:
  std::map<std::string_view, std::int64_t> given_;
};

}  // namespace modebox::cli
