#include "src/continuation/store_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "src/base/hex.h"
#include "src/base/random.h"

namespace modebox::continuation {
namespace {

constexpr std::size_t id_bytes = 16;
constexpr std::array<std::string_view, 5> outcomes = {"claimed", "held", "started", "completed",
                                                      "expired"};

bool is_id(std::string_view text) { return is_hex(text, id_bytes); }

}  // namespace

std::string new_store_id() { return random_id(RandomSource::system()); }

std::string name_of(ClaimOutcome outcome) {
  return std::string(outcomes[static_cast<std::size_t>(outcome)]);
}

std::optional<ClaimOutcome> outcome_named(std::string_view name) {
  const auto found = std::find(outcomes.begin(), outcomes.end(), name);
  if (found == outcomes.end()) return std::nullopt;
  return static_cast<ClaimOutcome>(found - outcomes.begin());
}

std::string decimal(double number) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return std::string(text.data(), end);
}

std::string without(std::string text, std::string_view secret) {
  if (secret.empty()) return text;
  constexpr std::string_view hidden = "***";
  for (std::size_t at = text.find(secret); at != std::string::npos;
       at = text.find(secret, at + hidden.size())) {
    text.replace(at, secret.size(), hidden);
  }
  return text;
}

Status check_claim(const ContinuationClaim& claim, double now_ms) {
  if (!is_id(claim.token_id) || !is_id(claim.claim_id)) {
    return Error{"The ids of a claim must have 32 hexadecimal digits."};
  }
  if (!std::isfinite(claim.expires_ms) || !std::isfinite(now_ms)) {
    return Error{"The times of a claim must be numbers."};
  }
  return done();
}

}  // namespace modebox::continuation
