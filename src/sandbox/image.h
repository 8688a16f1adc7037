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
#include "src/sandbox/page_scan.h"

namespace modebox::sandbox {

/// A module and its memory at the start of each run: all zero up to `start`, which
/// is a multiple of the page size and at least 64 KiB, then `content`, then zeros again.
/// Constant and immortal.
struct Image {
  const guest_module* module = nullptr;
  std::size_t start = 0;
  std::span<const std::byte> content;
  std::size_t zeros_after = 0;
  std::uint32_t stack_pointer = 0;
  std::uint32_t mailbox = 0;  ///< 16 KiB for messages to the guest
  std::uint32_t canary = 0;   ///< a page that the guest never touches
  std::string hash;           ///< SHA-256 of the whole memory and the sample, hexadecimal
  /// The pages of the content that are not all zero, counted from its start, in order.
  std::span<const PageRange> used;
  /// What a typical script changes (image_sample.cc); snapshots are compressed with it.
  std::span<const std::byte> sample;
  /// With more changed pages than this it is cheaper to drop them all at a reset.
  std::size_t most_copied_pages = 192;

  /// Bytes of memory, a multiple of 64 KiB.
  std::size_t size() const { return start + content.size() + zeros_after; }
  /// The page at a guest address that is a multiple of the page size.
  const std::byte* page(std::size_t address) const;
};

/// Whether there is nothing but zeros.
bool all_zero(std::span<const std::byte> bytes);

inline constexpr std::size_t mailbox_size = 16 << 10;
inline constexpr std::size_t wasm_page = 64 << 10;

/// The image that is built in.
const Image& embedded_image();

/// An image with its whole memory, which the content is a part of.
struct BootedImage {
  std::vector<std::byte> memory;
  std::vector<PageRange> used;
  std::vector<std::byte> sample;
  Image image;
};

/// Runs the module's start functions on a blank memory and takes the result.
Result<BootedImage> boot(const guest_module& module);

/// Runs a typical script in the image and takes its sample, which changes the hash. The
/// image has to stay where it is from here on.
Status take_sample(BootedImage& booted);

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
