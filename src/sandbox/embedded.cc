// The image and the pool of the guest that is built in.
#include <cstdint>

#include "src/sandbox/image.h"
#include "src/sandbox/per_process.h"
#include "src/sandbox/sandbox.h"

// Written by the image builder (embedded_image.S).
extern "C" {
extern const guest_module modebox_guest_module;
extern const std::uint64_t
    modebox_image_range[5];  // where the content starts, its size, used, size of the sample, zeros
extern const std::uint32_t modebox_image_facts[3];  // stack pointer, mailbox, canary
extern const char modebox_image_hash[];
extern const modebox::sandbox::PageRange modebox_image_used[];
extern const std::byte modebox_image_bytes[];
extern const std::byte modebox_image_sample[];
}

namespace modebox::sandbox {

const Image& embedded_image() {
  static const Image* image = new Image{.module = &modebox_guest_module,
                                        .start = modebox_image_range[0],
                                        .content = {modebox_image_bytes, modebox_image_range[1]},
                                        .zeros_after = modebox_image_range[4],
                                        .stack_pointer = modebox_image_facts[0],
                                        .mailbox = modebox_image_facts[1],
                                        .canary = modebox_image_facts[2],
                                        .hash = modebox_image_hash,
                                        .used = {modebox_image_used, modebox_image_range[2]},
                                        .sample = {modebox_image_sample, modebox_image_range[3]}};
  return *image;
}

Pool& Pool::process() {
  static PerProcess<Pool> pool([] { return &create(embedded_image()); });
  return pool.get();
}

std::string_view image_hash() { return embedded_image().hash; }

}  // namespace modebox::sandbox
