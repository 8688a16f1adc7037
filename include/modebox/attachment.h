// What a toolbox keeps for one run beside the sandbox (staged writes, say), and
// the points of the run's life at which it is asked.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "modebox/result.h"

namespace modebox {

struct Completed;
struct Interrupted;
struct Failed;
using Outcome = std::variant<Completed, Interrupted, Failed>;

/// One per run and name; shared by the run's calls, which may be on several
/// threads at once. The run owns it and lets it go after `ended`.
class Attachment {
 public:
  virtual ~Attachment() = default;

  /// The run pauses: bytes that are sealed with it, and given to the factory when
  /// it goes on. No call of the run is in flight then. They count against
  /// Limits::max_continuation. An error fails the run.
  virtual Result<std::vector<std::byte>> save() = 0;

  /// The run is over, or paused; called once, before the result is handed out. It
  /// must not block or throw.
  virtual void ended(const Outcome& outcome) = 0;
};

using Attachments = std::map<std::string, std::shared_ptr<Attachment>>;

/// Makes a run's attachment; `saved` is null for a run that starts. An error
/// refuses the run before it takes anything (a continuation stays unused).
using AttachmentFactory =
    std::function<Result<std::shared_ptr<Attachment>>(const std::vector<std::byte>* saved)>;

}  // namespace modebox
