// Asking a person on the terminal whether calls may be made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/file.h"
#include "modebox/approval.h"
#include "modebox/cancel.h"

namespace modebox::cli {

/// The terminal that controls the process, whatever standard input is.
class Terminal {
 public:
  /// `cancel` ends an unfinished question.
  explicit Terminal(Cancel cancel);

  /// Whether there is one, and a person is likely to see it: standard error is one too.
  bool is_there() const;
  /// Asks for each call in turn; the answers, up to where the person put the rest off,
  /// the terminal went away, or the run was cancelled.
  std::vector<Resolution> ask(const std::vector<Interruption>& interruptions);
  /// Whether that happened: then there is nobody to ask any more.
  bool is_put_off() const { return put_off_; }

 private:
  enum class Reading { line, ended };

  void write(const std::string& text) const;
  Reading read_line(std::string& line);
  /// `number` says which of how many it is.
  std::size_t width() const;
  std::optional<Resolution> ask_for(const Interruption& interruption, const std::string& number);

  Cancel cancel_;
  File file_;
  std::string read_ahead_;
  bool put_off_ = false;
};

}  // namespace modebox::cli
