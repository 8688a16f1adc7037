// One stay of a thread in guest code: what the signal handlers, the imports and the
// trap function need to know, found through a thread-local pointer. Nested stays (a
// host function that runs another sandbox) form a chain.
#pragma once

#include <cstdint>

#include "src/sandbox/sandbox.h"
#include "src/sandbox/slot_state.h"
#include "src/sandbox/switch.h"

namespace modebox::sandbox {

/// The code with which a stay is left: a TrapKind, or this.
inline constexpr std::uint32_t leave_stopped = 100;

struct Activation {
  SwitchFrame frame;
  SlotState* slot = nullptr;
  Host* host = nullptr;
  Activation* outer = nullptr;
  std::uintptr_t stack_low = 0;   // the guard of the guest stack ...
  std::uintptr_t stack_high = 0;  // ... and the stack's end
  std::uint64_t generation = 0;
  std::uint64_t signal_mask = 0;

  // Set while a signal may end the stay. Read by handlers on this thread.
  volatile bool in_guest = false;

  // The guest function to call.
  guest_function function = nullptr;
  std::uint64_t arguments[2] = {};
  std::uint64_t result = 0;

  // The import in progress.
  std::uint32_t import_arguments[2] = {};
  std::uint64_t import_result = 0;
  double import_number = 0;
};

/// Enters the guest for activation.function on the stack that ends at stack_high.
/// 0 if it returned, else what it was left with. Wherever a stop comes in between,
/// the slot is HOST afterwards.
std::uint32_t run_activation(Activation& activation);

// The host's part of the imports, on the host's stack. 0 to go on in the guest.
std::uint32_t serve_call(void* activation);
std::uint32_t serve_poll(void* activation);
std::uint32_t serve_grow(void* activation);

/// What is to become of a signal that is not the guest's: signals.cc.
void chain_signal(int signal, void* info, void* context);
/// The handler of all our signals: boundary.cc.
void handle_signal(int signal, void* info, void* context);
/// What marks a stop signal as ours.
extern const char stop_signal_mark;

}  // namespace modebox::sandbox
