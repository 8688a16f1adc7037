// Runs one script as an engine would, under rules for inline slices that no engine has.
#pragma once

#include <memory>
#include <string>

#include "modebox/engine.h"
#include "modebox/toolbox.h"
#include "src/engine/lent_thread.h"

namespace modebox::tests {

/// What an engine lends to its runs. Not thread-safe.
class Stage {
 public:
  explicit Stage(const engine::SliceRules& rules);
  ~Stage();

  /// Starts the script on this thread, which is lent to it; the result, whichever
  /// thread it comes from. `meanwhile` is called again and again until then.
  RunResult run(const std::string& source, const Toolbox& tools, RunOptions options,
                const std::function<void()>& meanwhile = {});
  /// Whether the last run ended before it gave this thread back.
  bool ended_here() const { return ended_here_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  bool ended_here_ = false;
};

/// Rules under which every entry is undone at its so manyth request to the host, and
/// otherwise has all the time that it needs.
engine::SliceRules rules_that_undo_at(unsigned request);

}  // namespace modebox::tests
