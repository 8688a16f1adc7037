// modebox-image-builder OUT_DIR: boots the guests that it is linked with and writes, for each,
// its image (its memory after the zeros at the beginning) and assembly that puts it into the
// library: guest.image and embedded_image.S, with guest.sample (what a typical script changes in
// it); stripper.image and embedded_stripper.S.
#include <cstdio>
#include <string>

#include "src/sandbox/image.h"

extern "C" const guest_module modebox_guest_module, modebox_stripper_module;

namespace modebox::sandbox {
namespace {

bool write_file(const std::string& path, const void* data, std::size_t size) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = size == 0 || std::fwrite(data, 1, size, file) == size;
  return (std::fclose(file) == 0) && written;
}

/// `name` of the files, `prefix` of the symbols.
std::string assembly(const Image& image, const std::string& name, const std::string& prefix) {
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  std::string used;
  for (const PageRange& pages : image.used) {
    used += ".long " + number(pages.first) + ", " + number(pages.count) + "\n";
  }
  const std::string symbols = prefix + "_range, " + prefix + "_facts, " + prefix + "_hash, " +
                              prefix + "_used, " + prefix + "_bytes, " + prefix + "_sample\n";
  return "/* Written by modebox-image-builder; do not edit. */\n"
         ".section .rodata\n"
         ".globl " +
         symbols + ".hidden " + symbols + ".p2align 3\n" + prefix + "_range: .quad " +
         number(image.start) + ", " + number(image.content.size()) + ", " +
         number(image.used.size()) + ", " + number(image.sample.size()) + ", " +
         number(image.zeros_after) + "\n" + prefix + "_used:\n" + used + prefix + "_facts: .long " +
         number(image.stack_pointer) + ", " + number(image.mailbox) + ", " + number(image.canary) +
         "\n" + prefix + "_hash: .asciz \"" + image.hash +
         "\"\n"
         ".p2align 12\n" +
         prefix + "_bytes: .incbin \"" + name + ".image\"\n" + prefix + "_sample: .incbin \"" +
         name +
         ".sample\"\n"
         ".section .note.GNU-stack, \"\", %progbits\n";
}

int failed(const std::string& why) {
  std::fprintf(stderr, "modebox-image-builder: %s\n", why.c_str());
  return 1;
}

int write(const std::string& folder, const Image& image, const std::string& name,
          const std::string& prefix, const std::string& assembly_file) {
  const std::string text = assembly(image, name, prefix);
  if (!write_file(folder + "/" + name + ".image", image.content.data(), image.content.size()) ||
      !write_file(folder + "/" + name + ".sample", image.sample.data(), image.sample.size()) ||
      !write_file(folder + "/" + assembly_file, text.data(), text.size())) {
    return failed("can not write to " + folder);
  }
  return 0;
}

int build(const std::string& folder) {
  Result<BootedImage> guest = boot(modebox_guest_module);
  const Status sampled = guest ? take_sample(guest.value()) : Status(guest.error());
  if (!sampled) return failed(sampled.error().message);
  // It is never frozen, so it needs no sample.
  const Result<BootedImage> stripper = boot(modebox_stripper_module);
  if (!stripper) return failed(stripper.error().message);
  const int written =
      write(folder, guest.value().image, "guest", "modebox_image", "embedded_image.S");
  if (written != 0) return written;
  return write(folder, stripper.value().image, "stripper", "modebox_stripper_image",
               "embedded_stripper.S");
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
