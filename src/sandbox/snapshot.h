// The changes of a run as bytes, before they are compressed. Internal; the engine uses
// Slot::freeze and Slot::thaw.
#pragma once

#include <cstddef>
#include <vector>

#include "modebox/result.h"
#include "src/sandbox/sandbox.h"

namespace modebox::sandbox {

/// Of a slot that is not in an entry.
Result<std::vector<std::byte>> changes_of(Slot& slot);

}  // namespace modebox::sandbox
