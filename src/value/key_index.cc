#include "src/value/key_index.h"

#include <bit>
#include <cmath>

#include "src/base/random.h"
#include "src/value/node.h"

namespace modebox::value {
namespace {

/// SipHash-1-3 with a key drawn once per process.
class Hasher {
 public:
  Hasher() {
    const Secret& secret = process_secret();
    v0_ = secret.k0 ^ 0x736f6d6570736575;
    v1_ = secret.k1 ^ 0x646f72616e646f6d;
    v2_ = secret.k0 ^ 0x6c7967656e657261;
    v3_ = secret.k1 ^ 0x7465646279746573;
  }

  void word(std::uint64_t word) {
    v3_ ^= word;
    round();
    v0_ ^= word;
  }
  void bytes(const void* data, std::size_t size) {
    const auto* at = static_cast<const unsigned char*>(data);
    std::uint64_t last = static_cast<std::uint64_t>(size) << 56;
    for (; size >= 8; size -= 8, at += 8) {
      std::uint64_t next;
      std::memcpy(&next, at, 8);
      word(next);
    }
    std::uint64_t rest = 0;
    if (size > 0) std::memcpy(&rest, at, size);  // `at` may be null
    word(last | rest);
  }
  std::uint32_t finish() {
    v2_ ^= 0xff;
    round();
    round();
    round();
    const std::uint64_t hash = v0_ ^ v1_ ^ v2_ ^ v3_;
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
  }

 private:
  struct Secret {
    std::uint64_t k0, k1;
  };
  static const Secret& process_secret() {
    static const Secret secret = [] {
      Secret drawn;
      RandomSource::system().fill(std::as_writable_bytes(std::span(&drawn, 1)));
      return drawn;
    }();
    return secret;
  }
  void round() {
    v0_ += v1_;
    v1_ = std::rotl(v1_, 13) ^ v0_;
    v0_ = std::rotl(v0_, 32);
    v2_ += v3_;
    v3_ = std::rotl(v3_, 16) ^ v2_;
    v0_ += v3_;
    v3_ = std::rotl(v3_, 21) ^ v0_;
    v2_ += v1_;
    v1_ = std::rotl(v1_, 17) ^ v2_;
    v2_ = std::rotl(v2_, 32);
  }

  std::uint64_t v0_, v1_, v2_, v3_;
};

}  // namespace

bool same_key(const Value& a, const Value& b) noexcept {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::undefined:
    case Kind::null:
      return true;
    case Kind::boolean:
      return Access::inline_text(a)[0] == Access::inline_text(b)[0];
    case Kind::number: {
      const double x = Access::number(a), y = Access::number(b);
      return x == y || (std::isnan(x) && std::isnan(y));
    }
    case Kind::bigint:
      return Access::pointer<HeapBigInt>(a)->number == Access::pointer<HeapBigInt>(b)->number;
    case Kind::string:
      return Access::text(a) == Access::text(b);
    default:
      return Access::pointer(a) == Access::pointer(b);
  }
}

std::uint32_t hash_key(const Value& key) noexcept {
  Hasher hasher;
  switch (key.kind()) {
    case Kind::undefined:
    case Kind::null:
      break;
    case Kind::boolean:
      hasher.word(static_cast<unsigned char>(Access::inline_text(key)[0]));
      break;
    case Kind::number: {
      const double number = Access::number(key);
      if (number == 0) {
        hasher.word(0);
      } else {
        hasher.word(std::isnan(number) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(number));
      }
      break;
    }
    case Kind::bigint: {
      const auto magnitude = Access::pointer<HeapBigInt>(key)->number.magnitude();
      hasher.bytes(magnitude.data(), magnitude.size());
      break;
    }
    case Kind::string: {
      const std::string_view text = Access::text(key);
      hasher.bytes(text.data(), text.size());
      break;
    }
    default:
      hasher.word(reinterpret_cast<std::uintptr_t>(Access::pointer(key)));
      break;
  }
  return hasher.finish();
}

}  // namespace modebox::value
