#include "src/mcp/consent.h"

#include <optional>
#include <utility>

#include "modebox/json.h"
#include "src/mcp/elicitation.h"
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

Value consent_form(const Interruption& interruption) {
  return Value::object(
      {{"mode", "form"},
       {"message", "A script wants to call\n" + shown_call(interruption, most_of_call).text +
                       reason_of(interruption) + "\nAllow it?"},
       {"requestedSchema", Value::object({{"type", "object"}, {"properties", Value::object()}})}});
}

/// Of the server's question with that key.
std::string id_of(const Interruption& interruption, std::string_view key) {
  return interruption.id + "/" + std::string(key);
}

std::optional<Resolution> consent_of(const Interruption& interruption, const Value& answer) {
  if (!is_answer(answer)) return std::nullopt;
  const Value& action = answer["action"];
  if (action == Value("accept")) return approve(interruption.id);
  if (action == Value("decline")) return deny(interruption.id, std::string(declined));
  return deny(interruption.id,
              "The user dismissed the question, so this call was not made. Ask before you try it "
              "again.");
}

std::optional<Resolution> answers_for(const Interruption& interruption, const Value& elicitation,
                                      const Value& answers) {
  Value all = Value::object();
  for (const Entry& request : elicitation["requests"].entries()) {
    const std::string_view key = request.key.as_string();
    const Value& answer = answers[id_of(interruption, key)];
    if (!is_answer(answer)) return std::nullopt;
    Value told = Value::object({{"action", answer["action"]}});
    if (answer["content"].is_object()) told.set("content", answer["content"]);
    all.set(key, told);
  }
  return resume_with(interruption.id, std::move(all));
}

}  // namespace

std::vector<Question> questions_of(const std::vector<Interruption>& interruptions) {
  std::vector<Question> questions;
  for (const Interruption& one : interruptions) {
    const Value* elicitation = elicitation_of(one);
    if (elicitation == nullptr) {
      questions.push_back({one.id, consent_form(one)});
      continue;
    }
    const std::string server((*elicitation)["server"].as_string());
    for (const Entry& request : (*elicitation)["requests"].entries()) {
      questions.push_back(
          {id_of(one, request.key.as_string()), elicitation_form(server, request.value)});
    }
  }
  return questions;
}

bool is_answer(const Value& result) {
  const Value& action = result["action"];
  return action == Value("accept") || action == Value("decline") || action == Value("cancel");
}

std::vector<Resolution> resolutions_of(const std::vector<Interruption>& interruptions,
                                       const Value& answers) {
  std::vector<Resolution> resolutions;
  for (const Interruption& one : interruptions) {
    const Value* elicitation = elicitation_of(one);
    std::optional<Resolution> resolution = elicitation == nullptr
                                               ? consent_of(one, answers[one.id])
                                               : answers_for(one, *elicitation, answers);
    if (resolution) resolutions.push_back(*std::move(resolution));
  }
  return resolutions;
}

Resolution resolution_of(const Interruption& interruption, bool allowed) {
  if (const Value* elicitation = elicitation_of(interruption)) {
    return resume_with(interruption.id, plain_answers((*elicitation)["requests"], allowed));
  }
  return allowed ? approve(interruption.id) : deny(interruption.id, std::string(declined));
}

std::string list_of(const std::vector<Interruption>& interruptions) {
  std::string text;
  for (const Interruption& one : interruptions) {
    text += "- " + shown_call(one, most_in_list).text + "\n";
    const Value* elicitation = elicitation_of(one);
    if (elicitation == nullptr) continue;
    const std::string server((*elicitation)["server"].as_string());
    for (const Entry& request : (*elicitation)["requests"].entries()) {
      const Value form = elicitation_form(server, request.value);
      text.append("  ").append(form["message"].as_string()).append("\n");
      const Value answer = plain_answers(Value::object({{"it", request.value}}), true)["it"];
      if (answer["content"].size() > 0) {
        text += "  A yes answers " + shown_text(describe(answer["content"])) + "\n";
      }
    }
  }
  return text;
}

}  // namespace modebox::mcp
