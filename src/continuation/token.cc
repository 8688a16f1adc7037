// What is inside a token: two sizes, the state in a frame of its own (so that its
// length does not depend on the script's memory), the memory, and zeros up to a
// rounded size, so that the token's length tells little.
#include "src/continuation/token.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "src/base/zstd_contexts.h"
#include "src/continuation/envelope.h"

namespace modebox::continuation {
namespace {

constexpr int compression_level = 3;
constexpr std::size_t sizes_bytes = 8;
constexpr std::size_t least_step = 64;

/// Thirty-two steps between a power of two and the next.
std::size_t padded(std::size_t size) {
  const std::size_t step = std::max(least_step, std::bit_floor(size) / 32);
  return (size + step - 1) / step * step;
}

void put(Bytes& out, std::size_t at, std::size_t number) {
  for (std::size_t i = 0; i < 4; ++i) out[at + i] = std::byte(number >> 8 * i & 0xff);
}

std::size_t get(ByteView bytes, std::size_t at) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number |= std::to_integer<std::size_t>(bytes[at + i]) << 8 * i;
  }
  return number;
}

/// One frame that tells its size, and nothing else. zstd also takes skippable frames,
/// for empty, and those of a dictionary; the latter fail here for the lack of it.
bool decompress(ByteView frame, std::size_t most, Bytes& out) {
  if (frame.size() < 4 || get(frame, 0) != ZSTD_MAGICNUMBER) return false;
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > most ||
      ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) {
    return false;
  }
  out.resize(size);
  return ZSTD_decompressDCtx(zstd_decompressor(), out.data(), out.size(), frame.data(),
                             frame.size()) == size;
}

}  // namespace

Bytes lay_out(const Contents& contents) {
  const std::size_t most_state = ZSTD_compressBound(contents.state.size());
  Bytes out(sizes_bytes + most_state);
  const std::size_t state =
      ZSTD_compressCCtx(zstd_compressor(), out.data() + sizes_bytes, most_state,
                        contents.state.data(), contents.state.size(), compression_level);
  put(out, 0, state);
  put(out, 4, contents.memory.size());
  out.resize(sizes_bytes + state);
  out.insert(out.end(), contents.memory.begin(), contents.memory.end());
  out.resize(padded(out.size()));
  return out;
}

bool read_layout(ByteView plaintext, std::size_t max_state_bytes, Contents& out) {
  if (plaintext.size() < sizes_bytes) return false;
  const std::size_t state = get(plaintext, 0);
  const std::size_t memory = get(plaintext, 4);
  const std::size_t used = sizes_bytes + state + memory;
  if (plaintext.size() != padded(used)) return false;
  const ByteView padding = plaintext.subspan(used);
  if (std::any_of(padding.begin(), padding.end(), [](std::byte b) { return b != std::byte{0}; })) {
    return false;
  }
  if (!decompress(plaintext.subspan(sizes_bytes, state), max_state_bytes, out.state)) return false;
  const ByteView rest = plaintext.subspan(sizes_bytes + state, memory);
  out.memory.assign(rest.begin(), rest.end());
  return true;
}

std::string seal(const Keyring& keys, const Contents& contents, RandomSource& random) {
  return close_envelope(keys, contents.kind, lay_out(contents), random);
}

Result<Contents> open(const Keyring& keys, std::string_view token, std::size_t max_state_bytes) {
  Contents contents;
  Bytes plaintext;
  if (Status opened = open_envelope(keys, token, contents.kind, plaintext); !opened) {
    return std::move(opened).error();
  }
  if (!read_layout(plaintext, max_state_bytes, contents)) return damaged();
  return contents;
}

}  // namespace modebox::continuation
