// What a slot consists of, and the protocol by which a run is stopped.
//
// One atomic word says who holds the slot: HOST (the run's thread, outside guest
// code), GUEST (the run's thread, in guest code), KILLING (a stopper that is about to
// interrupt that thread), KILLED (interrupted; the thread will come out). Only the
// run's thread moves between HOST and GUEST and from KILLED to HOST; only stoppers move
// GUEST or KILLED to KILLING and on to KILLED. A thread that leaves guest code and
// finds KILLING waits: until then the stopper may still be sending it a signal, or
// taking the slot's memory away. The epoch in the word makes what comes late harmless.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "src/sandbox/image.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/slot_memory.h"
#include "src/sandbox/watchdog.h"

namespace modebox::sandbox {

enum class Holder : std::uint64_t { host, guest, killing, killed };

constexpr std::uint64_t slot_word(std::uint64_t epoch, Holder holder) {
  return epoch << 2 | static_cast<std::uint64_t>(holder);
}
constexpr std::uint64_t epoch_of(std::uint64_t word) { return word >> 2; }
constexpr Holder holder_of(std::uint64_t word) { return static_cast<Holder>(word & 3); }

constexpr std::uint64_t stop_word(std::uint64_t epoch, StopReason reason) {
  return epoch << 8 | static_cast<std::uint64_t>(reason);
}
constexpr StopReason reason_of(std::uint64_t word) { return static_cast<StopReason>(word & 0xff); }

struct SlotState {
  explicit SlotState(const Image& of) : image(of) {}

  const Image& image;
  std::uint64_t generation = fork_generation();
  std::unique_ptr<SlotMemory> memory;  // none while nobody needs it

  std::atomic<std::uint64_t> word{slot_word(1, Holder::host)};
  std::atomic<std::uint64_t> stop_request{stop_word(1, StopReason::none)};
  std::atomic<pid_t> thread{0};            // valid while GUEST or KILLING
  std::atomic<bool> memory_taken{false};   // the stopper's last step was needed
  std::shared_ptr<Watchdog::Alarm> alarm;  // for the later steps of a stop
  std::atomic<std::uint32_t> stop_step{0};

  // Of the lease: the run's thread only.
  std::optional<EntryResult> end;  // how the run ended by force
  bool entered = false;
  std::span<const std::byte> pending_reply;

  /// The first step of a stop whose reason is noted, and the later ones.
  void interrupt(std::uint64_t epoch) noexcept;
  void interrupt_harder() noexcept;
  /// Between leases: what was meant for the last one has no effect any more.
  void next_epoch();
};

}  // namespace modebox::sandbox
