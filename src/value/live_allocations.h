// For tests: how many allocations of the program are alive. What a piece of
// code leaves behind shows, cycles included.
#pragma once

#include <cstdint>

namespace modebox::value {

std::int64_t live_allocations();

}  // namespace modebox::value
