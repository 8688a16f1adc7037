#include "src/mcp/consent.h"

#include <string_view>

#include "modebox/json.h"
#include "src/tools/shown_text.h"

namespace modebox::mcp {
namespace {

/// Bytes of a call that a person is asked about, and of one in a list.
constexpr std::size_t most_of_call = 4'000;
constexpr std::size_t most_in_list = 500;

std::string reason_of(const Interruption& interruption) {
  switch (interruption.reason) {
    case InterruptionReason::approval:
      return "";
    case InterruptionReason::data_flow:
      return "\nThe script has read data that is not trusted or secret, and this call could pass "
             "it on.";
    case InterruptionReason::interrupt:
      return "\nIt asks: " + shown_text(describe(interruption.payload.value_or(Value()),
                                                 {.max_bytes = most_of_call}));
  }
  return "";
}

}  // namespace

Value consent_form(const Interruption& interruption) {
  return Value::object(
      {{"mode", "form"},
       {"message", "A script wants to call\n" + shown_call(interruption, most_of_call).text +
                       reason_of(interruption) + "\nAllow it?"},
       {"requestedSchema", Value::object({{"type", "object"}, {"properties", Value::object()}})}});
}

std::optional<Resolution> read_consent(const std::string& interruption_id, const Value& result) {
  const Value& action = result["action"];
  if (action == Value("accept")) return approve(interruption_id);
  if (action == Value("decline")) return deny(interruption_id, std::string(declined));
  if (action == Value("cancel")) {
    return deny(interruption_id,
                "The user dismissed the question, so this call was not made. Ask "
                "before you try it again.");
  }
  return std::nullopt;
}

std::string list_of(const std::vector<Interruption>& interruptions) {
  std::string text;
  for (const Interruption& one : interruptions) {
    text += "- " + shown_call(one, most_in_list).text + "\n";
  }
  return text;
}

}  // namespace modebox::mcp
