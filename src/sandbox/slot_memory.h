// The address space of one slot, and how it gets back to the image after a run.
//
//   base - 4 KiB       the instance: stack pointer and memory.size (guest_module.h)
//   base               64 KiB without access, so that null pointers trap
//   base + 64 KiB      the image, a private mapping of its file
//   end of the image   the heap: anonymous, accessible up to memory.size
//   up to 8 GiB+64 KiB without access: whatever a guest address plus a constant
//                      can reach is either the guest's own or faults
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "modebox/result.h"
#include "src/sandbox/image.h"
#include "src/sandbox/page_scan.h"

namespace modebox::sandbox {

/// How a reset put the image's part back; tests look at it.
enum class ResetWay : std::uint8_t { copied_pages, dropped_mapping, compared, failed };

/// Owns the mappings. Not thread-safe, but for take_away.
class SlotMemory {
 public:
  /// Of changed pages, at a reset: in how many pieces they may lie.
  static constexpr std::size_t most_ranges = 192;
  static constexpr std::uint64_t reserved = (8ull << 30) + wasm_page;

  static Result<std::unique_ptr<SlotMemory>> map(const Image& image, int image_file);
  ~SlotMemory();
  SlotMemory(const SlotMemory&) = delete;
  SlotMemory& operator=(const SlotMemory&) = delete;

  std::uint8_t* base() const { return base_; }
  guest_instance& instance() const {
    return *reinterpret_cast<guest_instance*>(base_ - GUEST_INSTANCE_OFFSET);
  }
  std::uint64_t size() const { return std::uint64_t{instance().pages} * wasm_page; }
  bool contains(std::uintptr_t address) const {
    const auto first = reinterpret_cast<std::uintptr_t>(base_) - GUEST_INSTANCE_OFFSET;
    return address - first < reserved + GUEST_INSTANCE_OFFSET;
  }
  /// Whether all of [address, address + length) is memory that the guest may use.
  bool holds(std::uint64_t address, std::uint64_t length) const {
    return address >= wasm_page && length <= size() && address <= size() - length;
  }

  /// Before a run: the most that memory.size may become, and the canary's change.
  void prepare(std::uint64_t most_bytes);
  /// memory.grow; the old size in wasm pages, or all ones.
  std::uint32_t grow(std::uint32_t delta);
  /// Makes everything inaccessible, whoever is using it; false if the system
  /// refuses. The memory is good for nothing but destruction then.
  bool take_away();

  /// To be called when the guest, or somebody for it, is about to write.
  void touch() { scanned_ = false; }
  /// How many pages are not the image's. What is found is kept for the reset.
  std::uint64_t changed_pages(const PageScanner& scanner);
  ResetWay reset(const PageScanner& scanner);
  /// The pages (of 4 KiB, counted from the first wasm page on) that make a run what
  /// it is: changed ones, without what is dead between entries (the guest's stack,
  /// its mailbox, the canary). Every page that differs from the image is among them.
  std::vector<PageRange> live_pages(const PageScanner& scanner) const;
  /// What the page that begins at `address` was in the image; zeros beyond it.
  const std::byte* original(std::size_t address) const {
    return address < image_.size() ? image_.page(address) : image_.page(0);
  }
  std::uint64_t most_pages() const { return most_pages_; }
  /// Leaving out the mark that prepare makes.
  bool equals_image() const;

 private:
  SlotMemory(const Image& image, std::uint8_t* base) : image_(image), base_(base) {}

  std::uint8_t* image_start() const { return base_ + wasm_page; }
  std::size_t image_size() const { return image_.size() - wasm_page; }
  bool reset_heap();
  ResetWay reset_image(const PageScanner& scanner);
  bool copy_changed(const PageScanner& scanner);
  std::optional<std::span<const PageRange>> changed_of_image(const PageScanner& scanner);
  bool drop_image_pages();
  void compare_and_copy();
  std::optional<std::vector<PageRange>> scan_all(const PageScanner& scanner) const;
  bool is_dead(std::size_t address) const;

  const Image& image_;
  std::uint8_t* base_;
  std::uint64_t most_pages_ = 0;
  std::uint64_t canary_value_ = 0;

  bool scanned_ = false;  // ranges_ hold all that has changed
  std::size_t range_count_ = 0;
  std::array<PageRange, most_ranges + 1> ranges_;
};

}  // namespace modebox::sandbox
