// The code that runs on the guest's stack, or may be abandoned by a stop or a trap
// at any instruction: entering and leaving guest code, the imports, the trap, and the
// signal handler. Nothing here has a destructor, takes a lock or allocates. Compiled
// without sanitizers and in the section of the guest's own code, because that section
// is where a stop signal may end the stay: a signal that interrupts anything else (a
// handler of the host that itself interrupted the guest, the C library) must not.
#include <sched.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "src/sandbox/activation.h"

#define MODEBOX_GUEST_CODE __attribute__((section("modebox_guest"), noinline))
#define MODEBOX_INSIDE inline __attribute__((always_inline))

// Set by the linker to the ends of the section.
extern "C" __attribute__((visibility("hidden"))) const char __start_modebox_guest[],
    __stop_modebox_guest[];

namespace modebox::sandbox {

namespace {
// Initial-exec: a handler must not be the one who allocates it.
__attribute__((tls_model("initial-exec"))) thread_local Activation* current_activation = nullptr;

MODEBOX_INSIDE void signal_fence() { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// The slot goes back to the host, however far a stopper has come. True if none had.
MODEBOX_INSIDE bool take_back(SlotState& slot) {
  std::uint64_t word = slot.word.load(std::memory_order_relaxed);
  const std::uint64_t host = slot_word(epoch_of(word), Holder::host);
  bool stopped = false;
  for (int waits = 0;;) {
    if (holder_of(word) == Holder::host) return !stopped;
    if (holder_of(word) == Holder::killing) {
      stopped = true;
      // A stopper of lower priority on the same core needs more than a yield.
      if (++waits < 100) {
        sched_yield();
      } else {
        usleep(50);
      }
      word = slot.word.load(std::memory_order_acquire);
      continue;
    }
    stopped |= holder_of(word) == Holder::killed;
    if (slot.word.compare_exchange_weak(word, host, std::memory_order_acq_rel)) return !stopped;
  }
}

/// False if the run is to stop; the slot is then the host's (still, or again).
MODEBOX_INSIDE bool begin_guest(Activation& activation) {
  SlotState& slot = *activation.slot;
  const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
  activation.in_guest = true;
  signal_fence();
  slot.word.store(slot_word(epoch_of(word), Holder::guest), std::memory_order_seq_cst);
  if (reason_of(slot.stop_request.load(std::memory_order_seq_cst)) == StopReason::none) {
    return true;
  }
  activation.in_guest = false;
  signal_fence();
  take_back(slot);
  return false;
}

/// False if the run is to stop.
MODEBOX_INSIDE bool end_guest(Activation& activation) {
  activation.in_guest = false;
  signal_fence();
  return take_back(*activation.slot);
}

[[noreturn]] MODEBOX_INSIDE void leave(Activation& activation, std::uint32_t code) {
  modebox_switch_leave(&activation.frame, code);
}

/// On the guest's stack.
MODEBOX_GUEST_CODE void guest_main(void* argument) {
  Activation& activation = *static_cast<Activation*>(argument);
  if (!begin_guest(activation)) leave(activation, leave_stopped);
  activation.result =
      modebox_switch_call_guest(activation.function, activation.slot->memory->base(),
                                activation.arguments[0], activation.arguments[1]);
  if (!end_guest(activation)) leave(activation, leave_stopped);
}

/// Runs `serve` as the host, in the middle of guest code.
MODEBOX_INSIDE void as_host(Activation& activation, std::uint32_t (*serve)(void*)) {
  if (!end_guest(activation)) leave(activation, leave_stopped);
  modebox_switch_call_host(&activation.frame, serve, &activation);
  if (!begin_guest(activation)) leave(activation, leave_stopped);
}

#if defined(__x86_64__)
std::uintptr_t interrupted_at(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
std::uintptr_t stack_pointer_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
}
void go_on_leaving(ucontext_t& context, SwitchFrame* frame, std::uint32_t code) {
  auto& registers = context.uc_mcontext.gregs;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&modebox_switch_leave);
  registers[REG_RDI] = reinterpret_cast<greg_t>(frame);
  registers[REG_RSI] = static_cast<greg_t>(code);
  registers[REG_RSP] = reinterpret_cast<greg_t>(frame->host_stack);
}
#elif defined(__aarch64__)
std::uintptr_t interrupted_at(const ucontext_t& context) { return context.uc_mcontext.pc; }
std::uintptr_t stack_pointer_of(const ucontext_t& context) { return context.uc_mcontext.sp; }
void go_on_leaving(ucontext_t& context, SwitchFrame* frame, std::uint32_t code) {
  context.uc_mcontext.pc = reinterpret_cast<std::uint64_t>(&modebox_switch_leave);
  context.uc_mcontext.regs[0] = reinterpret_cast<std::uint64_t>(frame);
  context.uc_mcontext.regs[1] = code;
  context.uc_mcontext.sp = reinterpret_cast<std::uint64_t>(frame->host_stack);
}
#endif

/// What a signal means for the stay that it interrupted: the code to leave it
/// with, or 0.
std::uint32_t judge(const Activation& activation, int signal, const siginfo_t& info,
                    const ucontext_t& context) {
  if (signal != SIGSEGV && signal != SIGBUS) {
    const Holder holder = holder_of(activation.slot->word.load(std::memory_order_acquire));
    const std::uintptr_t at = interrupted_at(context);
    const bool in_guest_code = at >= reinterpret_cast<std::uintptr_t>(__start_modebox_guest) &&
                               at < reinterpret_cast<std::uintptr_t>(__stop_modebox_guest);
    const bool stopping = holder == Holder::killing || holder == Holder::killed;
    return in_guest_code && stopping ? leave_stopped : 0;
  }
  if (info.si_code <= 0) return 0;  // sent by somebody
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  const std::uintptr_t stack = stack_pointer_of(context);
  const bool on_low_stack = stack >= activation.stack_low && stack < activation.stack_high &&
                            stack - activation.stack_low < (2u << 20);
  // The kernel could not put another signal's frame on the stack any more.
  if (info.si_code == SI_KERNEL && on_low_stack) {
    return static_cast<std::uint32_t>(TrapKind::stack_exhausted);
  }
  if (address >= activation.stack_low && address < activation.stack_high) {
    return static_cast<std::uint32_t>(TrapKind::stack_exhausted);
  }
  if (activation.slot->memory->contains(address)) {
    return static_cast<std::uint32_t>(TrapKind::memory_fault);
  }
  return 0;
}

}  // namespace

const char stop_signal_mark = 0;

void handle_signal(int signal, void* information, void* ucontext) {
  const auto& info = *static_cast<const siginfo_t*>(information);
  auto& context = *static_cast<ucontext_t*>(ucontext);
  const bool stop = info.si_code == SI_QUEUE && info.si_ptr == &stop_signal_mark;
  Activation* activation = current_activation;
  if (activation != nullptr && activation->in_guest) {
    if (signal == SIGSEGV || signal == SIGBUS || stop) {
      if (const std::uint32_t code = judge(*activation, signal, info, context)) {
        activation->in_guest = false;
        signal_fence();
        std::memcpy(&context.uc_sigmask, &activation->signal_mask, sizeof(std::uint64_t));
        go_on_leaving(context, &activation->frame, code);
        return;
      }
    }
  }
  if (!stop) chain_signal(signal, information, ucontext);
}

std::uint32_t run_activation(Activation& activation) {
  activation.outer = current_activation;
  current_activation = &activation;
  signal_fence();
  const SwitchTarget target = {&guest_main, &activation,
                               reinterpret_cast<void*>(activation.stack_high)};
  const std::uint32_t code = modebox_switch_enter(&activation.frame, &target);
  // In the child of a fork the slot is abandoned as it is.
  if (code != 0 && activation.generation == fork_generation()) take_back(*activation.slot);
  current_activation = activation.outer;
  signal_fence();
  return code;
}

}  // namespace modebox::sandbox

using modebox::sandbox::Activation;
using modebox::sandbox::as_host;
using modebox::sandbox::current_activation;

extern "C" {

MODEBOX_GUEST_CODE void guest_trap(int kind) {
  Activation& activation = *current_activation;
  activation.in_guest = false;
  modebox::sandbox::signal_fence();
  modebox::sandbox::leave(activation, static_cast<std::uint32_t>(kind));
}

MODEBOX_GUEST_CODE std::uint32_t guest_import_call(std::uint32_t address, std::uint32_t length) {
  Activation& activation = *current_activation;
  activation.import_arguments[0] = address;
  activation.import_arguments[1] = length;
  as_host(activation, &modebox::sandbox::serve_call);
  return static_cast<std::uint32_t>(activation.import_result);
}

MODEBOX_GUEST_CODE double guest_import_poll(std::uint32_t what) {
  Activation& activation = *current_activation;
  activation.import_arguments[0] = what;
  as_host(activation, &modebox::sandbox::serve_poll);
  return activation.import_number;
}

MODEBOX_GUEST_CODE std::uint32_t guest_memory_grow(std::uint32_t delta) {
  Activation& activation = *current_activation;
  activation.import_arguments[0] = delta;
  as_host(activation, &modebox::sandbox::serve_grow);
  return static_cast<std::uint32_t>(activation.import_result);
}

// The guest's bulk operations, on the host's memory functions. A sanitizer puts
// its own in their place, and those can not be abandoned by a fault in between.
#if defined(MODEBOX_SANITIZED)
MODEBOX_GUEST_CODE void guest_bulk_move(std::uint8_t* to, const std::uint8_t* from,
                                        std::uint64_t count) {
  if (to <= from) {
    for (std::uint64_t i = 0; i < count; ++i) __atomic_store_n(to + i, from[i], __ATOMIC_RELAXED);
  } else {
    for (std::uint64_t i = count; i-- > 0;) __atomic_store_n(to + i, from[i], __ATOMIC_RELAXED);
  }
}
MODEBOX_GUEST_CODE void guest_bulk_fill(std::uint8_t* to, int value, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    __atomic_store_n(to + i, static_cast<std::uint8_t>(value), __ATOMIC_RELAXED);
  }
}
#else
MODEBOX_GUEST_CODE void guest_bulk_move(std::uint8_t* to, const std::uint8_t* from,
                                        std::uint64_t count) {
  std::memmove(to, from, count);
}
MODEBOX_GUEST_CODE void guest_bulk_fill(std::uint8_t* to, int value, std::uint64_t count) {
  std::memset(to, value, count);
}
#endif
}
