#include "src/config/call_thread.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace modebox::config {
namespace {

constexpr std::chrono::milliseconds time_to_stop{2000};

/// Never destroyed: its threads look at it until their very end.
struct CallThreads {
  std::atomic<int> running = 0;
  Cancel exiting;
};

CallThreads& threads() {
  static auto* const all = new CallThreads;
  return *all;
}

/// Destroyed when the process comes to its end. A child of fork() has none of the
/// threads, so nothing to wait for.
class EndOfProcess {
 public:
  EndOfProcess() : process_(getpid()) {}
  EndOfProcess(const EndOfProcess&) = delete;
  EndOfProcess& operator=(const EndOfProcess&) = delete;
  ~EndOfProcess() {
    if (getpid() != process_) return;
    threads().exiting.cancel();
    const auto end = std::chrono::steady_clock::now() + time_to_stop;
    while (threads().running != 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  const pid_t process_;
};

}  // namespace

Status run_on_call_thread(std::function<void(const Cancel& exiting)> work) {
  static const EndOfProcess end;
  CallThreads& all = threads();
  ++all.running;
  try {
    std::thread([&all, work = std::move(work)]() mutable {
      work(all.exiting);
      work = nullptr;  // what it holds goes before it counts as ended
      --all.running;
    }).detach();
    return done();
  } catch (const std::system_error& error) {
    --all.running;
    return Error{error.code().message()};
  }
}

}  // namespace modebox::config
