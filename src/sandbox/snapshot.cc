// Freezing and thawing: what a run has changed in its image, as bytes. Of each
// changed page only the words that differ from the image are kept. Most of them are
// the fields of equally large objects in a row, so that a word is often as far from
// the one a block before as that is from its own: per page, the distance of
// such blocks is guessed, and the differences are kept, which repeat. Then all of
// it is compressed. The form is in docs/continuation-format.md.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>

#include "src/base/zstd_contexts.h"
#include "src/sandbox/page_scanner.h"
#include "src/sandbox/sandbox.h"
#include "src/sandbox/slot_state.h"
#include "src/sandbox/snapshot.h"

namespace modebox::sandbox {
namespace {

constexpr int compression_level = 3;
constexpr std::size_t word = sizeof(std::uint32_t);
constexpr std::size_t page_words = page_size / word;
constexpr std::size_t bitmap_bytes = page_words / 8;

/// Distances, in words, at which a page's words may be predicted: the sizes of blocks
/// that the engine's allocator hands out. 0: the image's word is the prediction.
constexpr std::array<std::uint8_t, 14> strides = {0,  6,  8,  10, 12, 14, 16,
                                                  18, 20, 22, 24, 28, 32, 40};
/// So many words of a page, spread over it, decide which one it is; with fewer
/// changed ones there is nothing to gain.
constexpr std::size_t looked_at = 48;

/// Buffers that would be large enough for the whole guest are not kept.
constexpr std::size_t most_kept = 1 << 20;

Error not_a_snapshot() { return Error{"The frozen memory of the run is malformed."}; }
Error too_much_memory() {
  return Error{"The frozen run holds more memory than it may have now.", "RUN_OUT_OF_MEMORY"};
}

/// Memory that is used again and again: new one costs a fault per page.
class Scratch {
 public:
  explicit Scratch(std::vector<std::byte>& kept) : bytes_(kept) { bytes_.clear(); }
  ~Scratch() {
    if (bytes_.capacity() > most_kept) std::vector<std::byte>().swap(bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::vector<std::byte>& operator*() { return bytes_; }

 private:
  std::vector<std::byte>& bytes_;
};
thread_local std::vector<std::byte> kept_raw;
thread_local std::vector<std::byte> kept_frame;

void put(std::vector<std::byte>& out, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(std::byte(number >> shift & 0xff));
}

std::uint32_t get(std::span<const std::byte> bytes, std::size_t index) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < word; ++i) {
    number |= std::to_integer<std::uint32_t>(bytes[index * word + i]) << 8 * i;
  }
  return number;
}

/// The words of a page, and those of the page before it in the list, in which
/// predictions look back.
class PageWords {
 public:
  using Words = std::array<std::uint32_t, page_words>;

  /// Goes on to the next page, whose words become `page`.
  void next(const void* page) {
    before_ = words_;
    std::memcpy(words_.data(), page, page_size);
  }
  std::uint32_t& operator[](std::size_t i) { return words_[i]; }
  std::uint32_t back(std::size_t i, std::size_t distance) const {
    return i >= distance ? words_[i - distance] : before_[page_words + i - distance];
  }
  const Words& words() const { return words_; }

 private:
  Words words_ = {};
  Words before_ = {};
};

/// Indexes of the words that are not the image's.
struct Changes {
  PageWords::Words old;
  std::array<std::uint16_t, page_words> at;
  std::size_t count = 0;
};

Changes find_changes(const PageWords& page, const std::byte* original) {
  Changes changes;
  std::memcpy(changes.old.data(), original, page_size);
  for (std::size_t i = 0; i < page_words; ++i) {
    changes.at[changes.count] = static_cast<std::uint16_t>(i);
    changes.count += page.words()[i] != changes.old[i] ? 1 : 0;
  }
  return changes;
}

/// The stride at which most words go on as the two before them did.
std::size_t guess_stride(const PageWords& page, const Changes& changes) {
  std::size_t best = 0;
  std::size_t most = looked_at / 8;
  if (changes.count < looked_at) return best;
  for (std::size_t candidate = 1; candidate < strides.size(); ++candidate) {
    const std::size_t stride = strides[candidate];
    std::size_t hits = 0;
    for (std::size_t n = 0; n < looked_at; ++n) {
      const std::size_t i = changes.at[n * changes.count / looked_at];
      if (i < 2 * stride) continue;
      const std::uint32_t before = page.words()[i - stride];
      hits += page.words()[i] - before == before - page.words()[i - 2 * stride] ? 1 : 0;
    }
    if (hits > most) {
      most = hits;
      best = candidate;
    }
  }
  return best;
}

std::size_t count_pages(const std::vector<PageRange>& ranges) {
  std::size_t pages = 0;
  for (const PageRange& range : ranges) pages += range.count;
  return pages;
}

template <typename Visit>
void for_each_page(const std::vector<PageRange>& ranges, Visit visit) {
  for (const PageRange& range : ranges) {
    for (std::uint32_t page = range.first; page < range.first + range.count; ++page) {
      visit(wasm_page + std::size_t{page} * page_size);
    }
  }
}

/// Header, one stride per page, one bitmap of changed words per page, the words.
void serialize(const SlotMemory& memory, const std::vector<PageRange>& ranges,
               std::vector<std::byte>& raw) {
  const std::size_t pages = count_pages(ranges);
  put(raw, memory.instance().pages);
  put(raw, static_cast<std::uint32_t>(ranges.size()));
  for (const PageRange& range : ranges) {
    put(raw, range.first);
    put(raw, range.count);
  }
  const std::size_t head = raw.size();
  raw.resize(head + pages * (1 + bitmap_bytes + page_size));
  std::byte* stride_out = raw.data() + head;
  std::byte* bitmap = stride_out + pages;
  std::byte* out = bitmap + pages * bitmap_bytes;
  const auto* base = reinterpret_cast<const std::byte*>(memory.base());
  PageWords page;
  for_each_page(ranges, [&](std::size_t address) {
    page.next(base + address);
    const Changes changes = find_changes(page, memory.original(address));
    const std::size_t guess = guess_stride(page, changes);
    *stride_out++ = std::byte(guess);
    for (std::size_t c = 0; c < changes.count; ++c) {
      const std::size_t i = changes.at[c];
      const std::uint32_t kept =
          page[i] - (guess == 0 ? changes.old[i] : page.back(i, strides[guess]));
      std::memcpy(out, &kept, word);
      out += word;
      bitmap[i / 8] |= std::byte(1u << i % 8);
    }
    bitmap += bitmap_bytes;
  });
  raw.resize(static_cast<std::size_t>(out - raw.data()));
}

Status write_changes(const SlotState& slot, std::vector<std::byte>& raw) {
  if (slot.generation != fork_generation() || slot.memory == nullptr || slot.entered || slot.end) {
    return Error{"The sandbox is not in a state that can be frozen."};
  }
  const SlotMemory& memory = *slot.memory;
  if (memory.instance().stack_pointer != slot.image.stack_pointer) {
    return Error{"The sandbox's stack is not empty."};
  }
  serialize(memory, memory.live_pages(page_scanner()), raw);
  return done();
}

/// Reads what stands before the pages, and holds it against what the memory may
/// become; nothing if it does not fit.
struct Header {
  std::uint32_t wasm_pages = 0;
  std::vector<PageRange> ranges;
  std::size_t size = 0;
};
std::optional<Header> read_header(std::span<const std::byte> raw, const SlotMemory& memory) {
  if (raw.size() < 2 * word) return std::nullopt;
  Header header;
  header.wasm_pages = get(raw, 0);
  const std::uint32_t count = get(raw, 1);
  if (header.wasm_pages < memory.instance().pages || header.wasm_pages > memory.most_pages()) {
    return std::nullopt;
  }
  const std::uint64_t pages = (std::uint64_t{header.wasm_pages} - 1) * (wasm_page / page_size);
  if (count > pages || count > (raw.size() - 2 * word) / (2 * word)) return std::nullopt;
  std::uint64_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const PageRange range = {get(raw, 2 + 2 * i), get(raw, 3 + 2 * i)};
    if (range.count == 0 || range.first < next ||
        range.first + std::uint64_t{range.count} > pages) {
      return std::nullopt;
    }
    next = range.first + std::uint64_t{range.count};
    header.ranges.push_back(range);
  }
  header.size = (2 + 2 * std::size_t{count}) * word;
  return header;
}

/// The parts behind the header, whose sizes are checked; nothing if they do not fit.
struct Body {
  std::span<const std::byte> strides;
  std::span<const std::byte> bitmaps;
  std::span<const std::byte> words;
};
std::optional<Body> read_body(std::span<const std::byte> body, std::size_t pages) {
  if (body.size() < pages * (1 + bitmap_bytes)) return std::nullopt;
  Body parts;
  parts.strides = body.first(pages);
  parts.bitmaps = body.subspan(pages, pages * bitmap_bytes);
  parts.words = body.subspan(pages * (1 + bitmap_bytes));
  std::size_t words = 0;
  for (std::size_t at = 0; at < parts.bitmaps.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t bits;
    std::memcpy(&bits, parts.bitmaps.data() + at, sizeof(bits));
    words += static_cast<std::size_t>(std::popcount(bits));
  }
  const bool known = std::all_of(parts.strides.begin(), parts.strides.end(), [](std::byte stride) {
    return std::to_integer<std::size_t>(stride) < strides.size();
  });
  if (!known || parts.words.size() != words * word) return std::nullopt;
  return parts;
}

void restore(SlotMemory& memory, const std::vector<PageRange>& ranges, const Body& body) {
  auto* base = reinterpret_cast<std::byte*>(memory.base());
  const std::byte* stride_in = body.strides.data();
  const std::byte* bitmap = body.bitmaps.data();
  const std::byte* in = body.words.data();
  PageWords page;
  for_each_page(ranges, [&](std::size_t address) {
    page.next(memory.original(address));
    const std::size_t stride = strides[std::to_integer<std::size_t>(*stride_in++)];
    for (std::size_t byte = 0; byte < bitmap_bytes; ++byte) {
      for (unsigned bits = std::to_integer<unsigned>(bitmap[byte]); bits != 0; bits &= bits - 1) {
        const std::size_t i = byte * 8 + static_cast<std::size_t>(std::countr_zero(bits));
        std::uint32_t kept;
        std::memcpy(&kept, in, word);
        in += word;
        page[i] = kept + (stride == 0 ? page[i] : page.back(i, stride));
      }
    }
    bitmap += bitmap_bytes;
    std::memcpy(base + address, page.words().data(), page_size);
  });
}

/// Bytes of the largest snapshot, not compressed, that fits this memory.
std::size_t most_raw(const SlotMemory& memory) {
  constexpr std::size_t per_page = page_size + bitmap_bytes + 1 + 2 * word;
  return 2 * word + memory.most_pages() * (wasm_page / page_size) * per_page;
}

Status decompress(std::span<const std::byte> snapshot, std::span<const std::byte> sample,
                  std::size_t most, std::vector<std::byte>& raw) {
  const auto size = ZSTD_getFrameContentSize(snapshot.data(), snapshot.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) return not_a_snapshot();
  if (size > most) return too_much_memory();
  raw.resize(size);
  ZSTD_DCtx_refPrefix(zstd_decompressor(), sample.data(), sample.size());
  const std::size_t got = ZSTD_decompressDCtx(zstd_decompressor(), raw.data(), raw.size(),
                                              snapshot.data(), snapshot.size());
  if (ZSTD_isError(got) != 0 || got != size) return not_a_snapshot();
  return done();
}

}  // namespace

Result<std::vector<std::byte>> changes_of(Slot& slot) {
  std::vector<std::byte> raw;
  if (const Status written = write_changes(slot.state(), raw); !written) return written.error();
  return raw;
}

Result<std::vector<std::byte>> Slot::freeze() {
  Scratch raw(kept_raw);
  if (const Status written = write_changes(*state_, *raw); !written) return written.error();
  Scratch frame(kept_frame);
  (*frame).resize(ZSTD_compressBound((*raw).size()));
  ZSTD_CCtx* context = zstd_compressor();
  const std::span<const std::byte> sample = state_->image.sample;
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, compression_level);
  ZSTD_CCtx_refPrefix(context, sample.data(), sample.size());
  const std::size_t size =
      ZSTD_compress2(context, (*frame).data(), (*frame).size(), (*raw).data(), (*raw).size());
  if (ZSTD_isError(size) != 0) return Error{"The sandbox's memory could not be compressed."};
  return std::vector<std::byte>((*frame).begin(),
                                (*frame).begin() + static_cast<std::ptrdiff_t>(size));
}

Status Slot::thaw(std::span<const std::byte> snapshot) {
  SlotState& slot = *state_;
  if (slot.generation != fork_generation() || slot.memory == nullptr || slot.entered || slot.end) {
    return Error{"The sandbox is not in a state that can be thawed."};
  }
  SlotMemory& memory = *slot.memory;
  // What the size says is taken from the system before anything else is known of the
  // snapshot, so it has to be within this lease's limit.
  const std::size_t most = most_raw(memory);
  Scratch scratch(kept_raw);
  if (Status read = decompress(snapshot, slot.image.sample, most, *scratch); !read) return read;
  const std::span<const std::byte> raw = *scratch;
  if (raw.size() >= word && get(raw, 0) > memory.most_pages()) return too_much_memory();
  const std::optional<Header> header = read_header(raw, memory);
  if (!header) return not_a_snapshot();
  const auto body = read_body(raw.subspan(header->size), count_pages(header->ranges));
  if (!body) return not_a_snapshot();
  memory.touch();
  if (memory.grow(header->wasm_pages - memory.instance().pages) == ~std::uint32_t{0}) {
    return Error{"The system refused the memory that the run needs to go on."};
  }
  restore(memory, header->ranges, *body);
  return done();
}

}  // namespace modebox::sandbox
