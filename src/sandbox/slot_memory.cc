// Mapping, growing and resetting the memory of a slot. Every system call is
// checked: what fails here while nobody looks would leak one run into the next.
#include "src/sandbox/slot_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

namespace modebox::sandbox {
namespace {

Error refused(const char* what) {
  return Error{std::string("The system refused the memory for a sandbox (") + what + ": " +
               std::strerror(errno) +
               "). Each takes 8 GiB of address space, but hardly any memory: see ulimit -v, "
               "vm.max_map_count and vm.overcommit_memory."};
}

// Advice that only saves memory or keeps secrets out of dumps: a kernel without
// it is fine, so the answers do not matter.
void advise(void* start, std::size_t size) {
  for (const int advice : {MADV_NOHUGEPAGE, MADV_UNMERGEABLE, MADV_DONTDUMP}) {
    (void)madvise(start, size, advice);
  }
}

}  // namespace

Result<std::unique_ptr<SlotMemory>> SlotMemory::map(const Image& image, int image_file) {
  // The instance's page needs alignment to nothing but its own size.
  constexpr std::size_t all = reserved + GUEST_INSTANCE_OFFSET;
  void* start = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return refused("mmap");
  auto* base = static_cast<std::uint8_t*>(start) + GUEST_INSTANCE_OFFSET;
  std::unique_ptr<SlotMemory> memory(new SlotMemory(image, base));
  if (mmap(memory->image_start(), memory->image_size(), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, image_file,
           static_cast<off_t>(wasm_page)) == MAP_FAILED) {
    return refused("mmap of the image");
  }
  if (mprotect(start, GUEST_INSTANCE_OFFSET, PROT_READ | PROT_WRITE) != 0) {
    return refused("mprotect");
  }
  // A child made by fork must not go on with its parent's guests.
  if (madvise(start, all, MADV_DONTFORK) != 0) return refused("madvise");
  advise(start, all);
  memory->instance() = {image.stack_pointer, static_cast<std::uint32_t>(image.size() / wasm_page)};
  return memory;
}

SlotMemory::~SlotMemory() {
  munmap(base_ - GUEST_INSTANCE_OFFSET, reserved + GUEST_INSTANCE_OFFSET);
}

void SlotMemory::prepare(std::uint64_t most_bytes) {
  touch();
  most_pages_ = std::min<std::uint64_t>(most_bytes / wasm_page, 65535);
  if (image_.canary == 0) return;
  ++canary_value_;
  std::memcpy(base_ + image_.canary, &canary_value_, sizeof(canary_value_));
}

std::uint32_t SlotMemory::grow(std::uint32_t delta) {
  constexpr auto failed = ~std::uint32_t{0};
  const std::uint32_t pages = instance().pages;
  if (delta > most_pages_ || pages > most_pages_ - delta) return failed;
  if (delta == 0) return pages;
  if (mprotect(base_ + std::uint64_t{pages} * wasm_page, std::uint64_t{delta} * wasm_page,
               PROT_READ | PROT_WRITE) != 0) {
    return failed;
  }
  instance().pages = pages + delta;
  return pages;
}

bool SlotMemory::take_away() {
  // Whole mappings, so that none has to be split, which can fail.
  return mprotect(base_, reserved, PROT_NONE) == 0;
}

std::uint64_t SlotMemory::changed_pages(const PageScanner& scanner) {
  const std::size_t pages = (size() - wasm_page) / page_size;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < pages;) {
    const auto found = scanner.changed(image_start() + at * page_size, pages - at, pages, ranges_);
    if (!found) return 0;
    for (const PageRange& range : *found) sum += range.count;
    range_count_ = found->size();
    if (range_count_ < ranges_.size()) {
      scanned_ = at == 0;
      break;
    }
    at += found->back().first + found->back().count;
  }
  return sum;
}

ResetWay SlotMemory::reset(const PageScanner& scanner) {
  if (!reset_heap()) return ResetWay::failed;
  instance().stack_pointer = image_.stack_pointer;
  const ResetWay way = reset_image(scanner);
  scanned_ = false;
  return way;
}

/// Gives back what lies beyond the image and closes it again.
bool SlotMemory::reset_heap() {
  std::uint8_t* heap = base_ + image_.size();
  const std::uint64_t used = size() - image_.size();
  if (used == 0) return true;
  if (madvise(heap, used, MADV_DONTNEED) == 0) {
    if (mprotect(heap, used, PROT_NONE) != 0) return false;
  } else {
    // Locked memory (mlockall) can not be given back, but it can be replaced.
    if (mmap(heap, used, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED ||
        madvise(heap, used, MADV_DONTFORK) != 0) {
      return false;
    }
    advise(heap, used);
  }
  instance().pages = static_cast<std::uint32_t>(image_.size() / wasm_page);
  return true;
}

ResetWay SlotMemory::reset_image(const PageScanner& scanner) {
  if (copy_changed(scanner)) return ResetWay::copied_pages;
  if (drop_image_pages()) return ResetWay::dropped_mapping;
  compare_and_copy();
  return ResetWay::compared;
}

/// The changed pages of the image's part, or one more than can be copied.
std::optional<std::span<const PageRange>> SlotMemory::changed_of_image(const PageScanner& scanner) {
  const std::size_t image_pages = image_size() / page_size;
  if (!scanned_) {
    const auto found =
        scanner.changed(image_start(), image_pages, image_.most_copied_pages + 1, ranges_);
    if (!found) return std::nullopt;
    return *found;
  }
  // The heap's are gone already.
  while (range_count_ > 0 && ranges_[range_count_ - 1].first >= image_pages) --range_count_;
  if (range_count_ > 0) {
    PageRange& last = ranges_[range_count_ - 1];
    last.count = std::min(last.count, static_cast<std::uint32_t>(image_pages) - last.first);
  }
  return std::span<const PageRange>(ranges_.data(), range_count_);
}

/// Copies the changed pages back; false, with nothing relied on, if they are too
/// many or if the scanner did not see the canary, which has changed for sure.
bool SlotMemory::copy_changed(const PageScanner& scanner) {
  const auto found = changed_of_image(scanner);
  if (!found || image_.canary == 0) return false;
  const std::uint32_t canary_page = (image_.canary - wasm_page) / page_size;
  std::size_t pages = 0;
  bool canary_seen = false;
  for (const PageRange& range : *found) {
    pages += range.count;
    canary_seen |= canary_page >= range.first && canary_page < range.first + range.count;
  }
  if (pages > image_.most_copied_pages || found->size() > most_ranges || !canary_seen) return false;
  for (const PageRange& range : *found) {
    for (std::size_t page = range.first; page < std::size_t{range.first} + range.count; ++page) {
      const std::size_t at = wasm_page + page * page_size;
      std::memcpy(base_ + at, image_.page(at), page_size);
    }
  }
  return true;
}

bool SlotMemory::drop_image_pages() {
  return madvise(image_start(), image_size(), MADV_DONTNEED) == 0;
}

void SlotMemory::compare_and_copy() {
  for (std::size_t at = wasm_page; at < image_.size(); at += page_size) {
    const std::byte* page = image_.page(at);
    if (std::memcmp(base_ + at, page, page_size) != 0) std::memcpy(base_ + at, page, page_size);
  }
}

bool SlotMemory::is_dead(std::size_t address) const {
  return address + page_size <= image_.stack_pointer || address == image_.canary ||
         (address >= image_.mailbox && address < image_.mailbox + mailbox_size);
}

/// All changed pages; nothing if the scanner fails or did not see the canary, which
/// has changed for sure.
std::optional<std::vector<PageRange>> SlotMemory::scan_all(const PageScanner& scanner) const {
  const std::size_t pages = (size() - wasm_page) / page_size;
  const std::uint32_t canary = (image_.canary - wasm_page) / page_size;
  std::vector<PageRange> all;
  std::array<PageRange, 128> part;
  bool canary_seen = false;
  for (std::size_t at = 0; at < pages;) {
    const auto found = scanner.changed(image_start() + at * page_size, pages - at, pages, part);
    if (!found) return std::nullopt;
    for (PageRange range : *found) {
      range.first += static_cast<std::uint32_t>(at);
      canary_seen |= canary >= range.first && canary < range.first + range.count;
      all.push_back(range);
    }
    if (found->size() < part.size()) break;
    at = all.back().first + all.back().count;
  }
  if (image_.canary == 0 || !canary_seen) return std::nullopt;
  return all;
}

std::vector<PageRange> SlotMemory::live_pages(const PageScanner& scanner) const {
  const std::size_t all = (size() - wasm_page) / page_size;
  const std::vector<PageRange> candidates =
      scan_all(scanner).value_or(std::vector<PageRange>{{0, static_cast<std::uint32_t>(all)}});
  std::vector<PageRange> live;
  for (const PageRange& range : candidates) {
    for (std::uint32_t page = range.first; page < range.first + range.count; ++page) {
      const std::size_t at = wasm_page + std::size_t{page} * page_size;
      if (is_dead(at) || std::memcmp(base_ + at, original(at), page_size) == 0) continue;
      if (!live.empty() && live.back().first + live.back().count == page) {
        ++live.back().count;
      } else {
        live.push_back({page, 1});
      }
    }
  }
  return live;
}

bool SlotMemory::equals_image() const {
  if (size() != image_.size() || instance().stack_pointer != image_.stack_pointer) {
    return false;
  }
  for (std::size_t at = wasm_page; at < image_.size(); at += page_size) {
    // Where prepare leaves its mark, the guest leaves nothing.
    const std::size_t mark = image_.canary != 0 && at == image_.canary ? sizeof(canary_value_) : 0;
    if (std::memcmp(base_ + at + mark, image_.page(at) + mark, page_size - mark) != 0) {
      return false;
    }
  }
  return true;
}

}  // namespace modebox::sandbox
