#include "src/net/fork.h"

#include <pthread.h>

#include <atomic>

namespace modebox::net {
namespace {

std::atomic<std::uint64_t> generation{1};

}  // namespace

std::uint64_t fork_generation() {
  static const int once = pthread_atfork(nullptr, nullptr, [] { ++generation; });
  static_cast<void>(once);
  return generation.load();
}

}  // namespace modebox::net
