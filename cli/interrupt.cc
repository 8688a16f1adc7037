#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

namespace modebox::cli {
namespace {

/// Ends the watching thread; nobody else sends it to this thread.
constexpr int quit_signal = SIGUSR2;

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, quit_signal}) sigaddset(&signals, signal);
  return signals;
}

void watch(const Cancel& cancel) {
  const sigset_t signals = watched_signals();
  bool cancelled = false;
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (signal == quit_signal) return;
    if (std::exchange(cancelled, true)) _exit(130);
    cancel.cancel();
  }
}

}  // namespace

InterruptWatch::InterruptWatch(Cancel cancel) {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([cancel = std::move(cancel)] { watch(cancel); });
}

InterruptWatch::~InterruptWatch() {
  pthread_kill(thread_.native_handle(), quit_signal);
  thread_.join();
}

}  // namespace modebox::cli
