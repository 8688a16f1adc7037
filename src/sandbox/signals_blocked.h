// For starting threads of our own: signals are for the host's threads.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace modebox::sandbox {

/// While it lives, the calling thread takes no signals; a thread that it starts
/// meanwhile never does.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace modebox::sandbox
