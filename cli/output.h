// What commands print: results on standard output, everything about them on standard
// error.
#pragma once

#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "modebox/outcome.h"
#include "modebox/result.h"

namespace modebox::cli {

/// Prints for one command.
class Output {
 public:
  /// `command` begins its messages: `modebox run`. `flags` are those with which a run that waits
  /// goes on.
  Output(std::string command, bool json, std::string flags = {})
      : command_(std::move(command)), json_(json), flags_(std::move(flags)) {}

  bool is_json() const { return json_; }
  /// The command can not do what it was asked.
  ExitCode refuse(ExitCode code, const std::string& message) const;
  /// The same for an error of the library, by whose code it is told apart.
  ExitCode refuse(const Error& error, const std::string& hint = {}) const;
  /// What came of a run. `source` is for excerpts; empty where it is not known.
  ExitCode result(const RunResult& result, const std::string& source_name,
                  const std::string& source) const;
  /// Console output of a stretch of a run that goes on.
  void logs(const RunResult& result) const;
  /// A text that ends with a line end, on standard output.
  ExitCode text(std::string_view text) const;

 private:
  ExitCode refuse(const RunError& error, ExitCode code) const;

  std::string command_;
  bool json_;
  std::string flags_;
};

}  // namespace modebox::cli
