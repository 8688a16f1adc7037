// What a child of fork() must not use: threads that it does not have, an event
// queue that it shares with its parent, locks that nobody will open.
#pragma once

#include <cstdint>

namespace modebox::net {

/// Another number in each process that fork() made. What remembers the number of its making
/// knows by it that it was inherited; such things are left as they are, never destroyed.
std::uint64_t fork_generation();

}  // namespace modebox::net
