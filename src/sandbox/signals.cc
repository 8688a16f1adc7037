// Handlers are installed by the system call itself: C libraries and sanitizers
// wrap sigaction, and a wrapper that delays a signal would delay a stop. Chaining
// keeps what it displaced in a list, oldest first: a handler that was installed over
// ours has ours as its predecessor, so when it passes a signal on (while we are
// calling it), the signal has to go to the one before it, not to itself again.
#include "src/sandbox/signals.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>

#include "src/sandbox/activation.h"
#include "src/sandbox/sandbox.h"

#ifndef SA_RESTORER
#define SA_RESTORER 0x04000000
#endif

namespace modebox::sandbox {
namespace {

/// The kernel's struct sigaction.
struct Action {
  std::uintptr_t handler = 0;  // SIG_DFL
  unsigned long flags = 0;
  void (*restorer)() = nullptr;
  std::uint64_t mask = 0;
};

constexpr std::uint64_t bit(int signal) { return 1ull << (signal - 1); }

bool sigaction_call(int signal, const Action* action, Action* before) {
  return syscall(SYS_rt_sigaction, signal, action, before, sizeof(std::uint64_t)) == 0;
}

#if defined(__x86_64__)
extern "C" void modebox_signal_return();
asm(R"(
.text
.p2align 4
.hidden modebox_signal_return
.globl modebox_signal_return
.type modebox_signal_return, @function
  nop
modebox_signal_return:
  movq $15, %rax
  syscall
.size modebox_signal_return, . - modebox_signal_return
)");
#endif

void our_handler(int signal, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  handle_signal(signal, info, context);
  errno = saved_errno;
}

Action our_action() {
  Action action;
  action.handler = reinterpret_cast<std::uintptr_t>(&our_handler);
  action.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
#if defined(__x86_64__)
  action.flags |= SA_RESTORER;
  action.restorer = &modebox_signal_return;
#endif
  return action;
}

/// The handlers that ours displaced, for one signal. Appended to under the lock,
/// read by handlers at any time.
struct Displaced {
  static constexpr std::size_t most = 16;
  std::array<Action, most> actions;
  std::atomic<std::size_t> count{0};
};

// One for SIGSEGV, SIGBUS and the stop signal.
std::array<Displaced, 3> displaced;
std::atomic<int> chosen_stop_signal{0};
// Free (0) or the generation of the holder: a child does not wait for a thread
// that it does not have.
std::atomic<std::uint64_t> claim_lock{0};

std::array<int, 3> our_signals() { return {SIGSEGV, SIGBUS, chosen_stop_signal.load()}; }

std::size_t index_of(int signal) { return signal == SIGSEGV ? 0 : signal == SIGBUS ? 1 : 2; }

class ClaimLock {
 public:
  ClaimLock() {
    const std::uint64_t generation = fork_generation();
    for (;;) {
      std::uint64_t holder = claim_lock.load();
      if (holder != generation && claim_lock.compare_exchange_weak(holder, generation)) return;
      sched_yield();
    }
  }
  ~ClaimLock() { claim_lock.store(0); }
};

bool is_ours(const Action& action) {
  return action.handler == reinterpret_cast<std::uintptr_t>(&our_handler);
}

const char* claim(int signal) {
  Action now;
  if (sigaction_call(signal, nullptr, &now) && is_ours(now)) return nullptr;
  ClaimLock lock;
  Displaced& list = displaced[index_of(signal)];
  // Into the list before it is displaced: from then on our handler runs.
  if (!sigaction_call(signal, nullptr, &now)) return "A signal handler can not be read.";
  if (is_ours(now)) return nullptr;
  std::size_t count = list.count.load();
  const auto known =
      std::find_if(list.actions.begin(), list.actions.begin() + static_cast<std::ptrdiff_t>(count),
                   [&](const Action& action) { return action.handler == now.handler; });
  if (known == list.actions.begin() + static_cast<std::ptrdiff_t>(count)) {
    if (count == Displaced::most) --count;  // somebody installs handlers without end
    list.actions[count] = now;
    list.count.store(count + 1);
  }
  const Action ours = our_action();
  if (!sigaction_call(signal, &ours, nullptr)) {
    return "The sandbox's signal handler could not be installed.";
  }
  return nullptr;
}

/// A real-time signal that nobody has a handler for.
void choose_stop_signal() {
  if (chosen_stop_signal.load() != 0) return;
  int choice = SIGRTMIN + 9;
  for (int signal = SIGRTMIN + 9; signal <= SIGRTMAX; ++signal) {
    Action now;
    if (sigaction_call(signal, nullptr, &now) && now.handler == 0) {
      choice = signal;
      break;
    }
  }
  int none = 0;
  chosen_stop_signal.compare_exchange_strong(none, choice);
}

// Chaining, per signal: the call of a displaced handler that this thread is in,
// if it still is, and which fault it saw last, to notice a handler that returns
// without effect.
struct ChainCall {
  static constexpr std::uint64_t alive = 0x6d6f6465626f7831;
  volatile std::uint64_t mark = alive;
  std::size_t depth = 0;
};
struct Chain {
  ChainCall* call = nullptr;
  std::uintptr_t last_at = 0;
  std::size_t repeats = 0;

  /// How many handlers are being called around a frame. A handler may have left
  /// by longjmp: then its frame is not above the new one, or overwritten.
  std::size_t depth_above(const void* frame) const {
    return call != nullptr && static_cast<const void*>(call) > frame &&
                   call->mark == ChainCall::alive
               ? call->depth
               : 0;
  }
};
__attribute__((tls_model("initial-exec"))) thread_local std::array<Chain, 3> chains;

void default_action(int signal, const siginfo_t& info) {
  Action action;
  sigaction_call(signal, &action, nullptr);
  // A fault happens again when we return; what was sent has to be sent again, and
  // arrives then because the signal is blocked until we return.
  if (info.si_code <= 0) syscall(SYS_tgkill, getpid(), gettid(), signal);
}

void call_displaced(const Action& action, int signal, siginfo_t* info, void* context) {
  if (action.handler == reinterpret_cast<std::uintptr_t>(SIG_IGN)) {
    // The kernel does not ignore faults either.
    if (info->si_code > 0 && signal != chosen_stop_signal.load()) default_action(signal, *info);
    return;
  }
  if (action.handler == 0) return default_action(signal, *info);
  std::uint64_t mask = action.mask, before = 0;
  if ((action.flags & SA_NODEFER) == 0) mask |= bit(signal);
  auto interrupted = std::uint64_t{0};
  std::memcpy(&interrupted, &static_cast<ucontext_t*>(context)->uc_sigmask, sizeof(interrupted));
  mask |= interrupted;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, &before, sizeof(mask));
  if ((action.flags & SA_SIGINFO) != 0) {
    reinterpret_cast<void (*)(int, siginfo_t*, void*)>(action.handler)(signal, info, context);
  } else {
    reinterpret_cast<void (*)(int)>(action.handler)(signal);
  }
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, nullptr, sizeof(mask));
}

std::uintptr_t instruction_of(void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#else
  return static_cast<ucontext_t*>(context)->uc_mcontext.pc;
#endif
}

}  // namespace

int stop_signal() { return chosen_stop_signal.load(std::memory_order_relaxed); }

void chain_signal(int signal, void* information, void* context) {
  auto* info = static_cast<siginfo_t*>(information);
  Displaced& list = displaced[index_of(signal)];
  Chain& chain = chains[index_of(signal)];
  const std::size_t count = list.count.load();
  std::size_t skip = chain.depth_above(__builtin_frame_address(0));
  // A crash reporter may put its predecessor (us) back and return, so that the
  // fault repeats: after a few identical ones, it is the older ones' turn.
  if (info->si_code > 0 && skip == 0) {
    const std::uintptr_t at =
        instruction_of(context) ^ reinterpret_cast<std::uintptr_t>(info->si_addr);
    chain.repeats = at == chain.last_at ? chain.repeats + 1 : 0;
    chain.last_at = at;
    skip = chain.repeats / 8;
  }
  if (skip >= count) return default_action(signal, *info);
  const Action action = list.actions[count - 1 - skip];
  ChainCall* const outer = chain.call;
  ChainCall call;
  call.depth = skip + 1;
  chain.call = &call;
  call_displaced(action, signal, info, context);
  call.mark = 0;
  chain.call = outer;
}

const char* claim_signals(bool all) {
  if (!all) return claim(SIGSEGV);
  choose_stop_signal();
  for (const int signal : our_signals()) {
    if (const char* problem = claim(signal)) return problem;
  }
  return nullptr;
}

bool send_stop_signal(int thread) noexcept {
  siginfo_t info = {};
  info.si_signo = stop_signal();
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_ptr = const_cast<char*>(&stop_signal_mark);
  return syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, stop_signal(), &info) == 0;
}

namespace {

/// The alternate signal stack that we give to a thread without one.
class OwnStack {
 public:
  static constexpr std::size_t size = 64 << 10;

  ~OwnStack() {
    if (memory_ == nullptr) return;
    stack_t now = {};
    if (sigaltstack(nullptr, &now) == 0 && now.ss_sp == memory_) {
      now = {};
      now.ss_flags = SS_DISABLE;
      sigaltstack(&now, nullptr);
    }
    munmap(memory_, size);
  }
  void* get() {
    if (memory_ == nullptr) {
      void* made = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (made != MAP_FAILED) memory_ = made;
    }
    return memory_;
  }

 private:
  void* memory_ = nullptr;
};

thread_local OwnStack own_stack;
thread_local std::chrono::steady_clock::time_point all_claimed, stack_checked;

std::size_t least_stack() {
#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif
  static const std::size_t least = std::max<std::size_t>(getauxval(AT_MINSIGSTKSZ), 2048) + 4096;
  return least;
}

}  // namespace

ThreadReady::ThreadReady(bool recent) : problem_(prepare(recent)) {}

const char* ThreadReady::prepare(bool recent) {
  // The other handlers are looked after now and then: they are needed for what
  // hardly ever happens (SIGBUS), or have a second way (the stop signal).
  const auto now = std::chrono::steady_clock::now();
  const bool all = now - all_claimed > std::chrono::milliseconds(100) || stop_signal() == 0;
  if (all || !recent) {
    if (const char* problem = claim_signals(all)) return problem;
    if (all) all_claimed = now;
  }
  const std::uint64_t ours = bit(SIGSEGV) | bit(SIGBUS) | bit(stop_signal());
  std::uint64_t before = 0;
  if (syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &ours, &before, sizeof(ours)) != 0) {
    return "The signals that the sandbox needs could not be unblocked.";
  }
  mask_ = before & ~ours;
  blocked_before_ = before & ours;
  // The alternate stack only changes by this thread's own doing.
  if (recent || now - stack_checked < std::chrono::milliseconds(1)) return nullptr;
  const char* problem = provide_stack();
  if (problem == nullptr && stack_before_ == nullptr) stack_checked = now;
  return problem;
}

const char* ThreadReady::provide_stack() {
  stack_t now = {};
  if (sigaltstack(nullptr, &now) != 0) return "sigaltstack does not work here.";
  if ((now.ss_flags & SS_ONSTACK) != 0) {
    return "A sandbox can not be entered from within a signal handler.";
  }
  if ((now.ss_flags & SS_DISABLE) == 0 && now.ss_size >= least_stack()) return nullptr;
  stack_t ours = {};
  ours.ss_sp = own_stack.get();
  ours.ss_size = OwnStack::size;
  if (ours.ss_sp == nullptr || sigaltstack(&ours, nullptr) != 0) {
    return "The system refused the memory for a signal stack.";
  }
  if ((now.ss_flags & SS_DISABLE) == 0) {
    stack_before_ = now.ss_sp;
    stack_before_size_ = now.ss_size;
  }
  return nullptr;
}

ThreadReady::~ThreadReady() {
  if (blocked_before_ != 0) {
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &blocked_before_, nullptr, sizeof(blocked_before_));
  }
  if (stack_before_ != nullptr) {
    stack_t before = {};
    before.ss_sp = stack_before_;
    before.ss_size = stack_before_size_;
    sigaltstack(&before, nullptr);
  }
}

}  // namespace modebox::sandbox
