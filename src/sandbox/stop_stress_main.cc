// modebox_stop_stress [RUNS [THREADS]]: runs that are stopped at every moment of
// their life, over and over, nested ones too, while other threads make faults. Ends
// with 1 if a run ended in any way but those it may, or left its memory dirty.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "src/sandbox/slot_state.h"
#include "src/sandbox/test_guest.h"

extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }

namespace modebox::sandbox {
namespace {

/// One runner and its stopper share this.
struct Target {
  std::atomic<Slot*> slot{nullptr};
  std::atomic<std::uint64_t> epoch{0};
};

struct Counts {
  std::atomic<long> returned{0}, stopped{0}, trapped{0}, wrong{0};
};

std::string random_command(std::mt19937& random) {
  switch (random() % 8) {
    case 0:
      return "lf";
    case 1:
      return "lm";
    case 2:
      return "lg";
    case 3:
      return "lp";
    case 4:
      return "lh";
    case 5:
      return command("mr", {0});
    case 6:
      return random() % 16 == 0 ? "n" : command("mg", {1});
    default:
      return command("ln", {static_cast<std::uint32_t>(random() % 5000)});
  }
}

bool may_end_so(const std::string& message, const EntryResult& result) {
  if (result.end == EntryEnd::stopped) return result.reason == StopReason::aborted;
  if (message[0] == 'n') return result.trap == TrapKind::stack_exhausted;
  if (message.substr(0, 2) == "mr") return result.trap == TrapKind::memory_fault;
  const bool endless = message[0] == 'l' && message[1] != 'n';
  return result.end == EntryEnd::returned && !endless;
}

void count(const std::string& message, const EntryResult& result, Counts& counts) {
  if (!may_end_so(message, result)) {
    ++counts.wrong;
    std::fprintf(stderr, "%.2s ended %d %d %d\n", message.c_str(), static_cast<int>(result.end),
                 static_cast<int>(result.trap), static_cast<int>(result.reason));
  }
  ++(result.end == EntryEnd::returned  ? counts.returned
     : result.end == EntryEnd::stopped ? counts.stopped
                                       : counts.trapped);
}

void run_one(std::mt19937& random, Target& target, Counts& counts, int depth) {
  TestHost host;
  if (depth == 0) {
    host.on_call = [&](auto) {
      if (host.calls == 1 && random() % 4 == 0) {
        const Lease inner = lease();
        const std::string message = command("ln", {1000});
        count(message, enter(inner.slot(), message, host), counts);
      }
      return CallAnswer{};
    };
  }
  const Lease taken = lease();
  if (!taken.slot().equals_image()) ++counts.wrong;
  target.epoch = taken.epoch();
  target.slot = &taken.slot();
  for (int entry = 0; entry < 2; ++entry) {
    const std::string message = random_command(random);
    const EntryResult result = enter(taken.slot(), message, host);
    count(message, result, counts);
    if (result.end != EntryEnd::returned) break;
  }
  target.slot = nullptr;
}

void stop_again_and_again(Target& target, const std::atomic<bool>& over, unsigned seed) {
  std::mt19937 random(seed);
  while (!over) {
    const auto until =
        std::chrono::steady_clock::now() + std::chrono::nanoseconds(random() % 60000);
    while (std::chrono::steady_clock::now() < until) {
    }
    if (Slot* slot = target.slot.load()) slot->stop(target.epoch.load(), StopReason::aborted);
  }
}

int stress(long runs, int threads) {
  Counts counts;
  std::atomic<bool> over{false};
  std::vector<Target> targets(static_cast<std::size_t>(threads));
  std::vector<std::thread> runners, stoppers;
  hostile_pool();
  for (int t = 0; t < threads; ++t) {
    Target& target = targets[static_cast<std::size_t>(t)];
    stoppers.emplace_back(
        [&, t] { stop_again_and_again(target, over, 100u + static_cast<unsigned>(t)); });
    runners.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (long i = 0; i < runs / threads; ++i) run_one(random, target, counts, 0);
    });
  }
  for (std::thread& runner : runners) runner.join();
  over = true;
  for (std::thread& stopper : stoppers) stopper.join();
  std::printf("%ld returned, %ld stopped, %ld trapped, %ld wrong\n", counts.returned.load(),
              counts.stopped.load(), counts.trapped.load(), counts.wrong.load());
  return counts.wrong == 0 && works() ? 0 : 1;
}

}  // namespace
}  // namespace modebox::sandbox

int main(int argc, char** argv) {
  const long runs = argc > 1 ? std::atol(argv[1]) : 100000;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
  return modebox::sandbox::stress(runs, threads);
}
