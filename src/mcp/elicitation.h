// What an MCP server behind a tool asks its user: how a tool that interrupts says so, and what it
// gets back.
#pragma once

#include <string>

#include "modebox/approval.h"
#include "modebox/value.h"

namespace modebox::mcp {

/// The payload of such an interrupt: {mcpElicitation: {server, requests}, handle}. `requests` by
/// keys of the server's, {method: "elicitation/create", params} each; `handle` is the tool's own.
/// The call is resumed with the answers by the same keys: {action, content?} each.
Value elicitation_payload(const std::string& server, const Value& requests, const Value& handle);

/// Null if the call asks nothing of the kind.
const Value* elicitation_of(const Interruption& interruption);

/// The same of a payload.
const Value* elicitation_of(const Value& payload);

/// For a plain yes, or no, to all that is asked: accepted with the defaults of the form, or
/// declined.
Value plain_answers(const Value& requests, bool allowed);

/// The params of a request as they may be shown to a user: a form, with a message that says which
/// server asks. What is not a form has an empty one.
Value elicitation_form(const std::string& server, const Value& request);

}  // namespace modebox::mcp
