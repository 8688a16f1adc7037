// A thing that a process has once, and that a child made by fork makes anew:
// threads are gone there, descriptors and locks are in an unknown state. What the
// parent had is abandoned in the child, not destroyed.
#pragma once

#include <atomic>
#include <cstdint>

#include "src/sandbox/sandbox.h"

namespace modebox::sandbox {

/// Constructed on first use per process, never destroyed. Thread-safe.
template <typename T>
class PerProcess {
 public:
  /// `make` gives a new T; it must not start anything yet, because when two
  /// threads come first at once, one of the two things is deleted again.
  explicit constexpr PerProcess(T* (*make)()) : make_(make) {}

  T& get() {
    const std::uint64_t generation = fork_generation();
    Holder* holder = holder_.load(std::memory_order_acquire);
    if (holder != nullptr && holder->generation == generation) return *holder->thing;
    auto* fresh = new Holder{generation, make_()};
    while (holder == nullptr || holder->generation != generation) {
      if (holder_.compare_exchange_weak(holder, fresh, std::memory_order_acq_rel)) {
        return *fresh->thing;
      }
    }
    delete fresh->thing;
    delete fresh;
    return *holder->thing;
  }

 private:
  struct Holder {
    std::uint64_t generation;
    T* thing;
  };
  T* (*make_)();
  std::atomic<Holder*> holder_{nullptr};
};

}  // namespace modebox::sandbox
