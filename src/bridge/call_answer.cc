#include "src/bridge/call_answer.h"

#include <string_view>

#include "src/bridge/error_answer.h"

namespace modebox::bridge {
namespace {

CallAnswer read_wants(const Value& result) {
  WantsInput wants;
  if (const Value* const state = result.find("requestState")) {
    if (!state->is_string()) return NoAnswer{"whose requestState is no text"};
    wants.state = *state;
  }
  if (const Value* const requests = result.find("inputRequests")) {
    if (!requests->is_object()) return NoAnswer{"whose inputRequests are no object"};
    if (requests->size() > max_questions) return NoAnswer{"that asks too many questions at once"};
    for (const Entry& entry : requests->entries()) {
      const Value& method = entry.value["method"];
      if (!method.is_string()) return NoAnswer{"with a request for input that has no method"};
      std::string problem = problem_with_question(method.as_string(), entry.value["params"]);
      if (!problem.empty()) return NoAnswer{"that asks for what modebox can not do: " + problem};
    }
    wants.requests = *requests;
  }
  if (wants.requests.size() == 0 && wants.state.is_undefined()) {
    return NoAnswer{"that wants input, but does not say what"};
  }
  return wants;
}

}  // namespace

CallAnswer read_call_answer(const Value& result, bool modern) {
  if (!result.is_object()) return NoAnswer{"that is no object"};
  const Value& type = result["resultType"];
  if (modern && !type.is_undefined() && type != Value("complete")) {
    if (type == Value("input_required")) return read_wants(result);
    return NoAnswer{"of a kind that is not known: " + (type.is_string()
                                                           ? describe_text(type.as_string())
                                                           : std::string("resultType is no text"))};
  }
  Value checked = result;
  const Value* const content = checked.find("content");
  if (content == nullptr) {
    checked.set("content", Value::array());
  } else if (!content->is_array()) {
    return NoAnswer{"whose content is no array"};
  }
  const Value* const is_error = checked.find("isError");
  if (is_error != nullptr && !is_error->is_boolean()) {
    return NoAnswer{"whose isError is neither true nor false"};
  }
  return checked;
}

std::string problem_with_question(std::string_view method, const Value& params) {
  if (method != "elicitation/create") return describe_text(method);
  if (!params.is_object()) return "a question without params";
  const Value& mode = params["mode"];
  if (!mode.is_undefined() && mode != Value("form")) return "a question that is no form";
  if (!params["message"].is_string()) return "a question without a message";
  return "";
}

Value fit_response(const Value& response) {
  const Value& action = response["action"];
  if (action == Value("accept")) {
    const Value& content = response["content"];
    return Value::object(
        {{"action", "accept"}, {"content", content.is_object() ? content : Value::object()}});
  }
  return Value::object({{"action", action == Value("decline") ? "decline" : "cancel"}});
}

}  // namespace modebox::bridge
