#include "src/continuation/keyring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>

#include "src/continuation/key.h"

namespace modebox::continuation {
namespace {

constexpr const char* variable = "MODEBOX_SECRET";
const std::string secret_a(32, 'a');
const std::string secret_b(32, 'b');

Keyring ring_of(std::vector<std::string> secrets) { return Keyring::from_secrets(secrets).value(); }
KeyId sealing_id(const Keyring& ring) { return ring.sealing().id(); }

/// Sets the variable, or unsets it, and puts back what was there.
class Environment {
 public:
  explicit Environment(const char* value) {
    if (const char* now = std::getenv(variable)) before_ = now;
    set(value);
  }
  ~Environment() { set(before_ ? before_->c_str() : nullptr); }

 private:
  static void set(const char* value) {
    if (value == nullptr) {
      unsetenv(variable);
    } else {
      setenv(variable, value, 1);
    }
  }
  std::optional<std::string> before_;
};

Result<Keyring> from_environment() { return Keyring::from_secrets_or_environment({}); }

TEST(Keyring, MakesTheSameKeyOfTheSameSecretAndAnotherOfAnother) {
  EXPECT_EQ(sealing_id(ring_of({secret_a})), sealing_id(ring_of({secret_a})));
  EXPECT_NE(sealing_id(ring_of({secret_a})), sealing_id(ring_of({secret_b})));
  EXPECT_NE(sealing_id(ring_of({secret_a})), sealing_id(ring_of({secret_a + '\0'})));
}

TEST(Keyring, TellsNothingOfTheSealingKeyInItsId) {
  const Keyring ring = ring_of({secret_a});
  const KeyId id = sealing_id(ring);
  const unsigned char* key = ring.sealing().bytes();
  EXPECT_EQ(std::search(key, key + Key::size, id.begin(), id.end()), key + Key::size);
}

TEST(Keyring, SealsWithTheFirstSecretAndFindsTheKeysOfAll) {
  const Keyring ring = ring_of({secret_b, secret_a});
  EXPECT_EQ(sealing_id(ring), sealing_id(ring_of({secret_b})));
  const Key* other = ring.find(sealing_id(ring_of({secret_a})));
  ASSERT_NE(other, nullptr);
  EXPECT_NE(other, &ring.sealing());
}

TEST(Keyring, FindsNoKeyOfAnIdThatIsNotExactlyThat) {
  const Keyring ring = ring_of({secret_a});
  const KeyId right = sealing_id(ring);
  EXPECT_EQ(ring.find(right), &ring.sealing());
  EXPECT_EQ(ring.find(KeyId{}), nullptr);
  for (std::size_t bit = 0; bit < 8 * right.size(); ++bit) {
    KeyId wrong = right;
    wrong[bit / 8] = static_cast<std::uint8_t>(wrong[bit / 8] ^ 1u << bit % 8);
    EXPECT_EQ(ring.find(wrong), nullptr) << bit;
  }
}

TEST(Keyring, TakesASecretThatIsGivenTwice) {
  const Keyring ring = ring_of({secret_a, secret_a});
  EXPECT_EQ(ring.find(sealing_id(ring)), &ring.sealing());
}

TEST(Keyring, KeepsItsKeysWhenTheRingItWasCopiedFromIsGone) {
  auto first = std::make_unique<Keyring>(ring_of({secret_a}));
  const Keyring copy = *first;
  first.reset();
  EXPECT_EQ(sealing_id(copy), sealing_id(ring_of({secret_a})));
}

TEST(Keyring, CountsTheBytesOfASecretAndNotItsCharacters) {
  std::string sixteen;
  for (int i = 0; i < 16; ++i) sixteen += "\u00e9";
  EXPECT_TRUE(Keyring::from_secrets(std::span(&sixteen, 1)).ok());
  sixteen.pop_back();
  EXPECT_FALSE(Keyring::from_secrets(std::span(&sixteen, 1)).ok());
}

TEST(Keyring, RefusesAShortSecretByItsPlaceAndNotByItsText) {
  const std::vector<std::string> secrets = {secret_a, "too short a secret"};
  const Result<Keyring> ring = Keyring::from_secrets(secrets);
  ASSERT_FALSE(ring.ok());
  EXPECT_NE(ring.error().message.find("Secret 2"), std::string::npos);
  EXPECT_EQ(ring.error().message.find("too short a secret"), std::string::npos);
}

TEST(Keyring, RefusesToBeMadeOfNoSecret) { EXPECT_FALSE(Keyring::from_secrets({}).ok()); }

TEST(Keyring, IsADifferentOneEachTimeItIsMadeByChance) {
  EXPECT_NE(sealing_id(Keyring::random()), sealing_id(Keyring::random()));
}

TEST(Keyring, TakesTheSecretOfTheEnvironment) {
  const Environment set(secret_a.c_str());
  const Result<Keyring> ring = from_environment();
  ASSERT_TRUE(ring.ok());
  EXPECT_EQ(sealing_id(*ring), sealing_id(ring_of({secret_a})));
}

TEST(Keyring, PrefersSecretsThatAreGivenToThatOfTheEnvironment) {
  const Environment set(secret_a.c_str());
  const Result<Keyring> ring = Keyring::from_secrets_or_environment(std::span(&secret_b, 1));
  ASSERT_TRUE(ring.ok());
  EXPECT_EQ(sealing_id(*ring), sealing_id(ring_of({secret_b})));
  EXPECT_EQ(ring->find(sealing_id(ring_of({secret_a}))), nullptr);
}

TEST(Keyring, IsMadeByChanceWhereTheEnvironmentHasNoSecretOrAnEmptyOne) {
  for (const char* none : {static_cast<const char*>(nullptr), ""}) {
    const Environment set(none);
    const Result<Keyring> one = from_environment();
    const Result<Keyring> two = from_environment();
    ASSERT_TRUE(one.ok() && two.ok());
    EXPECT_NE(sealing_id(*one), sealing_id(*two));
  }
}

TEST(Keyring, RefusesAShortSecretOfTheEnvironmentByTheNameOfTheVariable) {
  const std::string text = "only 31 bytes, which is too few";
  ASSERT_EQ(text.size(), 31u);
  const Environment set(text.c_str());
  const Result<Keyring> ring = from_environment();
  ASSERT_FALSE(ring.ok());
  EXPECT_NE(ring.error().message.find(variable), std::string::npos);
  EXPECT_EQ(ring.error().message.find(text.substr(0, 7)), std::string::npos);
}

#if defined(__linux__)

/// What the kernel says of the page that a byte is in: " rd wr ... dd ...".
std::string page_flags(const unsigned char* byte) {
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%zx-%zx ", &begin, &end) == 2) {
      const auto at = reinterpret_cast<std::uintptr_t>(byte);
      here = at >= begin && at < end;
    } else if (here && line.rfind("VmFlags:", 0) == 0) {
      return line.substr(8) + " ";
    }
  }
  return {};
}

bool left_out_of_dumps(const Key& key) {
  return page_flags(key.bytes()).find(" dd ") != std::string::npos;
}

TEST(Keyring, LeavesKeysOutOfCoreDumpsAlsoWhenAnotherKeyIsGone) {
  auto first = std::make_unique<Keyring>(ring_of({secret_a}));
  const Keyring second = ring_of({secret_b});
  const Keyring third = ring_of({secret_a});
  if (page_flags(first->sealing().bytes()).empty()) GTEST_SKIP() << "no page flags are told here";
  EXPECT_TRUE(left_out_of_dumps(first->sealing()));
  first.reset();
  EXPECT_TRUE(left_out_of_dumps(second.sealing()));
  EXPECT_TRUE(left_out_of_dumps(third.sealing()));
}

#endif

}  // namespace
}  // namespace modebox::continuation
