#include "tests/conformance/round_tools.h"

#include <sodium.h>

#include <array>
#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "modebox/json.h"
#include "tests/conformance/content_tools.h"

namespace modebox::conformance {
namespace {

using mcp::ServerTool;
using mcp::ToolCall;

/// The number of a round, as clients carry it: with a code that only this process can make, of the
/// number and the tool that it belongs to.
class RoundStates {
 public:
  RoundStates() { crypto_auth_keygen(key_.data()); }

  std::string make(std::string_view tool, std::size_t round) const {
    const std::string number = std::to_string(round);
    return number + '.' + code_of(tool, number);
  }

  /// Nothing if this is no state of that tool.
  std::optional<std::size_t> open(std::string_view tool, std::string_view state) const {
    const std::size_t dot = state.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string number(state.substr(0, dot));
    const std::string right = code_of(tool, number);
    const std::string_view given = state.substr(dot + 1);
    if (given.size() != right.size() ||
        sodium_memcmp(given.data(), right.data(), right.size()) != 0) {
      return std::nullopt;
    }
    std::size_t round = 0;
    std::from_chars(number.data(), number.data() + number.size(), round);
    return round;
  }

 private:
  std::string code_of(std::string_view tool, std::string_view number) const {
    const std::string text = std::string(tool) + '\n' + std::string(number);
    std::array<unsigned char, crypto_auth_BYTES> code{};
    crypto_auth(code.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                key_.data());
    std::array<char, 2 * crypto_auth_BYTES + 1> hex{};
    return sodium_bin2hex(hex.data(), hex.size(), code.data(), code.size());
  }

  std::array<unsigned char, crypto_auth_KEYBYTES> key_{};
};

/// Whether a client's answer is one to such a request.
bool is_answer(const Value& request, const Value& answer) {
  const Value& method = request["method"];
  if (method == Value("elicitation/create")) return answer["action"].is_string();
  if (method == Value("sampling/createMessage")) return answer["content"].is_node();
  return answer["roots"].is_array();
}

bool has_all(const Value& requests, const Value& responses) {
  for (const Entry& entry : requests.entries()) {
    if (!is_answer(entry.value, responses[entry.key.as_string()])) return false;
  }
  return true;
}

enum class WithState { no, yes };

/// Asks for each round's requests in turn, for the same ones again while answers are missing, and
/// then gives back what it was told last.
class RoundTool {
 public:
  RoundTool(std::string name, std::vector<Value> rounds, WithState with_state)
      : name_(std::move(name)), rounds_(std::move(rounds)), with_state_(with_state) {}

  mcp::ToolAnswer answer(const ToolCall& call) const {
    std::size_t round = 0;
    if (with_state_ == WithState::yes && call.state() != nullptr) {
      const std::optional<std::size_t> opened = states_.open(name_, *call.state());
      if (!opened || *opened >= rounds_.size()) {
        return mcp::ProtocolError{
            mcp::ErrorCode::invalid_params, "Invalid or expired requestState.", {}};
      }
      round = *opened;
    }
    const bool may_go_on = with_state_ == WithState::no || call.state() != nullptr;
    if (may_go_on && has_all(rounds_[round], call.input_responses())) ++round;
    if (round == rounds_.size()) {
      return text_result("state-ok, answered with " + describe(call.input_responses()));
    }
    mcp::InputRequired input{rounds_[round], ""};
    if (with_state_ == WithState::yes) input.state = states_.make(name_, round);
    return input;
  }

 private:
  const std::string name_;
  const std::vector<Value> rounds_;
  const WithState with_state_;
  const RoundStates states_;
};

ServerTool round_tool(std::string_view name, std::vector<Value> rounds, WithState with_state) {
  auto tool = std::make_shared<const RoundTool>(std::string(name), std::move(rounds), with_state);
  return make_tool(name, "Asks in rounds.", [tool](const std::shared_ptr<ToolCall>& call) {
    call->answer(tool->answer(*call));
  });
}

Value elicitation(std::string_view message, std::string_view field, std::string_view type) {
  Value properties = Value::object();
  properties.set(field, Value::object({{"type", type}}));
  const Value form = Value::object(
      {{"type", "object"}, {"properties", properties}, {"required", Value::array({Value(field)})}});
  return Value::object(
      {{"method", "elicitation/create"},
       {"params", Value::object({{"message", message}, {"requestedSchema", form}})}});
}

Value sampling(std::string_view prompt) {
  const Value content = Value::object({{"type", "text"}, {"text", prompt}});
  const Value message = Value::object({{"role", "user"}, {"content", content}});
  return Value::object(
      {{"method", "sampling/createMessage"},
       {"params", Value::object({{"messages", Value::array({message})}, {"maxTokens", 100}})}});
}

Value roots() { return Value::object({{"method", "roots/list"}, {"params", Value::object()}}); }

/// Asks only for what the client says it can do.
mcp::ToolAnswer ask_what_is_possible(const ToolCall& call) {
  const Value& can = call.sender().capabilities;
  mcp::InputRequired input;
  if (mcp::shows_forms(can))
    input.requests.set("name", elicitation("Your name?", "name", "string"));
  if (can["sampling"].is_object()) input.requests.set("greeting", sampling("Greet somebody."));
  if (input.requests.size() == 0) return text_result("This client can not be asked anything.");
  if (has_all(input.requests, call.input_responses())) return text_result("Everything is there.");
  return input;
}

}  // namespace

std::vector<ServerTool> round_tools() {
  const Value name =
      Value::object({{"user_name", elicitation("What is your name?", "name", "string")}});
  const Value confirm =
      Value::object({{"confirm", elicitation("Please confirm", "ok", "boolean")}});
  return {
      round_tool("test_input_required_result_elicitation", {name}, WithState::no),
      round_tool("test_streaming_elicitation", {name}, WithState::no),
      round_tool(
          "test_input_required_result_sampling",
          {Value::object({{"capital_question", sampling("What is the capital of France?")}})},
          WithState::no),
      round_tool("test_input_required_result_list_roots",
                 {Value::object({{"client_roots", roots()}})}, WithState::no),
      round_tool("test_input_required_result_request_state", {confirm}, WithState::yes),
      round_tool("test_input_required_result_tampered_state", {confirm}, WithState::yes),
      round_tool("test_input_required_result_multiple_inputs",
                 {Value::object({{"user_name", elicitation("What is your name?", "name", "string")},
                                 {"greeting", sampling("Generate a greeting")},
                                 {"client_roots", roots()}})},
                 WithState::yes),
      round_tool(
          "test_input_required_result_multi_round",
          {Value::object({{"step1", elicitation("Step 1: What is your name?", "name", "string")}}),
           Value::object({{"step2", elicitation("Step 2: What is your favorite color?", "color",
                                                "string")}})},
          WithState::yes),
      make_tool(
          "test_input_required_result_capabilities", "Asks for what the client can do.",
          [](const std::shared_ptr<ToolCall>& call) { call->answer(ask_what_is_possible(*call)); }),
  };
}

}  // namespace modebox::conformance
