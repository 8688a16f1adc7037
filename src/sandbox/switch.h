// Between the host's stack and the guest's: enter, leave, and call back. In
// assembly (switch.S), because it changes the stack pointer, and because leaving has
// to be possible from any instruction of the guest, a signal handler's ucontext
// included. Saves and restores the registers a function preserves and the
// floating-point control state, which the guest gets in its own fixed form.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/sandbox/guest_module.h"

namespace modebox::sandbox {

/// One stay on a guest stack. Offsets are known to switch.S.
struct SwitchFrame {
  void* host_stack = nullptr;
  std::uint64_t result = 0;
};
static_assert(offsetof(SwitchFrame, result) == 8);

struct SwitchTarget {
  void (*function)(void*);
  void* argument;
  void* stack_top;  // aligned to 16 bytes
};
static_assert(offsetof(SwitchTarget, stack_top) == 16);

extern "C" {

/// Runs target.function(target.argument) on target.stack_top. 0 when it
/// returned, else the code it was left with.
std::uint32_t modebox_switch_enter(SwitchFrame* frame, const SwitchTarget* target);

/// Leaves the stay: modebox_switch_enter returns `code` (not 0). Frames of the
/// guest stack are abandoned, so nothing on them may need a destructor.
[[noreturn]] void modebox_switch_leave(SwitchFrame* frame, std::uint32_t code);

/// Calls function(argument) on the host's stack with the host's floating-point
/// state, from the guest's stack. If it gives a code other than 0, leaves.
void modebox_switch_call_host(SwitchFrame* frame, std::uint32_t (*function)(void*), void* argument);

/// Calls a guest function with its memory base where the generated code expects it.
std::uint64_t modebox_switch_call_guest(guest_function function, std::uint8_t* base,
                                        std::uint64_t a, std::uint64_t b);
}

}  // namespace modebox::sandbox
