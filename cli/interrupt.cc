#include "cli/interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

namespace modebox::cli {
namespace {

/// Wakes the watching thread to end.
constexpr int quit_signal = SIGUSR2;

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, quit_signal})
    sigaddset(&signals, signal);
  return signals;
}

void watch(const Cancel& cancel, const std::atomic<bool>& ending) {
  const sigset_t signals = watched_signals();
  bool cancelled = false;
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (signal == quit_signal && ending) return;
    if (signal == quit_signal) continue;  // somebody else's
    if (std::exchange(cancelled, true)) _exit(130);
    cancel.cancel();
  }
}

}  // namespace

InterruptWatch::InterruptWatch(Cancel cancel) {
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::thread([this, cancel = std::move(cancel)] { watch(cancel, ending_); });
}

InterruptWatch::~InterruptWatch() {
  ending_ = true;
  pthread_kill(thread_.native_handle(), quit_signal);
  thread_.join();
}

}  // namespace modebox::cli
