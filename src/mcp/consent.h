// Asking a client's user for consent, and reading the answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modebox/approval.h"
#include "modebox/value.h"

namespace modebox::mcp {

/// What a script is told of a call to which the user said no.
inline constexpr std::string_view declined =
    "The user declined this call. Do not try it again unless the user asks.";

/// The params of elicitation/create for one call. The form is empty: to accept it is the consent.
/// Clients of before 2025-11-25 do not know `mode`, and ignore it.
Value consent_form(const Interruption& interruption);

/// The answer in a result of elicitation/create: to accept is yes; to decline and to dismiss the
/// question are no, and the script is told which. Anything else is no answer.
std::optional<Resolution> read_consent(const std::string& interruption_id, const Value& result);

/// The calls that wait, one line each, for a model.
std::string list_of(const std::vector<Interruption>& interruptions);

}  // namespace modebox::mcp
