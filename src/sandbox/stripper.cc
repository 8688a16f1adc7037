#include "src/sandbox/stripper.h"

#include <cstdint>

#include "src/sandbox/image.h"
#include "src/sandbox/per_process.h"

// Written by the image builder (embedded_stripper.S).
extern "C" {
extern const guest_module modebox_stripper_module;
extern const std::uint64_t modebox_stripper_image_range[5];
extern const std::uint32_t modebox_stripper_image_facts[3];
extern const char modebox_stripper_image_hash[];
extern const modebox::sandbox::PageRange modebox_stripper_image_used[];
extern const std::byte modebox_stripper_image_bytes[];
}

namespace modebox::sandbox {
namespace {

/// Each has its own 8 GiB of addresses, and is in use for a millisecond.
constexpr std::size_t most_slots = 256;
/// A page that is copied costs a twentieth of one that has to be faulted in again. Some
/// 200 KB of source change as many.
constexpr std::size_t most_copied_pages = 3072;

const Image& stripper_image() {
  static const Image* image =
      new Image{.module = &modebox_stripper_module,
                .start = modebox_stripper_image_range[0],
                .content = {modebox_stripper_image_bytes, modebox_stripper_image_range[1]},
                .zeros_after = modebox_stripper_image_range[4],
                .stack_pointer = modebox_stripper_image_facts[0],
                .mailbox = modebox_stripper_image_facts[1],
                .canary = modebox_stripper_image_facts[2],
                .hash = modebox_stripper_image_hash,
                .used = {modebox_stripper_image_used, modebox_stripper_image_range[2]},
                .sample = {},
                .most_copied_pages = most_copied_pages};
  return *image;
}

}  // namespace

Pool& stripper_pool() {
  static PerProcess<Pool> pool([] { return &Pool::create(stripper_image(), most_slots); });
  return pool.get();
}

}  // namespace modebox::sandbox
