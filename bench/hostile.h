// Programs that only the clock can end. Each keeps another part of the engine
// busy: a stop has to work in all of them.
#pragma once

#include <span>
#include <string_view>

namespace modebox::bench {

struct Hostile {
  std::string_view name;
  std::string_view source;
};

std::span<const Hostile> hostile_programs();

}  // namespace modebox::bench
