// A guest's memory after boot: what every run starts from. Booted once at build
// time, embedded in the library, and given to slots as a sealed memory file, so
// that no process can change what the next run sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "modebox/result.h"
#include "src/sandbox/guest_module.h"

namespace modebox::sandbox {

/// A module and its memory at the start of each run. `bytes` begins at guest
/// address 0 and is a multiple of 64 KiB long; the first 64 KiB are all zero and
/// belong to nobody. Constant and immortal.
struct Image {
  const guest_module* module = nullptr;
  std::span<const std::byte> bytes;
  std::uint32_t stack_pointer = 0;
  std::uint32_t mailbox = 0;  ///< 16 KiB for messages to the guest
  std::uint32_t canary = 0;   ///< a page that the guest never touches
  std::string hash;           ///< SHA-256, hexadecimal
};

inline constexpr std::size_t mailbox_size = 16 << 10;
inline constexpr std::size_t wasm_page = 64 << 10;

/// The image that is built in.
const Image& embedded_image();

/// An image that owns its bytes.
struct BootedImage {
  std::vector<std::byte> storage;
  Image image;
};

/// Runs the module's start functions on a blank memory and takes the result.
Result<BootedImage> boot(const guest_module& module);

/// The image as a memory file that nobody can write to any more.
class ImageFile {
 public:
  explicit ImageFile(const Image& image) : image_(&image) {}
  /// A descriptor of the file, made anew if the host closed it under us. Owned by
  /// this object. Not thread-safe.
  Result<int> descriptor();

 private:
  Result<int> make() const;

  const Image* image_;
  int fd_ = -1;
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
};

}  // namespace modebox::sandbox
