// Asking a client's user what paused runs wait for, and reading the answers: whether a call may be
// made, or what the MCP server behind a call wants to know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "modebox/approval.h"
#include "modebox/value.h"

namespace modebox::mcp {

/// What a script is told of a call to which the user said no.
inline constexpr std::string_view declined =
    "The user declined this call. Do not try it again unless the user asks.";

/// One thing to ask.
struct Question {
  /// Names it among those of one pause.
  std::string id;
  /// Of elicitation/create. For consent the form is empty: to accept it is the consent. Clients of
  /// before 2025-11-25 do not know `mode`, and ignore it.
  Value params;
};

/// A question for each call that needs consent, and those that servers ask (elicitation.h).
std::vector<Question> questions_of(const std::vector<Interruption>& interruptions);

/// Whether this is a result of elicitation/create, the user's answer.
bool is_answer(const Value& result);

/// What the answers, by the questions' ids, say of those calls whose questions were all answered.
/// To accept is yes; to decline and to dismiss the question are no, and the script is told which.
std::vector<Resolution> resolutions_of(const std::vector<Interruption>& interruptions,
                                       const Value& answers);

/// The same from a plain yes or no.
Resolution resolution_of(const Interruption& interruption, bool allowed);

/// The calls that wait, one line each, for a model.
std::string list_of(const std::vector<Interruption>& interruptions);

}  // namespace modebox::mcp
