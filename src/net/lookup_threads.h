// Threads for lookups, which block and can not be stopped. One per lookup, up to 64; more wait.
// Nobody waits for one: a lookup whose request is gone ends unheard.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "src/net/resolver.h"

namespace modebox::net {

/// Calls `done` once with what `resolver` says, on a thread of its own, maybe after the process has
/// begun to end: it must hold nothing that is in its way then. Fails if there is no thread and none
/// that works.
bool look_up(std::shared_ptr<Resolver> resolver, std::string name,
             std::function<void(Result<std::vector<Address>>)> done);

}  // namespace modebox::net
