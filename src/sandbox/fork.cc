// Which generation of forks this process is: a page that the kernel wipes in the
// child tells, whoever called fork or clone and however.
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

#include "src/sandbox/sandbox.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18
#endif

namespace modebox::sandbox {
namespace {

// The mark's values: in the process that made it, in a child that has not
// noticed, and while one of its threads is counting.
constexpr std::uint64_t alive = 1, wiped = 0, noticing = 2;

// Without kernel support (before 4.14) a handler of pthread_atfork wipes the mark.
struct ForkMark {
  std::atomic<std::uint64_t> fallback{alive};
  std::atomic<std::uint64_t>* state = &fallback;
  std::atomic<std::uint64_t> generation{1};

  ForkMark() {
    void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED && madvise(page, 4096, MADV_WIPEONFORK) == 0) {
      state = new (page) std::atomic<std::uint64_t>(alive);
    } else {
      pthread_atfork(nullptr, nullptr, [] { mark().state->store(wiped); });
    }
  }

  static ForkMark& mark() {
    static ForkMark* mark = new ForkMark;  // outlives every static destructor
    return *mark;
  }
};

}  // namespace

std::uint64_t fork_generation() {
  static ForkMark& mark = ForkMark::mark();
  while (mark.state->load(std::memory_order_acquire) != alive) [[unlikely]] {
      std::uint64_t before = wiped;
      if (mark.state->compare_exchange_strong(before, noticing)) {
        mark.generation.fetch_add(1);
        mark.state->store(alive);
      } else if (before == noticing) {
        sched_yield();
      }
    }
  return mark.generation.load(std::memory_order_acquire);
}

}  // namespace modebox::sandbox
