// Makes random scripts that call tools in every way that scripts do.
#pragma once

#include <cstdint>
#include <string>

namespace modebox::tests {

/// The same script for the same seed. Its value, what each of its branches prints (each
/// line begins with the branch's name) and which calls it makes do not depend on the
/// order in which concurrent calls are answered.
std::string make_script(std::uint64_t seed);

}  // namespace modebox::tests
