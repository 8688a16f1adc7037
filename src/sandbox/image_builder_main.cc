// modebox-image-builder OUT_DIR: boots the guest that it is linked with and writes
// guest.image (its memory after the zeros at the beginning), guest.sample (what a typical script
// changes in it), and embedded_image.S, which puts both into the library.
#include <cstdio>
#include <string>

#include "src/sandbox/image.h"

extern "C" const guest_module modebox_guest_module;

namespace modebox::sandbox {
namespace {

bool write_file(const std::string& path, const void* data, std::size_t size) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(data, 1, size, file) == size;
  return (std::fclose(file) == 0) && written;
}

std::string assembly(const Image& image) {
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  std::string used;
  for (const PageRange& pages : image.used) {
    used += ".long " + number(pages.first) + ", " + number(pages.count) + "\n";
  }
  return "/* Written by modebox-image-builder; do not edit. */\n"
         ".section .rodata\n"
         ".globl modebox_image_range, modebox_image_facts, modebox_image_hash, "
         "modebox_image_used, modebox_image_bytes, modebox_image_sample\n"
         ".hidden modebox_image_range, modebox_image_facts, modebox_image_hash, "
         "modebox_image_used, modebox_image_bytes, modebox_image_sample\n"
         ".p2align 3\n"
         "modebox_image_range: .quad " +
         number(image.start) + ", " + number(image.content.size()) + ", " +
         number(image.used.size()) + ", " + number(image.sample.size()) +
         "\n"
         "modebox_image_used:\n" +
         used + "modebox_image_facts: .long " + number(image.stack_pointer) + ", " +
         number(image.mailbox) + ", " + number(image.canary) +
         "\n"
         "modebox_image_hash: .asciz \"" +
         image.hash +
         "\"\n"
         ".p2align 12\n"
         "modebox_image_bytes: .incbin \"guest.image\"\n"
         "modebox_image_sample: .incbin \"guest.sample\"\n"
         ".section .note.GNU-stack, \"\", %progbits\n";
}

int build(const std::string& folder) {
  Result<BootedImage> booted = boot(modebox_guest_module);
  const Status sampled = booted ? take_sample(booted.value()) : Status(booted.error());
  if (!sampled) {
    std::fprintf(stderr, "modebox-image-builder: %s\n", sampled.error().message.c_str());
    return 1;
  }
  const Image& image = booted.value().image;
  const std::string text = assembly(image);
  if (!write_file(folder + "/guest.image", image.content.data(), image.content.size()) ||
      !write_file(folder + "/guest.sample", image.sample.data(), image.sample.size()) ||
      !write_file(folder + "/embedded_image.S", text.data(), text.size())) {
    std::fprintf(stderr, "modebox-image-builder: can not write to %s\n", folder.c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace modebox::sandbox

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: modebox-image-builder OUT_DIR\n");
    return 2;
  }
  return modebox::sandbox::build(argv[1]);
}
