// What this process holds, read from /proc: tests check that it stays flat.
#pragma once

#include <cstddef>
#include <string>

namespace modebox::tests {

/// Resident memory in bytes, after returning freed heap to the system.
std::size_t resident_bytes();
/// Open file descriptors.
std::size_t open_descriptors();
/// Mappings of the address space.
std::size_t mappings();
/// Threads.
std::size_t threads();

/// True in builds with a sanitizer, where memory is not flat and time passes
/// more slowly.
bool sanitized();
/// What times are multiplied with in such builds, or by MODEBOX_TEST_SLOWNESS,
/// and on a machine that is busy with other things.
double slowness();
/// `wanted` repetitions, or fewer as MODEBOX_TEST_REPEAT asks; at least 1.
int repetitions(int wanted);

}  // namespace modebox::tests
