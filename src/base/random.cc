#include "src/base/random.h"

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#endif

namespace modebox {
namespace {

constexpr std::size_t max_piece = 256;  // what getentropy gives at once

class SystemRandom : public RandomSource {
 public:
  void fill(std::span<std::byte> out) override {
    while (!out.empty()) {
      const auto piece = out.first(out.size() < max_piece ? out.size() : max_piece);
      if (getentropy(piece.data(), piece.size()) != 0) {
        if (errno == EINTR) continue;
        std::perror("modebox: the system gives no random bytes (getentropy)");
        std::abort();
      }
      out = out.subspan(piece.size());
    }
  }
};

}  // namespace

RandomSource& RandomSource::system() {
  static SystemRandom source;
  return source;
}

SeededRandom::SeededRandom(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    word = mixed ^ (mixed >> 31);
  }
}

std::uint64_t SeededRandom::step() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t SeededRandom::next() {
  std::lock_guard lock(mutex_);
  return step();
}

void SeededRandom::fill(std::span<std::byte> out) {
  std::lock_guard lock(mutex_);
  for (std::byte& byte : out) {
    if (bytes_left_ == 0) {
      word_ = step();
      bytes_left_ = 8;
    }
    byte = static_cast<std::byte>(word_ & 0xff);
    word_ >>= 8;
    --bytes_left_;
  }
}

}  // namespace modebox
