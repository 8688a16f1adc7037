// What an answer to `tools/call` means: a result, questions to the user, or nothing that can be.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "modebox/value.h"

namespace modebox::bridge {

/// To the user, at the same time, in one call.
constexpr std::size_t max_questions = 16;

/// The server wants answers to these, or only its state back, before it goes on.
struct WantsInput {
  /// An object of {method, params}; empty if it just wants to be called again.
  Value requests = Value::object();
  /// Undefined for none.
  Value state;
};

/// Why it is no answer, as the end of a sentence: `whose content is no array`.
struct NoAnswer {
  std::string why;
};

using CallAnswer = std::variant<Value, WantsInput, NoAnswer>;

/// `modern`: of a server that may want input that way.
CallAnswer read_call_answer(const Value& result, bool modern);

/// Why a request for input can not be put to the user; empty if it can: only forms can.
std::string problem_with_question(std::string_view method, const Value& params);

/// What the user said, made fit for a server: {action, content?}. What is none means `cancel`.
Value fit_response(const Value& response);

}  // namespace modebox::bridge
