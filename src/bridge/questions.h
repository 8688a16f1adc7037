// What a server asks its user, between a call that ends with it and the one that goes on.
#pragma once

#include <optional>
#include <string>

#include "modebox/result.h"
#include "modebox/tool.h"
#include "modebox/value.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge {

/// Pauses the run with the question, or says that it is none (E_MCP_PROTOCOL).
ToolResult interrupt_for(const std::string& server, const InputNeeded& needed);

/// For Downstream::go_on.
struct AnsweredQuestion {
  Value handle;
  Value responses;
};

/// Nothing if what was resumed is no question of a server: a policy asked. An error, E_MCP_LOST, if
/// another server asked it. `true` accepts all with the defaults of the forms; answers by keys are
/// reduced to what they may have, and a key without one is cancelled; anything else declines all.
std::optional<Result<AnsweredQuestion>> answered_question(const std::string& server,
                                                          const Resume& resume);

}  // namespace modebox::bridge
