// Finds the pages of a private mapping that this process has changed: those that
// have become its own, which the kernel knows. Two sources, the ioctl PAGEMAP_SCAN
// (Linux 6.7) and /proc/self/pagemap; both can lie or be missing (a descriptor from
// before fork, after setuid, emulated kernels), so both have to pass a test on a
// mapping of known state first, and callers check a page that they know is changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace modebox::sandbox {

inline constexpr std::size_t page_size = 4096;

/// Pages [first, first + count), counted from the start of the scanned range.
struct PageRange {
  std::uint32_t first;
  std::uint32_t count;
  bool operator==(const PageRange&) const = default;
};

/// A way to ask the kernel. Immutable after open; thread-safe.
class PageScanner {
 public:
  enum class Source : std::uint8_t { none, scan_ioctl, pagemap };

  /// The best source that works here, by test.
  static PageScanner open();
  /// That source, or none if it does not work here.
  static PageScanner open(Source source);
  PageScanner(PageScanner&& other) noexcept;
  ~PageScanner();

  Source source() const { return source_; }

  /// The changed pages among `pages` ones at `start`, at most `limit` of them in
  /// all (the rest is left out; ask for one more than you can use). Written to
  /// `out`, whose part is returned; nothing if the source fails.
  std::optional<std::span<PageRange>> changed(const void* start, std::size_t pages,
                                              std::size_t limit, std::span<PageRange> out) const;

 private:
  PageScanner(Source source, int fd);
  bool self_test() const;
  bool still_ours() const;
  std::optional<std::size_t> scan_with_ioctl(const void* start, std::size_t pages,
                                             std::size_t limit, std::span<PageRange> out) const;
  std::optional<std::size_t> scan_pagemap(const void* start, std::size_t pages, std::size_t limit,
                                          std::span<PageRange> out) const;

  Source source_ = Source::none;
  int fd_ = -1;
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
};

}  // namespace modebox::sandbox
