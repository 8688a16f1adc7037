// PAGEMAP_SCAN and /proc/self/pagemap. In both, a page of a private file mapping
// has been changed if it is present or swapped and is not a page of the file.
#include "src/sandbox/page_scan.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace modebox::sandbox {
namespace {

// From linux/fs.h (6.7), which distributions' headers do not have yet.
struct ScanRegion {
  std::uint64_t start, end, categories;
};
struct ScanArguments {
  std::uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  std::uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
constexpr std::uint64_t is_file = 1 << 2, is_present = 1 << 3, is_swapped = 1 << 4;
constexpr unsigned long scan_request = _IOWR('f', 16, ScanArguments);

constexpr std::uint64_t entry_present = 1ull << 63, entry_swapped = 1ull << 62,
                        entry_file = 1ull << 61;

int memory_file() {
  const int fd = memfd_create("modebox-test", MFD_CLOEXEC);
  if (fd >= 0 && ftruncate(fd, 8 * page_size) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

}  // namespace

PageScanner::PageScanner(Source source, int fd) : source_(source), fd_(fd) {
  struct stat file = {};
  if (fd_ < 0 || fstat(fd_, &file) != 0) {
    source_ = Source::none;
    return;
  }
  device_ = file.st_dev;
  inode_ = file.st_ino;
}

PageScanner::PageScanner(PageScanner&& other) noexcept
    : source_(std::exchange(other.source_, Source::none)),
      fd_(std::exchange(other.fd_, -1)),
      device_(other.device_),
      inode_(other.inode_) {}

PageScanner::~PageScanner() {
  if (fd_ >= 0 && still_ours()) ::close(fd_);
}

PageScanner PageScanner::open() {
  for (const Source source : {Source::scan_ioctl, Source::pagemap}) {
    PageScanner scanner = open(source);
    if (scanner.source() != Source::none) return scanner;
  }
  return {Source::none, -1};
}

PageScanner PageScanner::open(Source source) {
  const int fd =
      source == Source::none ? -1 : ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC | O_NOCTTY);
  PageScanner scanner(source, fd);
  if (scanner.source_ != Source::none && !scanner.self_test()) scanner.source_ = Source::none;
  return scanner;
}

/// Whether our descriptor is still the file that we opened: a host that closes
/// everything may have opened something else under its number.
bool PageScanner::still_ours() const {
  struct stat file = {};
  return fstat(fd_, &file) == 0 && file.st_dev == device_ && file.st_ino == inode_;
}

std::optional<std::span<PageRange>> PageScanner::changed(const void* start, std::size_t pages,
                                                         std::size_t limit,
                                                         std::span<PageRange> out) const {
  std::optional<std::size_t> found;
  if (source_ == Source::scan_ioctl) found = scan_with_ioctl(start, pages, limit, out);
  if (source_ == Source::pagemap) found = scan_pagemap(start, pages, limit, out);
  if (!found) return std::nullopt;
  return out.first(*found);
}

std::optional<std::size_t> PageScanner::scan_with_ioctl(const void* start, std::size_t pages,
                                                        std::size_t limit,
                                                        std::span<PageRange> out) const {
  constexpr std::size_t chunk = 128;
  std::array<ScanRegion, chunk> regions;
  const auto begin = reinterpret_cast<std::uint64_t>(start);
  const std::uint64_t end = begin + pages * page_size;
  std::size_t found = 0, taken = 0;
  for (std::uint64_t at = begin; at < end && taken < limit && found < out.size();) {
    ScanArguments arguments = {};
    arguments.size = sizeof(arguments);
    arguments.start = at;
    arguments.end = end;
    arguments.vec = reinterpret_cast<std::uint64_t>(regions.data());
    arguments.vec_len = std::min(chunk, out.size() - found);
    arguments.max_pages = limit - taken;
    arguments.category_inverted = is_file;
    arguments.category_mask = is_file;
    arguments.category_anyof_mask = is_present | is_swapped;
    arguments.return_mask = is_file;
    const int filled = ioctl(fd_, scan_request, &arguments);
    if (filled < 0 || arguments.walk_end <= at || arguments.walk_end > end) return std::nullopt;
    for (int i = 0; i < filled; ++i) {
      const ScanRegion& region = regions[static_cast<std::size_t>(i)];
      if (region.start < at || region.end > end || region.start >= region.end) return std::nullopt;
      out[found++] = {static_cast<std::uint32_t>((region.start - begin) / page_size),
                      static_cast<std::uint32_t>((region.end - region.start) / page_size)};
      taken += (region.end - region.start) / page_size;
    }
    at = arguments.walk_end;
  }
  return found;
}

std::optional<std::size_t> PageScanner::scan_pagemap(const void* start, std::size_t pages,
                                                     std::size_t limit,
                                                     std::span<PageRange> out) const {
  if (!still_ours()) return std::nullopt;
  constexpr std::size_t chunk = 1024;
  std::array<std::uint64_t, chunk> entries;
  const std::uint64_t first = reinterpret_cast<std::uint64_t>(start) / page_size;
  std::size_t found = 0, taken = 0;
  for (std::size_t at = 0; at < pages; at += chunk) {
    const std::size_t count = std::min(chunk, pages - at);
    const auto bytes = static_cast<ssize_t>(count * sizeof(std::uint64_t));
    const auto offset = static_cast<off_t>((first + at) * sizeof(std::uint64_t));
    if (pread(fd_, entries.data(), static_cast<std::size_t>(bytes), offset) != bytes) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if ((entries[i] & (entry_present | entry_swapped)) == 0 || (entries[i] & entry_file) != 0) {
        continue;
      }
      const auto page = static_cast<std::uint32_t>(at + i);
      if (found > 0 && out[found - 1].first + out[found - 1].count == page) {
        ++out[found - 1].count;
      } else if (found == out.size()) {
        return found;
      } else {
        out[found++] = {page, 1};
      }
      if (++taken == limit) return found;
    }
  }
  return found;
}

/// Eight pages of a private file mapping: 2, 3 and 6 written, 4 read, the rest
/// untouched. Only the written ones may be reported, also when they were given back.
bool PageScanner::self_test() const {
  const int file = memory_file();
  if (file < 0) return false;
  void* mapping = mmap(nullptr, 8 * page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  ::close(file);
  if (mapping == MAP_FAILED) return false;
  volatile auto* bytes = static_cast<volatile std::uint8_t*>(mapping);
  bytes[2 * page_size] = 1;
  bytes[3 * page_size + 5] = 2;
  [[maybe_unused]] const std::uint8_t read = bytes[4 * page_size];
  bytes[6 * page_size + 4095] = 3;
  std::array<PageRange, 8> out;
  const std::array<PageRange, 2> expected = {{{2, 2}, {6, 1}}};
  auto found = changed(mapping, 8, 8, out);
  bool right = found && std::ranges::equal(*found, expected);
  // Locked memory can not be given back; then there is nothing to see here.
  if (right && madvise(mapping, 4 * page_size, MADV_DONTNEED) == 0) {
    found = changed(mapping, 8, 8, out);
    right = found && found->size() == 1 && (*found)[0] == expected[1];
  }
  munmap(mapping, 8 * page_size);
  return right;
}

}  // namespace modebox::sandbox
