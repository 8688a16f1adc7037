// Entering a slot, the host's part of the imports, and the steps of a stop.
#include <chrono>
#include <cstring>
#include <utility>

#include "src/sandbox/activation.h"
#include "src/sandbox/guest_stack.h"
#include "src/sandbox/page_scanner.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/signals.h"
#include "src/sandbox/slot_state.h"

#if defined(__linux__)
#include <unistd.h>
#endif

namespace modebox::sandbox {
namespace {

EntryResult trapped(TrapKind kind) { return {EntryEnd::trapped, kind, StopReason::none, {}}; }
EntryResult stopped(StopReason reason) { return {EntryEnd::stopped, TrapKind::none, reason, {}}; }

/// The thread's id, which changes in the child of a fork.
pid_t thread_id() {
  thread_local pid_t id = 0;
  thread_local std::uint64_t generation = 0;
  const std::uint64_t now = fork_generation();
  if (generation != now) {
    id = gettid();
    generation = now;
  }
  return id;
}

/// Notes that the host ends the run itself, from inside an import.
std::uint32_t stop_here(SlotState& slot, StopReason reason) {
  const std::uint64_t epoch = epoch_of(slot.word.load(std::memory_order_relaxed));
  std::uint64_t none = stop_word(epoch, StopReason::none);
  slot.stop_request.compare_exchange_strong(none, stop_word(epoch, reason));
  return leave_stopped;
}

/// Which slot this thread entered last, and when: the next entry of the same run
/// on the same thread shortly after needs fewer checks.
struct LastEntry {
  const SlotState* slot = nullptr;
  std::uint64_t word = 0;
  std::chrono::steady_clock::time_point time;
};
thread_local LastEntry last_entry;

bool entered_recently(const SlotState& slot) {
  const auto now = std::chrono::steady_clock::now();
  const std::uint64_t word = slot.word.load(std::memory_order_relaxed);
  const bool recently = last_entry.slot == &slot && last_entry.word == word &&
                        now - last_entry.time < std::chrono::microseconds(20);
  // A check is good for that long, however many entries there are meanwhile.
  if (!recently) last_entry = {&slot, word, now};
  return recently;
}

/// One or two calls of guest functions on one stack.
class Entry {
 public:
  Entry(SlotState& slot, Host& host, const GuestStack& stack, const ThreadReady& thread)
      : slot_(slot) {
    activation_.slot = &slot;
    activation_.host = &host;
    activation_.stack_low = stack.low();
    activation_.stack_high = stack.high();
    activation_.generation = slot.generation;
    activation_.signal_mask = thread.mask();
    slot.thread.store(thread_id(), std::memory_order_relaxed);
  }

  /// What the function returned, or an end by force in slot.end.
  std::optional<std::uint64_t> call(guest_function function, std::uint64_t a, std::uint64_t b) {
    activation_.function = function;
    activation_.arguments[0] = a;
    activation_.arguments[1] = b;
    const std::uint32_t code = run_activation(activation_);
    if (code == 0) return activation_.result;
    if (slot_.generation != fork_generation()) {
      slot_.end = stopped(StopReason::internal);
      return std::nullopt;
    }
    const StopReason reason = reason_of(slot_.stop_request.load());
    if (code == leave_stopped || slot_.memory_taken.load()) {
      slot_.end = stopped(reason);
    } else {
      slot_.end = trapped(static_cast<TrapKind>(code));
    }
    return std::nullopt;
  }

 private:
  SlotState& slot_;
  Activation activation_;
};

/// Puts the message where the guest can read it; its address, or an end.
std::optional<std::uint32_t> deliver(SlotState& slot, Entry& entry,
                                     std::span<const std::byte> message) {
  std::uint32_t address = slot.image.mailbox;
  if (message.size() > mailbox_size) {
    const auto given = message.size() <= 0x7fffffff
                           ? entry.call(slot.image.module->input, message.size(), 0)
                           : std::optional<std::uint64_t>(0);
    if (!given) return std::nullopt;
    address = static_cast<std::uint32_t>(*given);
  }
  if (!slot.memory->holds(address, message.size())) {
    slot.end = trapped(TrapKind::protocol);
    return std::nullopt;
  }
  if (!message.empty()) std::memcpy(slot.memory->base() + address, message.data(), message.size());
  return address;
}

EntryResult enter_ready(SlotState& slot, std::span<const std::byte> message, Host& host,
                        const GuestStack& stack, const ThreadReady& thread) {
  Entry entry(slot, host, stack, thread);
  const auto address = deliver(slot, entry, message);
  if (!address) return *slot.end;
  const auto result = entry.call(slot.image.module->enter, *address, message.size());
  if (!result) return *slot.end;
  const std::uint64_t output = *result >> 32, length = *result & 0xffffffff;
  if (!slot.memory->holds(output, length)) {
    slot.end = trapped(TrapKind::protocol);
    return *slot.end;
  }
  return {EntryEnd::returned,
          TrapKind::none,
          StopReason::none,
          {reinterpret_cast<const std::byte*>(slot.memory->base() + output), length}};
}

}  // namespace

Slot::Slot(std::unique_ptr<SlotState> state) : state_(std::move(state)) {}
Slot::~Slot() = default;

EntryResult Slot::enter(std::span<const std::byte> message, Host& host) {
  SlotState& slot = *state_;
  if (slot.generation != fork_generation() || slot.memory == nullptr || slot.entered) {
    return stopped(StopReason::internal);
  }
  if (slot.end) return *slot.end;
  ThreadReady thread(entered_recently(slot));
  if (thread.problem() != nullptr) return stopped(StopReason::internal);
  Result<GuestStack> stack = GuestStack::take();
  if (!stack) return stopped(StopReason::internal);
  slot.entered = true;
  slot.memory->touch();
  const EntryResult result = enter_ready(slot, message, host, *stack, thread);
  slot.entered = false;
  return result;
}

std::uint64_t Slot::epoch() const noexcept { return epoch_of(state_->word.load()); }

void Slot::stop(std::uint64_t epoch, StopReason reason) noexcept {
  SlotState& slot = *state_;
  if (slot.generation != fork_generation()) return;
  std::uint64_t none = stop_word(epoch, StopReason::none);
  if (slot.stop_request.compare_exchange_strong(none, stop_word(epoch, reason))) {
    slot.interrupt(epoch);
  }
}

std::uint64_t Slot::memory_size() const {
  return state_->memory == nullptr ? 0 : state_->memory->size();
}

std::uint64_t Slot::dirty_pages() {
  // A child of fork() does not have the parent's memory.
  if (state_->generation != fork_generation()) return 0;
  if (state_->memory == nullptr || state_->memory_taken.load()) return 0;
  return state_->memory->changed_pages(page_scanner());
}

bool Slot::equals_image() const {
  return state_->memory == nullptr ||
         (!state_->memory_taken.load() && state_->memory->equals_image());
}

void SlotState::interrupt(std::uint64_t epoch) noexcept {
  std::uint64_t guest = slot_word(epoch, Holder::guest);
  if (!word.compare_exchange_strong(guest, slot_word(epoch, Holder::killing))) return;
  const bool sent = send_stop_signal(thread.load());
  stop_step.store(sent ? 0 : 2);
  word.store(slot_word(epoch, Holder::killed));
  Watchdog::process().arm(alarm, Watchdog::Clock::now() + std::chrono::milliseconds(sent ? 2 : 0));
}

/// The thread has not come out: its signal met code that must not be abandoned, or
/// went to somebody else's handler. Signal again, and then take the memory away.
void SlotState::interrupt_harder() noexcept {
  std::uint64_t now = word.load();
  const std::uint64_t epoch = epoch_of(now);
  std::uint64_t killed = slot_word(epoch, Holder::killed);
  if (holder_of(now) != Holder::killed ||
      !word.compare_exchange_strong(killed, slot_word(epoch, Holder::killing))) {
    return;
  }
  (void)send_stop_signal(thread.load());
  const std::uint32_t step = stop_step.fetch_add(1) + 1;
  // From about 10 ms after the decision on; tried again in case the system refuses.
  // Even then part of the memory may be gone, so it is not used any more.
  if (step >= 3) {
    memory_taken.store(true);
    (void)memory->take_away();
  }
  word.store(slot_word(epoch, Holder::killed));
  Watchdog::process().arm(alarm,
                          Watchdog::Clock::now() + std::chrono::milliseconds(step < 3 ? 4 : 10));
}

void SlotState::next_epoch() {
  const std::uint64_t epoch = epoch_of(word.load()) + 1;
  stop_request.store(stop_word(epoch, StopReason::none));
  word.store(slot_word(epoch, Holder::host));
  end.reset();
  pending_reply = {};
}

std::uint32_t serve_call(void* argument) {
  Activation& activation = *static_cast<Activation*>(argument);
  SlotState& slot = *activation.slot;
  const std::uint32_t address = activation.import_arguments[0];
  const auto length = static_cast<std::int32_t>(activation.import_arguments[1]);
  constexpr auto protocol = static_cast<std::uint32_t>(TrapKind::protocol);
  if (length < 0) {  // fetches the pending reply
    const std::uint64_t size = static_cast<std::uint64_t>(-static_cast<std::int64_t>(length));
    if (size != slot.pending_reply.size() || !slot.memory->holds(address, size)) return protocol;
    std::memcpy(slot.memory->base() + address, slot.pending_reply.data(), size);
    slot.pending_reply = {};
    activation.import_result = size;
    return 0;
  }
  const auto size = static_cast<std::uint64_t>(length);
  if (!slot.memory->holds(address, size)) return protocol;
  const CallAnswer answer = activation.host->call(
      {reinterpret_cast<const std::byte*>(slot.memory->base() + address), size});
  if (slot.generation != fork_generation()) return leave_stopped;
  if (answer.stop != StopReason::none) return stop_here(slot, answer.stop);
  if (answer.reply.size() > 0x7fffffff) return stop_here(slot, StopReason::too_large);
  // Where there is a reply, code of the host's user ran. It may have installed a
  // handler over ours.
  if (!answer.reply.empty() && claim_signals(false) != nullptr) {
    return stop_here(slot, StopReason::internal);
  }
  slot.pending_reply = answer.reply;
  activation.import_result = answer.reply.size();
  return 0;
}

std::uint32_t serve_poll(void* argument) {
  Activation& activation = *static_cast<Activation*>(argument);
  if (activation.import_arguments[0] > static_cast<std::uint32_t>(PollKind::monotonic)) {
    return static_cast<std::uint32_t>(TrapKind::protocol);
  }
  const PollAnswer answer =
      activation.host->poll(static_cast<PollKind>(activation.import_arguments[0]));
  if (activation.slot->generation != fork_generation()) return leave_stopped;
  if (answer.stop != StopReason::none) return stop_here(*activation.slot, answer.stop);
  activation.import_number = answer.value;
  return 0;
}

std::uint32_t serve_grow(void* argument) {
  Activation& activation = *static_cast<Activation*>(argument);
  SlotState& slot = *activation.slot;
  const std::uint32_t delta = activation.import_arguments[0];
  const StopReason stop = activation.host->grow(slot.memory->size() + delta * wasm_page);
  if (stop != StopReason::none) return stop_here(slot, stop);
  activation.import_result = slot.memory->grow(delta);
  return 0;
}

std::string_view to_string(TrapKind kind) {
  switch (kind) {
    case TrapKind::none:
      return "nothing";
    case TrapKind::unreachable:
      return "an instruction that is not to be reached";
    case TrapKind::memory_fault:
      return "a memory fault";
    case TrapKind::stack_exhausted:
      return "an exhausted stack";
    case TrapKind::bad_indirect_call:
      return "a bad indirect call";
    case TrapKind::divide:
      return "an integer division";
    case TrapKind::bad_conversion:
      return "a conversion of a number";
    case TrapKind::protocol:
      return "a bad address for the host";
  }
  return "an unknown trap";
}

}  // namespace modebox::sandbox
