#include "src/bridge/questions.h"

#include <string_view>

#include "src/mcp/elicitation.h"

namespace modebox::bridge {
namespace {

Value response_of(const Value& answer) {
  const Value& action = answer["action"];
  if (action == Value("accept")) {
    const Value& content = answer["content"];
    return Value::object(
        {{"action", "accept"}, {"content", content.is_object() ? content : Value::object()}});
  }
  return Value::object({{"action", action == Value("decline") ? "decline" : "cancel"}});
}

Value responses_of(const Value& requests, const Value& resolution) {
  if (!resolution.is_object()) {
    return mcp::plain_answers(requests, resolution == Value(true));
  }
  Value responses = Value::object();
  for (const Entry& request : requests.entries()) {
    const std::string_view key = request.key.as_string();
    responses.set(key, response_of(resolution[key]));
  }
  return responses;
}

}  // namespace

ToolResult interrupt_for(const std::string& server, const InputNeeded& needed) {
  if (!needed.requests.is_object() || needed.requests.size() == 0) {
    return ToolError{"The MCP server " + server + " asked its user something that is no question.",
                     "Error", "E_MCP_PROTOCOL"};
  }
  return Interrupt{mcp::elicitation_payload(server, needed.requests, needed.handle)};
}

std::optional<Result<AnsweredQuestion>> answered_question(const std::string& server,
                                                          const Resume& resume) {
  const Value* asked = mcp::elicitation_of(resume.payload);
  if (asked == nullptr) return std::nullopt;
  if ((*asked)["server"] != Value(server)) {
    return Error{"Another MCP server than " + server +
                     " asked this; whether the call took effect is not known.",
                 "E_MCP_LOST"};
  }
  return AnsweredQuestion{resume.payload["handle"],
                          responses_of((*asked)["requests"], resume.resolution)};
}

}  // namespace modebox::bridge
