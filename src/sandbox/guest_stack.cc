// One stack is kept per thread, for the usual case, and a few for all.
#include "src/sandbox/guest_stack.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/sandbox/per_process.h"

namespace modebox::sandbox {
namespace {

constexpr std::size_t all = GuestStack::guard + GuestStack::usable;
constexpr std::size_t most_spares = 16;

struct Spares {
  std::mutex mutex;
  std::vector<std::uint8_t*> stacks;
};

Spares& spares() {
  static PerProcess<Spares> spares([] { return new Spares; });
  return spares.get();
}

void put_aside(std::uint8_t* memory) {
  Spares& shared = spares();
  {
    std::lock_guard lock(shared.mutex);
    if (shared.stacks.size() < most_spares) {
      shared.stacks.push_back(memory);
      return;
    }
  }
  munmap(memory, all);
}

struct ThreadsStack {
  std::uint8_t* memory = nullptr;
  std::uint64_t generation = 0;

  ~ThreadsStack() {
    if (memory != nullptr && generation == fork_generation()) put_aside(memory);
  }
};
thread_local ThreadsStack threads_stack;

Result<std::uint8_t*> map_stack() {
  void* made = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (made == MAP_FAILED) {
    return Error{std::string("The system refused a sandbox the memory for its stack: ") +
                 std::strerror(errno) + "."};
  }
  if (mprotect(made, GuestStack::guard, PROT_NONE) != 0 || madvise(made, all, MADV_DONTFORK) != 0) {
    const int error = errno;
    munmap(made, all);
    return Error{std::string("The system refused a sandbox the guard of its stack: ") +
                 std::strerror(error) + "."};
  }
  (void)madvise(made, all, MADV_NOHUGEPAGE);
  (void)madvise(made, all, MADV_DONTDUMP);
  return static_cast<std::uint8_t*>(made);
}

/// Whether the stack was used below `kept`: two pages there are looked at, which
/// no row of frames skips, and which are zero until then.
bool used_deeply(const std::uint8_t* memory) {
  const std::uint8_t* mark = memory + all - GuestStack::kept - 8192;
  return mark[0] != 0 || std::memcmp(mark, mark + 1, 8191) != 0;
}

}  // namespace

Result<GuestStack> GuestStack::take() {
  const std::uint64_t generation = fork_generation();
  std::uint8_t* memory = std::exchange(threads_stack.memory, nullptr);
  if (memory != nullptr && threads_stack.generation == generation) {
    return GuestStack(memory, generation);
  }
  {
    Spares& shared = spares();
    std::lock_guard lock(shared.mutex);
    if (!shared.stacks.empty()) {
      memory = shared.stacks.back();
      shared.stacks.pop_back();
      return GuestStack(memory, generation);
    }
  }
  Result<std::uint8_t*> made = map_stack();
  if (!made) return std::move(made).error();
  return GuestStack(*made, generation);
}

GuestStack::GuestStack(GuestStack&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), generation_(other.generation_) {}

GuestStack::~GuestStack() {
  if (memory_ == nullptr || generation_ != fork_generation()) return;
  if (used_deeply(memory_) && madvise(memory_ + guard, usable - kept, MADV_DONTNEED) != 0) {
    munmap(memory_, all);
    return;
  }
  if (threads_stack.memory == nullptr || threads_stack.generation != generation_) {
    threads_stack.memory = memory_;
    threads_stack.generation = generation_;
  } else {
    put_aside(memory_);
  }
}

}  // namespace modebox::sandbox
