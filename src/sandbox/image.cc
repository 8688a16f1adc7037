// The sealed memory file of an image.
#include "src/sandbox/image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "src/sandbox/page_scan.h"

namespace modebox::sandbox {
namespace {

Error refused(const char* what) {
  return Error{std::string("The sandbox's image could not be put into memory: ") + what + ": " +
               std::strerror(errno) + "."};
}

/// Writes the pages that are not empty, so that the others take no memory.
bool write_image(int fd, const Image& image) {
  if (ftruncate(fd, static_cast<off_t>(image.size())) != 0) return false;
  for (const PageRange& pages : image.used) {
    const std::size_t at = pages.first * page_size;
    const auto part = image.content.subspan(at, pages.count * page_size);
    const ssize_t written =
        pwrite(fd, part.data(), part.size(), static_cast<off_t>(image.start + at));
    if (written != static_cast<ssize_t>(part.size())) {
      if (written >= 0) errno = ENOSPC;
      return false;
    }
  }
  return true;
}

}  // namespace

bool all_zero(std::span<const std::byte> bytes) {
  return bytes.empty() || (bytes[0] == std::byte{0} &&
                           std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

const std::byte* Image::page(std::size_t address) const {
  static constexpr std::array<std::byte, page_size> zeros = {};
  const bool is_zero = address < start || address - start >= content.size();
  return is_zero ? zeros.data() : content.data() + (address - start);
}

Result<int> ImageFile::descriptor() {
  struct stat file = {};
  if (fd_ >= 0 && fstat(fd_, &file) == 0 && file.st_dev == device_ && file.st_ino == inode_) {
    return fd_;
  }
  Result<int> made = make();
  if (!made) return made;
  fd_ = *made;
  if (fstat(fd_, &file) != 0) return refused("fstat");
  device_ = file.st_dev;
  inode_ = file.st_ino;
  return fd_;
}

Result<int> ImageFile::make() const {
  const int fd = memfd_create("modebox-image", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return refused("memfd_create");
  const int seals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (!write_image(fd, *image_) || fcntl(fd, F_ADD_SEALS, seals) != 0) {
    const Error error = refused("writing it");
    close(fd);
    return error;
  }
  return fd;
}

}  // namespace modebox::sandbox
