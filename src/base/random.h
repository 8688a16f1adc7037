// The seam to randomness. The system's source is fit for keys; the seeded one
// gives the same bytes for the same seed in every process and version, and is
// for determinism only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

namespace modebox {

/// Thread-safe.
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  virtual void fill(std::span<std::byte> out) = 0;

  /// The operating system's, for the life of the process. It ends the process
  /// if the system has no randomness to give: nothing can go on safely then.
  static RandomSource& system();
};

/// xoshiro256** seeded by splitmix64, its numbers as little-endian bytes. The
/// stream does not depend on the sizes of the pieces that are asked for.
class SeededRandom : public RandomSource {
 public:
  explicit SeededRandom(std::uint64_t seed);
  void fill(std::span<std::byte> out) override;
  std::uint64_t next();

 private:
  std::uint64_t step();

  std::mutex mutex_;
  std::uint64_t state_[4];
  std::uint64_t word_ = 0;
  int bytes_left_ = 0;
};

}  // namespace modebox
