// The sandbox as the engine sees it: a pool of slots, each of which holds one
// guest (the interpreter compiled from wasm to native code) in a memory of its own.
// A run takes a slot, enters it with messages, and gives it back; the slot is put
// back to its image, provably, before the next run gets it. Nothing here shows
// generated code, signals or guest addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "modebox/result.h"

namespace modebox::sandbox {

/// Why a run is to end, as the host decided.
enum class StopReason : std::uint8_t {
  none,
  timeout,
  cpu_timeout,
  out_of_fuel,
  aborted,
  out_of_memory,
  host_call_limit,
  too_large,
  /// The thread is wanted back: the entry is to be undone, and made again elsewhere.
  slice_over,
  internal,
};

/// The answer to a message of the guest. The reply is borrowed until the next
/// call of the same slot; a reason other than none ends the run there.
struct CallAnswer {
  std::span<const std::byte> reply;
  StopReason stop = StopReason::none;
};

enum class PollKind : std::uint8_t { interpreter, wall_clock, monotonic };

struct PollAnswer {
  double value = 0;
  StopReason stop = StopReason::none;
};

/// What the guest can reach of its host. Called on the stack of the thread that
/// entered; `message` lies in guest memory and is valid during the call only.
class Host {
 public:
  virtual ~Host() = default;
  virtual CallAnswer call(std::span<const std::byte> message) noexcept = 0;
  virtual PollAnswer poll(PollKind kind) noexcept = 0;
  /// The guest is about to have so many bytes of memory. A reason other than none
  /// ends the run there.
  virtual StopReason grow(std::uint64_t size) noexcept {
    (void)size;
    return StopReason::none;
  }
};

/// What ended the guest's code by force. `protocol`: a pointer or length that
/// the guest gave to its host lies outside its memory.
enum class TrapKind : std::uint8_t {
  none,
  unreachable,
  memory_fault,
  stack_exhausted,
  bad_indirect_call,
  divide,
  bad_conversion,
  protocol,
};

/// "a memory fault", "a bad indirect call", ...
std::string_view to_string(TrapKind kind);

enum class EntryEnd : std::uint8_t { returned, trapped, stopped };

/// What became of one entry. The output lies in guest memory: untrusted, and
/// valid until the next entry or the end of the lease.
struct EntryResult {
  EntryEnd end = EntryEnd::returned;
  TrapKind trap = TrapKind::none;
  StopReason reason = StopReason::none;
  std::span<const std::byte> output;
};

/// A copy of what a run has changed in its memory, in this process. A value type.
struct Checkpoint {
  /// memory.size, in wasm pages.
  std::uint32_t wasm_pages = 0;
  /// Numbers of the changed pages of 4 KiB, and their content.
  std::vector<std::uint32_t> pages;
  std::vector<std::byte> bytes;
};

struct SlotState;

/// One sandbox. Its control block is never freed, so a stop that comes late is
/// harmless. Thread safety: stop and epoch from any thread at any time; the rest
/// by the run that leases the slot, on any thread, one at a time.
class Slot {
 public:
  explicit Slot(std::unique_ptr<SlotState> state);
  ~Slot();
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  /// Hands the guest a message and runs it until it returns, traps or is
  /// stopped. After a trap or a stop every further entry gives the same end.
  /// From within host.call another slot may be entered, never this one.
  EntryResult enter(std::span<const std::byte> message, Host& host);

  /// Which lease of this slot is running now.
  std::uint64_t epoch() const noexcept;
  /// Ends the lease's run as soon as it executes guest code: within a fraction
  /// of a millisecond if it does now. The first reason wins; a call for an
  /// earlier epoch does nothing.
  void stop(std::uint64_t epoch, StopReason reason) noexcept;

  /// What the guest's memory holds that the image does not, compressed: all that a
  /// run needs to go on in another slot of the same image. Between entries only;
  /// an error after a trap or a stop. The form is in docs/continuation-format.md.
  Result<std::vector<std::byte>> freeze();
  /// Brings a lease that was not entered yet to where `freeze` found another one.
  /// The snapshot must be authentic; one that is not well formed, or needs more
  /// than this lease's memory limit (code RUN_OUT_OF_MEMORY), is an Error, and the
  /// lease is of no use then.
  Status thaw(std::span<const std::byte> snapshot);

  /// Copies what the run has changed, unless that is more than `most_pages` of 4 KiB:
  /// then false. Much faster than `freeze`, and much larger. Between entries only.
  bool copy_changes(std::size_t most_pages, Checkpoint& into);
  /// Brings a lease that was not entered yet to where `copy_changes` found another.
  Status put_back(const Checkpoint& checkpoint);

  /// Bytes of guest memory in use: memory.size. Never shrinks within a lease.
  std::uint64_t memory_size() const;
  /// Pages of 4 KiB that differ from the image or were touched beyond it.
  std::uint64_t dirty_pages();
  /// Whether memory and state are those of the image. Slow; for tests.
  bool equals_image() const;

  SlotState& state() { return *state_; }

 private:
  std::unique_ptr<SlotState> state_;
};

class Pool;

/// The right to use a slot, until destruction. Move only. In a child made by
/// fork a lease of the parent is void: entries end with StopReason::internal.
class Lease {
 public:
  Lease(Pool& pool, Slot& slot) : pool_(&pool), slot_(&slot), epoch_(slot.epoch()) {}
  Lease(Lease&& other) noexcept;
  Lease& operator=(Lease&& other) noexcept;
  ~Lease();

  Slot& slot() const { return *slot_; }
  std::uint64_t epoch() const { return epoch_; }

 private:
  Pool* pool_;
  Slot* slot_;
  std::uint64_t epoch_;
};

struct Image;
struct PoolState;

/// The slots of a process. Thread-safe.
class Pool {
 public:
  static constexpr std::string_view all_taken = "all_taken";

  /// The pool of the built-in guest. After fork, the child gets a new one.
  static Pool& process();
  /// A pool of another image, which has to outlive it. Pools are never destroyed.
  static Pool& create(const Image& image, std::size_t capacity = 0);
  ~Pool();

  /// A slot in the image's state whose script may take that much memory. An
  /// error when all are taken (its code is `all_taken`) or when the system refuses
  /// memory or a thread.
  Result<Lease> acquire(std::uint64_t memory_limit_bytes);

  std::size_t capacity() const;
  std::size_t in_use() const;
  bool at_capacity() const { return in_use() >= capacity(); }
  /// Returns the memory of the slots that nobody uses to the system.
  void trim();

 private:
  friend class Lease;
  explicit Pool(std::unique_ptr<PoolState> state);
  void release(Slot& slot) noexcept;

  std::unique_ptr<PoolState> state_;
};

/// How often this process came out of a fork: what was made in an earlier
/// generation (threads, slots, descriptors) is to be abandoned and made anew.
std::uint64_t fork_generation();

/// SHA-256 of the built-in image, hexadecimal.
std::string_view image_hash();

}  // namespace modebox::sandbox
