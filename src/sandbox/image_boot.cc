// Booting: the module's start functions run in an ordinary slot on a blank image,
// so that no second way to run guest code is needed, and what they leave in memory
// becomes the image. The clock stands still, and randomness is refused: the image has
// to be the same wherever it is built.
#include <cstring>
#include <utility>

#include "src/sandbox/activation.h"
#include "src/sandbox/guest_stack.h"
#include "src/sandbox/image.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/sha256.h"
#include "src/sandbox/signals.h"
#include "src/sandbox/slot_state.h"

namespace modebox::sandbox {
namespace {

/// 2020-01-01, for ever; no calls.
class BootHost : public Host {
 public:
  CallAnswer call(std::span<const std::byte>) noexcept override {
    return {{}, StopReason::internal};
  }
  PollAnswer poll(PollKind kind) noexcept override {
    return {kind == PollKind::wall_clock ? 1577836800000.0 : 0, StopReason::none};
  }
};

std::vector<std::byte> initial_memory(const guest_module& module) {
  std::vector<std::byte> memory(module.initial_pages * wasm_page);
  for (std::uint32_t i = 0; i < module.data_count; ++i) {
    const guest_data_segment& segment = module.data[i];
    if (segment.address + std::uint64_t{segment.size} <= memory.size()) {
      std::memcpy(memory.data() + segment.address, segment.bytes, segment.size);
    }
  }
  return memory;
}

/// The content is what lies between the zeros at the beginning (the guest's stack) and those at
/// the end (a heap that it has not used yet).
void take_content(BootedImage& booted) {
  const std::span<const std::byte> memory = booted.memory;
  std::size_t start = wasm_page;
  while (start < memory.size() && all_zero(memory.subspan(start, page_size))) start += page_size;
  std::size_t end = memory.size();
  while (end > start && all_zero(memory.subspan(end - page_size, page_size))) end -= page_size;
  booted.image.start = start;
  booted.image.content = memory.subspan(start, end - start);
  booted.image.zeros_after = memory.size() - end;
  booted.used.clear();
  for (std::size_t at = start; at < end; at += page_size) {
    if (all_zero(memory.subspan(at, page_size))) continue;
    const auto page = static_cast<std::uint32_t>((at - start) / page_size);
    if (booted.used.empty() || booted.used.back().first + booted.used.back().count != page) {
      booted.used.push_back({page, 0});
    }
    ++booted.used.back().count;
  }
  booted.image.used = booted.used;
}

/// Calls exports one after another; 0 for those that are not there.
class Booter {
 public:
  Booter(SlotState& slot, const GuestStack& stack, const ThreadReady& thread) {
    activation_.slot = &slot;
    activation_.host = &host_;
    activation_.stack_low = stack.low();
    activation_.stack_high = stack.high();
    activation_.generation = fork_generation();
    activation_.signal_mask = thread.mask();
  }

  std::uint32_t call(guest_function function) {
    if (function == nullptr || trap_ != 0) return 0;
    activation_.function = function;
    trap_ = run_activation(activation_);
    return static_cast<std::uint32_t>(activation_.result);
  }
  std::uint32_t trap() const { return trap_; }

 private:
  BootHost host_;
  Activation activation_;
  std::uint32_t trap_ = 0;
};

}  // namespace

Result<BootedImage> boot(const guest_module& module) {
  BootedImage blank;
  blank.memory = initial_memory(module);
  blank.image.module = &module;
  blank.image.stack_pointer = module.stack_pointer;
  take_content(blank);
  ImageFile file(blank.image);
  const Result<int> descriptor = file.descriptor();
  if (!descriptor) return descriptor.error();
  auto memory = SlotMemory::map(blank.image, *descriptor);
  if (!memory) return std::move(memory).error();
  SlotState slot(blank.image);
  slot.memory = std::move(*memory);
  slot.memory->prepare(blank.memory.size() + (64 << 20));
  const ThreadReady thread(false);
  Result<GuestStack> stack = GuestStack::take();
  if (thread.problem() != nullptr) return Error{thread.problem()};
  if (!stack) return std::move(stack).error();

  Booter booter(slot, *stack, thread);
  booter.call(module.initialize);
  booter.call(module.boot);
  BootedImage booted;
  booted.image.module = &module;
  booted.image.mailbox = booter.call(module.mailbox);
  booted.image.canary = booter.call(module.canary);
  if (booter.trap() != 0) {
    return Error{"The guest's boot ended with " +
                 std::string(booter.trap() == leave_stopped
                                 ? "a host call"
                                 : to_string(static_cast<TrapKind>(booter.trap()))) +
                 "."};
  }
  const SlotMemory& result = *slot.memory;
  if (!result.holds(booted.image.mailbox, mailbox_size) ||
      !result.holds(booted.image.canary, page_size) || booted.image.canary % page_size != 0) {
    return Error{"The guest's mailbox or canary is not inside its memory, or not aligned."};
  }
  // The null zone is not readable, and stays zero.
  booted.memory.resize(result.size());
  std::memcpy(booted.memory.data() + wasm_page, result.base() + wasm_page,
              result.size() - wasm_page);
  booted.image.stack_pointer = result.instance().stack_pointer;
  take_content(booted);
  booted.image.hash = sha256_hex(booted.memory);
  return booted;
}

}  // namespace modebox::sandbox
