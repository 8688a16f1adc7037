// Ctrl-C, and a terminal that goes away, as a cancellation.
#pragma once

#include <atomic>
#include <thread>

#include "modebox/cancel.h"

namespace modebox::cli {

/// While it lives, the first SIGINT, SIGTERM, SIGHUP or SIGQUIT cancels and the second ends the
/// process. It blocks these signals in the thread that makes it, so make it
/// before any other thread starts.
class InterruptWatch {
 public:
  explicit InterruptWatch(Cancel cancel);
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

 private:
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace modebox::cli
