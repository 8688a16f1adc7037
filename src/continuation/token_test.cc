#include "src/continuation/token.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
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
  // What is wrong is told by fixed texts, which show nothing of token, key or content.
  const std::string& message = opened.error().message;
  EXPECT_TRUE(message == damaged().message || message == "This is not a continuation token." ||
              message.starts_with("The continuation was sealed with another secret than "))
      << why << ": " << message;
  EXPECT_EQ(message.find(secret_a.substr(0, 8)), std::string::npos);
  if (token.size() >= 12) {
    EXPECT_EQ(opened.error().message.find(token.substr(0, 12)), std::string::npos);
  }
}

TEST(Token, GivesBackWhatWasSealed) {
  const Keyring ring = keys(secret_a);
  for (const std::size_t state : {0, 1, 300, 100'000}) {
    for (const std::size_t memory : {0, 1, 4096, 8 << 20}) {
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

/// A plaintext whose state is this frame, with no memory.
Bytes plaintext_of(const Bytes& frame) {
  Bytes out((8 + frame.size() + 63) / 64 * 64);
  for (std::size_t i = 0; i < 4; ++i) out[i] = std::byte(frame.size() >> 8 * i & 0xff);
  std::copy(frame.begin(), frame.end(), out.begin() + 8);
  return out;
}

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes out;
  for (const int value : values) out.push_back(std::byte(value));
  return out;
}

/// A frame that says it unpacks to `told` bytes, and unpacks to `blocks` times 128 KiB
/// of zeros, four bytes each.
Bytes frame_of_zeros(std::uint32_t told, int blocks) {
  Bytes frame = bytes_of({0x28, 0xb5, 0x2f, 0xfd, 0xa0});
  for (std::size_t i = 0; i < 4; ++i) frame.push_back(std::byte(told >> 8 * i & 0xff));
  for (int i = 0; i < blocks; ++i) {
    const unsigned head = (128u << 10) << 3 | 1u << 1 | (i + 1 == blocks ? 1u : 0u);
    for (int shift = 0; shift < 24; shift += 8) frame.push_back(std::byte(head >> shift & 0xff));
    frame.push_back(std::byte{0});
  }
  return frame;
}

TEST(Token, MakesNoRoomForAnAuthenticFrameThatTellsAGigabyte) {
  for (const int blocks : {1, 8192}) {  // a lie, and the truth
    Contents out;
    EXPECT_FALSE(read_layout(plaintext_of(frame_of_zeros(1u << 30, blocks)), most_state, out));
    EXPECT_EQ(out.state.capacity(), 0u);
    EXPECT_EQ(out.memory.capacity(), 0u);
  }
}

TEST(Token, StopsAnAuthenticFrameThatUnpacksToMoreThanItTells) {
  Contents out;
  ASSERT_TRUE(read_layout(plaintext_of(frame_of_zeros(1u << 17, 1)), most_state, out));
  EXPECT_EQ(out.state, Bytes(1u << 17));
  const auto start = std::chrono::steady_clock::now();
  Contents bomb;
  EXPECT_FALSE(read_layout(plaintext_of(frame_of_zeros(100, 8192)), most_state, bomb));
  EXPECT_LE(bomb.state.capacity(), 100u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(100));
}

TEST(Token, RefusesAuthenticStatesThatAreNotOneFrameOfItsOwnKind) {
  const Bytes right = bytes_of({0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 0x09, 0, 0, 'x'});
  Contents out;
  ASSERT_TRUE(read_layout(plaintext_of(right), most_state, out));
  ASSERT_EQ(out.state, bytes_of({'x'}));
  const auto expect_none = [](const Bytes& frame, const char* why) {
    Contents none;
    EXPECT_FALSE(read_layout(plaintext_of(frame), most_state, none)) << why;
  };
  expect_none({}, "none");
  expect_none(bytes_of({0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0}), "a skippable frame");
  expect_none(bytes_of({0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 1, 0x09, 0, 0, 'x'}), "a dictionary's");
  expect_none(bytes_of({0x28, 0xb5, 0x2f, 0xfd, 0x00, 0, 0x09, 0, 0, 'x'}), "size not told");
  expect_none(bytes_of({0x28, 0xb5, 0x2f, 0xfd, 0x20, 2, 0x09, 0, 0, 'x'}), "less than told");
  Bytes twice = right;
  twice.insert(twice.end(), right.begin(), right.end());
  expect_none(twice, "two frames");
  Bytes more = right;
  more.push_back(std::byte{0});
  expect_none(more, "a byte behind it");
  for (std::size_t size = 0; size < right.size(); ++size) {
    expect_none(Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(size)), "cut");
  }
}

TEST(Token, IsRefusedOfAnotherKind) {
  const Keyring ring = keys(secret_a);
  Bytes raw;
  ASSERT_TRUE(from_base64url(sealed(contents(), ring), raw));
  for (int kind = 0; kind < 256; ++kind) {
    if (kind == static_cast<int>(TokenKind::run)) continue;
    raw[3] = std::byte(kind);
    expect_refused(ring, to_base64url(raw), "kind " + std::to_string(kind));
  }
}

TEST(Token, IsRefusedWithTheKeyIdOfAnotherKeyOfTheRing) {
  Bytes one, two;
  ASSERT_TRUE(from_base64url(sealed(contents(), keys(secret_a)), one));
  ASSERT_TRUE(from_base64url(sealed(contents(), keys(secret_b)), two));
  std::copy_n(two.begin() + 4, std::tuple_size_v<KeyId>, one.begin() + 4);
  expect_refused(keys(secret_a, secret_b), to_base64url(one), "key id");
}

TEST(Token, DoesNotDecodeLongTextThatIsNoToken) {
  const Keyring ring = keys(secret_a);
  const std::string text(64 << 20, 'A');
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) expect_refused(ring, text, "long");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Token, LengthsTellLittleOfTheStateEither) {
  const Keyring ring = keys(secret_a);
  std::set<std::size_t> sizes;
  for (std::size_t state = 1000; state < 1040; ++state) {
    sizes.insert(sealed(contents(state, 3000), ring).size());
  }
  EXPECT_LE(sizes.size(), 2u);
}

TEST(Token, IsPaddedByLessThan64BytesOrAThirtySecondIfThatIsMore) {
  for (std::size_t memory = 0; memory < 300'000; memory += 97) {
    const std::size_t used = 8 + 9 + memory;  // an empty frame has nine bytes
    const std::size_t size = lay_out({TokenKind::run, {}, Bytes(memory)}).size();
    EXPECT_GE(size, used);
    EXPECT_LT(size - used, std::max<std::size_t>(64, used / 32));
  }
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

/// Sixteen bytes to the line, as in the documentation.
std::string hex_dump(ByteView bytes) {
  std::string out;
  char piece[24];
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % 16 == 0) {
      std::snprintf(piece, sizeof(piece), "%04zx ", i);
      out += piece;
    }
    std::snprintf(piece, sizeof(piece), " %02x", std::to_integer<unsigned>(bytes[i]));
    out += piece;
    if (i % 16 == 15 || i + 1 == bytes.size()) out += '\n';
  }
  return out;
}

std::string documentation() {
  const char* root = std::getenv("MODEBOX_SOURCE_DIR");
  std::ifstream page(std::string(root != nullptr ? root : ".") + "/docs/continuation-format.md");
  return std::string(std::istreambuf_iterator<char>(page), {});
}

TEST(Token, IsThatOfTheWorkedExampleInItsDocumentation) {
  const Keyring ring = keys("an example, and no secret at all");
  const auto text = [](std::string_view from) {
    const auto view = std::as_bytes(std::span(from));
    return Bytes(view.begin(), view.end());
  };
  const Contents what = {TokenKind::run, text("state"), text("memory")};
  SeededRandom nonce(1);
  const std::string token = seal(ring, what, nonce);
  Bytes raw;
  ASSERT_TRUE(from_base64url(token, raw));
  const std::string page = documentation();
  EXPECT_NE(page.find("\n" + token + "\n"), std::string::npos) << token;
  EXPECT_NE(page.find("\n" + hex_dump(raw) + "```"), std::string::npos) << hex_dump(raw);
  EXPECT_NE(page.find("\n" + hex_dump(lay_out(what)) + "```"), std::string::npos)
      << hex_dump(lay_out(what));
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
