// The pool: which slots exist, which are free, and how they get ready for the next
// run. A slot that trapped, or whose reset is in any doubt, loses its memory; its
// control block goes on living, so that stops that come late find it.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "src/sandbox/page_scanner.h"
#include "src/sandbox/per_process.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/signals.h"
#include "src/sandbox/slot_state.h"

namespace modebox::sandbox {

struct PoolState {
  PoolState(const Image& of, std::size_t most)
      : image(of), file(of), capacity(most), generation(fork_generation()) {}

  const Image& image;
  std::mutex mutex;
  ImageFile file;
  std::vector<Slot*> ready;   // reset, with memory; the last was used last
  std::vector<Slot*> hollow;  // without memory
  std::size_t in_use = 0;
  const std::size_t capacity;
  const std::uint64_t generation;
};

namespace {

/// Slots that keep their memory while nobody uses them.
constexpr std::size_t most_ready = 64;
/// Memory beyond the limit that the guest's codec may use to say what happened.
constexpr std::uint64_t reserve = 8 << 20;
/// Mappings of a slot: instance, null zone, image, heap, rest.
constexpr std::size_t mappings_per_slot = 5;

std::size_t default_capacity() {
  std::size_t most = 65530;
  if (std::FILE* file = std::fopen("/proc/sys/vm/max_map_count", "re")) {
    if (std::fscanf(file, "%zu", &most) != 1) most = 65530;
    std::fclose(file);
  }
  // Half of the mappings are the host's, and 128 TiB are all there is.
  return std::clamp<std::size_t>(most / 2 / mappings_per_slot, 1, 8192);
}

Slot* new_slot(const Image& image) {
  auto slot = std::make_unique<SlotState>(image);
  SlotState* raw = slot.get();
  slot->alarm = Watchdog::make_alarm([raw] { raw->interrupt_harder(); });
  return new Slot(std::move(slot));
}

}  // namespace

const PageScanner& page_scanner() {
  static PerProcess<PageScanner> scanner([] { return new PageScanner(PageScanner::open()); });
  return scanner.get();
}

Pool::Pool(std::unique_ptr<PoolState> state) : state_(std::move(state)) {}
Pool::~Pool() = default;

Pool& Pool::create(const Image& image, std::size_t capacity) {
  if (capacity == 0) capacity = default_capacity();
  return *new Pool(std::make_unique<PoolState>(image, capacity));
}

Result<Lease> Pool::acquire(std::uint64_t memory_limit_bytes) {
  PoolState& pool = *state_;
  if (pool.generation != fork_generation()) {
    return Error{"This pool of sandboxes is the parent process's."};
  }
  if (Status watched = Watchdog::process().start(); !watched) return std::move(watched).error();
  Slot* slot = nullptr;
  {
    std::lock_guard lock(pool.mutex);
    if (pool.in_use >= pool.capacity) {
      return Error{"All " + std::to_string(pool.capacity) + " sandboxes are in use.",
                   std::string(all_taken)};
    }
    if (!pool.ready.empty()) {
      slot = pool.ready.back();
      pool.ready.pop_back();
    } else {
      if (pool.hollow.empty()) pool.hollow.push_back(new_slot(pool.image));
      const Result<int> file = pool.file.descriptor();
      if (!file) return file.error();
      auto memory = SlotMemory::map(pool.image, *file);
      if (!memory) return std::move(memory).error();
      slot = pool.hollow.back();
      pool.hollow.pop_back();
      slot->state().memory = std::move(*memory);
    }
    ++pool.in_use;
  }
  slot->state().memory->prepare(pool.image.size() + memory_limit_bytes + reserve);
  return Lease(*this, *slot);
}

void Pool::release(Slot& slot) noexcept {
  PoolState& pool = *state_;
  SlotState& state = slot.state();
  if (state.generation != fork_generation()) return;
  const bool doubtful =
      state.memory_taken.load() || (state.end && state.end->end == EntryEnd::trapped);
  state.next_epoch();
  if (doubtful || state.memory->reset(page_scanner()) == ResetWay::failed) {
    state.memory.reset();
    state.memory_taken.store(false);
  }
  std::unique_ptr<SlotMemory> surplus;
  std::lock_guard lock(pool.mutex);
  --pool.in_use;
  if (state.memory != nullptr && pool.ready.size() >= most_ready) surplus = std::move(state.memory);
  (state.memory != nullptr ? pool.ready : pool.hollow).push_back(&slot);
}

std::size_t Pool::capacity() const { return state_->capacity; }

std::size_t Pool::in_use() const {
  std::lock_guard lock(state_->mutex);
  return state_->in_use;
}

void Pool::trim() {
  std::lock_guard lock(state_->mutex);
  for (Slot* slot : state_->ready) {
    slot->state().memory.reset();
    state_->hollow.push_back(slot);
  }
  state_->ready.clear();
}

Lease::Lease(Lease&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)), slot_(other.slot_), epoch_(other.epoch_) {}

Lease& Lease::operator=(Lease&& other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(slot_, other.slot_);
  std::swap(epoch_, other.epoch_);
  return *this;
}

Lease::~Lease() {
  if (pool_ != nullptr) pool_->release(*slot_);
}

}  // namespace modebox::sandbox
