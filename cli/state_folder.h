// The folder in which modebox remembers, for one user of this machine: which
// continuations were used, and the key of those that were sealed without a secret of
// the user's own.
#pragma once

#include <memory>
#include <string>

#include "modebox/continuation_store.h"
#include "modebox/result.h"

namespace modebox::cli {

/// `$XDG_STATE_HOME/modebox`, or `~/.local/state/modebox`. Fails if the environment
/// names neither by an absolute path.
Result<std::string> state_folder();
/// The same, made if it is not there. Fails if others may write into it.
Result<std::string> made_state_folder();

/// `continuations.db` in the state folder, a SQLite file that is opened, or made, on
/// first use.
std::shared_ptr<ContinuationStore> make_state_store();

/// Whether a key that is not there is made.
enum class MissingKey { made, refused };

/// The key in the state folder, readable by its owner only. Refuses a file that others
/// may read, or that is not the user's.
Result<std::string> state_key(MissingKey missing);

}  // namespace modebox::cli
