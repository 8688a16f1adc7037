// Stacks for guest code: 16 MiB of address space above 1 MiB of guard each, taken
// for one entry. A guest that recurses without its interpreter noticing ends at the
// guard, as an outcome of its run. Threads keep the stack they used last.
#pragma once

#include <cstddef>
#include <cstdint>

#include "modebox/result.h"

namespace modebox::sandbox {

/// A stack, from take until destruction. Move only.
class GuestStack {
 public:
  static constexpr std::size_t usable = 16 << 20;
  static constexpr std::size_t guard = 1 << 20;
  /// Memory that a stack keeps when it is given back; what lies deeper is freed.
  static constexpr std::size_t kept = 256 << 10;

  static Result<GuestStack> take();
  GuestStack(GuestStack&& other) noexcept;
  GuestStack& operator=(GuestStack&&) = delete;
  ~GuestStack();

  /// The guard's first byte; a fault from there on up to high() is an overflow.
  std::uintptr_t low() const { return reinterpret_cast<std::uintptr_t>(memory_); }
  std::uintptr_t high() const { return low() + guard + usable; }

 private:
  explicit GuestStack(std::uint8_t* memory, std::uint64_t generation)
      : memory_(memory), generation_(generation) {}

  std::uint8_t* memory_;
  std::uint64_t generation_;
};

}  // namespace modebox::sandbox
