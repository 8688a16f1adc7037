// Checkpoints: the changed pages of a slot, copied aside as they are, so that an entry
// can be undone. They stay in this process and hold no foreign bytes.
#include <cstring>

#include "src/sandbox/page_scanner.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/slot_state.h"

namespace modebox::sandbox {
namespace {

std::size_t address_of(std::uint32_t page) { return wasm_page + std::size_t{page} * page_size; }

bool is_between_entries(const SlotState& slot) {
  return slot.generation == fork_generation() && slot.memory != nullptr && !slot.entered &&
         !slot.end && slot.memory->instance().stack_pointer == slot.image.stack_pointer;
}

}  // namespace

bool Slot::copy_changes(std::size_t most_pages, Checkpoint& into) {
  const SlotState& slot = *state_;
  if (!is_between_entries(slot)) return false;
  into.wasm_pages = slot.memory->instance().pages;
  into.pages.clear();
  for (const PageRange& range : slot.memory->live_pages(page_scanner())) {
    if (into.pages.size() + range.count > most_pages) return false;
    for (std::uint32_t i = 0; i < range.count; ++i) into.pages.push_back(range.first + i);
  }
  into.bytes.resize(into.pages.size() * page_size);
  std::byte* out = into.bytes.data();
  for (const std::uint32_t page : into.pages) {
    std::memcpy(out, slot.memory->base() + address_of(page), page_size);
    out += page_size;
  }
  return true;
}

Status Slot::put_back(const Checkpoint& checkpoint) {
  const SlotState& slot = *state_;
  if (!is_between_entries(slot)) return Error{"The sandbox is not in a state to be restored."};
  SlotMemory& memory = *slot.memory;
  memory.touch();
  if (memory.grow(checkpoint.wasm_pages - memory.instance().pages) == ~std::uint32_t{0}) {
    return Error{"The system refused the memory that the run needs to go on."};
  }
  const std::byte* in = checkpoint.bytes.data();
  for (const std::uint32_t page : checkpoint.pages) {
    std::memcpy(memory.base() + address_of(page), in, page_size);
    in += page_size;
  }
  return done();
}

}  // namespace modebox::sandbox
