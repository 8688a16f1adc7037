#include "src/continuation/token.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <set>

#include "src/base/random.h"
#include "src/continuation/base64url.h"
#include "src/continuation/envelope.h"

namespace modebox::continuation {
namespace {

constexpr std::size_t most_state = 1 << 20;

Keyring keys(const std::string& first, const std::string& second = {}) {
  std::vector<std::string> secrets = {first};
  if (!second.empty()) secrets.push_back(second);
  return Keyring::from_secrets(secrets).value();
}
const std::string secret_a(32, 'a');
const std::string secret_b(32, 'b');

Bytes bytes(std::size_t size, int seed = 1) {
  SeededRandom random(static_cast<std::uint64_t>(seed));
  Bytes out(size);
  random.fill(out);
  return out;
}

Contents contents(std::size_t state = 200, std::size_t memory = 900) {
  return {TokenKind::run, bytes(state, 1), bytes(memory, 2)};
}

std::string sealed(const Contents& what, const Keyring& with) {
  return seal(with, what, RandomSource::system());
}

void expect_refused(const Keyring& with, std::string_view token, const std::string& why) {
  const Result<Contents> opened = open(with, token, most_state);
  ASSERT_FALSE(opened.ok()) << why;
  EXPECT_EQ(opened.error().code, "RUN_CONTINUATION_INVALID");
  if (token.size() >= 12) {
    EXPECT_EQ(opened.error().message.find(token.substr(0, 12)), std::string::npos);
  }
}

TEST(Token, GivesBackWhatWasSealed) {
  const Keyring ring = keys(secret_a);
  for (const std::size_t state : {0, 1, 300, 100'000}) {
    for (const std::size_t memory : {0, 1, 4096, 3'000'000}) {
      const Contents what = contents(state, memory);
      const Result<Contents> opened = open(ring, sealed(what, ring), most_state);
      ASSERT_TRUE(opened.ok());
      EXPECT_EQ(opened->state, what.state);
      EXPECT_EQ(opened->memory, what.memory);
      EXPECT_EQ(opened->kind, TokenKind::run);
    }
  }
}

TEST(Token, IsRefusedWithAnyCharacterChanged) {
  const Keyring ring = keys(secret_a);
  const std::string token = sealed(contents(), ring);
  for (std::size_t i = 0; i < token.size(); ++i) {
    for (const char other : {'A', 'B', '_', '=', ' ', '\0', '\xff'}) {
      if (token[i] == other) continue;
      std::string changed = token;
      changed[i] = other;
      expect_refused(ring, changed, "character " + std::to_string(i));
    }
  }
}

TEST(Token, IsRefusedWithAnyBitOfItsBytesChanged) {
  const Keyring ring = keys(secret_a);
  Bytes raw;
  ASSERT_TRUE(from_base64url(sealed(contents(40, 40), ring), raw));
  for (std::size_t i = 0; i < raw.size() * 8; ++i) {
    Bytes changed = raw;
    changed[i / 8] ^= std::byte(1u << i % 8);
    expect_refused(ring, to_base64url(changed), "bit " + std::to_string(i));
  }
}

TEST(Token, IsRefusedCutOrExtended) {
  const Keyring ring = keys(secret_a);
  const std::string token = sealed(contents(), ring);
  for (std::size_t size = 0; size < token.size(); ++size) {
    expect_refused(ring, token.substr(0, size), "cut");
  }
  for (const std::string more : {"A", "AA", "AAAA", "=", "\n", " "}) {
    expect_refused(ring, token + more, "extended");
    expect_refused(ring, more + token, "extended in front");
  }
  expect_refused(ring, token + token, "doubled");
}

TEST(Token, IsRefusedSplicedWithAnother) {
  const Keyring ring = keys(secret_a);
  Bytes one, two;
  ASSERT_TRUE(from_base64url(sealed(contents(), ring), one));
  ASSERT_TRUE(from_base64url(sealed(contents(), ring), two));
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t cut = 1; cut < one.size(); ++cut) {
    Bytes spliced = one;
    std::copy(two.begin() + static_cast<std::ptrdiff_t>(cut), two.end(),
              spliced.begin() + static_cast<std::ptrdiff_t>(cut));
    if (spliced == one || spliced == two) continue;
    expect_refused(ring, to_base64url(spliced), "spliced at " + std::to_string(cut));
  }
}

TEST(Token, OpensWithAnyKeyOfTheRingAndSealsWithTheFirst) {
  const std::string old = sealed(contents(), keys(secret_a));
  EXPECT_TRUE(open(keys(secret_b, secret_a), old, most_state).ok());
  const std::string fresh = sealed(contents(), keys(secret_b, secret_a));
  EXPECT_TRUE(open(keys(secret_b), fresh, most_state).ok());
  expect_refused(keys(secret_b), old, "a key that was rotated away");
  expect_refused(Keyring::random(), old, "a key by chance");
}

TEST(Token, RefusesAnAuthenticFrameThatUnpacksToMoreThanItMay) {
  const Keyring ring = keys(secret_a);
  const Contents bomb = {TokenKind::run, Bytes(most_state + 1), {}};
  const std::string token = sealed(bomb, ring);
  EXPECT_LT(token.size(), 1000u);
  expect_refused(ring, token, "a bomb");
}

TEST(Token, RefusesAuthenticPlaintextsThatAreNotLaidOutAsItsOwn) {
  const Keyring ring = keys(secret_a);
  const Bytes right = lay_out(contents(30, 30));
  for (std::size_t i = 0; i < 8 * 8; ++i) {
    // A few bytes more of memory may be padding: nobody could tell.
    if (i >= 4 * 8 && i < 4 * 8 + 6) continue;
    Bytes wrong = right;
    wrong[i / 8] ^= std::byte(1u << i % 8);
    expect_refused(ring, close_envelope(ring, TokenKind::run, wrong, RandomSource::system()),
                   "sizes");
  }
  Bytes unpadded = right;
  unpadded.pop_back();
  expect_refused(ring, close_envelope(ring, TokenKind::run, unpadded, RandomSource::system()),
                 "padding cut");
  Bytes dirty = right;
  dirty.back() = std::byte{1};
  expect_refused(ring, close_envelope(ring, TokenKind::run, dirty, RandomSource::system()),
                 "padding in use");
  expect_refused(ring, close_envelope(ring, TokenKind::run, {}, RandomSource::system()), "empty");
}

TEST(Token, LengthsTellLittle) {
  const Keyring ring = keys(secret_a);
  std::set<std::size_t> sizes;
  for (std::size_t memory = 3000; memory < 3500; ++memory) {
    sizes.insert(sealed(contents(100, memory), ring).size());
  }
  EXPECT_LE(sizes.size(), 9u);
}

TEST(Token, NeverLooksTheSameTwice) {
  const Keyring ring = keys(secret_a);
  EXPECT_NE(sealed(contents(), ring), sealed(contents(), ring));
}

TEST(Base64url, RefusesWhatItWouldNotWrite) {
  Bytes out;
  for (const std::string_view wrong : {"A", "AB", "AAB", "A===", "AA==", "A+AA", "A/AA", "AAA\n"}) {
    EXPECT_FALSE(from_base64url(wrong, out)) << wrong;
  }
  EXPECT_TRUE(from_base64url("", out));
  EXPECT_TRUE(from_base64url("_-8", out));
  EXPECT_EQ(out, (Bytes{std::byte{0xff}, std::byte{0xef}}));
}

}  // namespace
}  // namespace modebox::continuation
