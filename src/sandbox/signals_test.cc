// Sharing signals with the rest of the process.
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <thread>

#include "src/sandbox/signals.h"
#include "src/sandbox/slot_state.h"
#include "src/sandbox/test_guest.h"

namespace modebox::sandbox {
namespace {

TrapKind trap_of(const std::string& message) {
  TestHost host;
  return enter(lease().slot(), message, host).trap;
}

bool traps_work() {
  return trap_of(command("mr", {0})) == TrapKind::memory_fault &&
         trap_of("n") == TrapKind::stack_exhausted && works();
}

sigjmp_buf back;
std::atomic<int> first_calls, second_calls;

void first_handler(int, siginfo_t*, void*) {
  ++first_calls;
  siglongjmp(back, 1);
}
void second_handler(int) {
  ++second_calls;
  siglongjmp(back, 1);
}

void install(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
}
void install(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(SIGSEGV, &action, nullptr);
}

/// A fault of the host itself, at an address that is nobody's.
void host_fault() {
  static void* closed = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *static_cast<volatile char*>(closed) = 1;
}

bool host_fault_comes_back() {
  if (sigsetjmp(back, 1) != 0) return true;
  host_fault();
  return false;
}

TEST(SignalsTest, AHandlerFromBeforeGetsTheHostsFaults) {
  EXPECT_EQ(in_child([] {
              install(first_handler);
              if (!traps_work() || first_calls != 0) return 1;
              if (!host_fault_comes_back() || first_calls != 1) return 2;
              return traps_work() && first_calls == 1 ? 0 : 3;
            }),
            0);
}

TEST(SignalsTest, AHandlerInstalledLaterGetsThemTooAndOurTrapsWork) {
  EXPECT_EQ(in_child([] {
              if (!traps_work()) return 1;
              install(first_handler);
              if (!traps_work() || first_calls != 0) return 2;
              if (!host_fault_comes_back() || first_calls != 1) return 3;
              install(second_handler);
              if (!traps_work() || second_calls != 0) return 4;
              if (!host_fault_comes_back() || second_calls != 1 || first_calls != 1) return 5;
              return traps_work() ? 0 : 6;
            }),
            0);
}

TEST(SignalsTest, AHandlerInstalledInAHostFunctionGetsNoneOfOurTraps) {
  EXPECT_EQ(in_child([] {
              TestHost host;
              host.on_call = [](auto) {
                install(first_handler);
                return CallAnswer{std::as_bytes(std::span("reply")), StopReason::none};
              };
              const Lease taken = lease();
              if (enter(taken.slot(), "ct", host).trap != TrapKind::memory_fault) return 1;
              return first_calls == 0 ? 0 : 2;
            }),
            0);
}

struct sigaction displaced_action;
void passing_handler(int signal, siginfo_t* info, void* context) {
  ++second_calls;
  displaced_action.sa_sigaction(signal, info, context);
}

TEST(SignalsTest, AHandlerThatPassesSignalsOnToOursIsNotCalledInCircles) {
#if defined(MODEBOX_THREAD_SANITIZER)
  GTEST_SKIP() << "the thread sanitizer's sigaction does not tell which handler was there";
#endif
  EXPECT_EQ(in_child([] {
              install(first_handler);
              if (!traps_work()) return 1;
              struct sigaction action = {};
              action.sa_sigaction = passing_handler;
              action.sa_flags = SA_SIGINFO;
              sigaction(SIGSEGV, &action, &displaced_action);
              if (!traps_work()) return 2;
              if (!host_fault_comes_back()) return 3;
              return second_calls == 1 && first_calls == 1 ? 0 : 4;
            }),
            0);
}

#if !defined(MODEBOX_ADDRESS_SANITIZER) && \
    !defined(MODEBOX_THREAD_SANITIZER)  // which report instead
void restoring_handler(int, siginfo_t*, void*) {
  ++second_calls;
  sigaction(SIGSEGV, &displaced_action, nullptr);
}

TEST(SignalsTest, AHandlerThatPutsOursBackAndReturnsDoesNotHangTheProcess) {
  EXPECT_EQ(in_child([] {
              if (!traps_work()) return 1;
              struct sigaction action = {};
              action.sa_sigaction = restoring_handler;
              action.sa_flags = SA_SIGINFO;
              sigaction(SIGSEGV, &action, &displaced_action);
              if (!traps_work()) return 2;
              alarm(10);
              host_fault();
              return 3;
            }),
            1000 + SIGSEGV);
}

TEST(SignalsTest, WithoutAHandlerTheHostsFaultEndsTheProcess) {
  EXPECT_EQ(in_child([] {
              if (!traps_work()) return 1;
              host_fault();
              return 2;
            }),
            1000 + SIGSEGV);
}
#endif

TEST(SignalsTest, SignalsThatOthersSendAreTheirs) {
  EXPECT_EQ(in_child([] {
              install(first_handler);
              if (!traps_work()) return 1;
              if (sigsetjmp(back, 1) == 0) raise(SIGSEGV);
              return first_calls == 1 && traps_work() ? 0 : 2;
            }),
            0);
  EXPECT_EQ(in_child([] {
              signal(SIGSEGV, SIG_IGN);
              if (!traps_work()) return 1;
              raise(SIGSEGV);
              return traps_work() ? 0 : 2;
            }),
            0);
}

TEST(SignalsTest, TrapsAndStopsWorkOnAThreadThatBlocksAllSignals) {
  sigset_t all, before, after;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  EXPECT_TRUE(traps_work());
  TestHost host;
  {
    const Lease taken = lease();
    std::thread stopper([&] {
      usleep(5000);
      taken.slot().stop(taken.epoch(), StopReason::timeout);
    });
    EXPECT_EQ(enter(taken.slot(), "lf", host).end, EntryEnd::stopped);
    stopper.join();
  }
  pthread_sigmask(SIG_SETMASK, &before, &after);
  for (const int signal : {SIGSEGV, SIGBUS, SIGUSR1, stop_signal()}) {
    EXPECT_EQ(sigismember(&after, signal), 1) << signal;
  }
}

TEST(SignalsTest, AnAlternateStackOfTheHostIsUsedIfItIsBigEnoughAndPutBackIfNot) {
  std::thread([] {
    for (const std::size_t size : {std::size_t{4096}, std::size_t{256 << 10}}) {
      std::string memory(size, 0);
      stack_t mine = {}, after = {};
      mine.ss_sp = memory.data();
      mine.ss_size = size;
      if (sigaltstack(&mine, nullptr) != 0) continue;  // too small for this kernel
      EXPECT_TRUE(traps_work());
      sigaltstack(nullptr, &after);
      EXPECT_EQ(after.ss_sp, memory.data());
      EXPECT_EQ(after.ss_size, size);
      mine.ss_flags = SS_DISABLE;
      sigaltstack(&mine, nullptr);
    }
  }).join();
}

TEST(SignalsTest, AnEntryFromASignalHandlerIsRefused) {
  static EntryResult result;
  static Slot* slot = nullptr;
  // Taken outside: the handler only enters.
  const Lease taken = lease();
  slot = &taken.slot();
  std::thread([] {
    std::string memory(256 << 10, 0);
    stack_t mine = {};
    mine.ss_sp = memory.data();
    mine.ss_size = memory.size();
    sigaltstack(&mine, nullptr);
    struct sigaction action = {}, before = {};
    action.sa_flags = SA_ONSTACK;
    action.sa_handler = [](int) {
      TestHost host;
      result = enter(*slot, "b", host);
    };
    sigaction(SIGUSR2, &action, &before);
    raise(SIGUSR2);
    sigaction(SIGUSR2, &before, nullptr);
    mine.ss_flags = SS_DISABLE;
    sigaltstack(&mine, nullptr);
  }).join();
  EXPECT_EQ(result.reason, StopReason::internal);
}

}  // namespace
}  // namespace modebox::sandbox
