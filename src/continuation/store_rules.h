// What all stores check at their door. Internal to this folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "modebox/continuation_store.h"

namespace modebox::continuation {

/// A new random id of 32 hexadecimal digits.
std::string new_store_id();

/// An outcome as a word, and back; nothing if it is none.
std::string name_of(ClaimOutcome outcome);
std::optional<ClaimOutcome> outcome_named(std::string_view name);

/// The shortest decimal that gives the same number again, in any locale.
std::string decimal(double number);

/// The text with every occurrence of the secret replaced.
std::string without(std::string text, std::string_view secret);

/// Ids are 32 hexadecimal digits, times are numbers. Anything else is an Error
/// that does not repeat it.
Status check_claim(const ContinuationClaim& claim, double now_ms = 0);

}  // namespace modebox::continuation
