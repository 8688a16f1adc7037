#include "src/bridge/calls.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "src/base/hex.h"
#include "src/base/random.h"
#include "src/bridge/argument_headers.h"
#include "src/bridge/call_answer.h"
#include "src/bridge/error_answer.h"

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::steady_clock;

/// As many as other clients go along with.
constexpr int max_rounds = 10;
/// Before a server that only wants to be called again is; doubled each time.
constexpr milliseconds first_delay{100};

/// A question of a legacy server, that waits for its answer.
struct Question {
  Value id;
  Value params;
};

}  // namespace

struct Calls::Call {
  std::uint64_t number = 0;
  std::string tool;
  Value arguments;
  /// Of a modern server's earlier round.
  Value responses = {};
  Value state = {};
  int rounds = 0;

  Downstream::Ended ended = {};
  Cancel::Registration cancel = {};
  RequestId request = 0;
  /// Of the server that it was sent to.
  mcp::Era era = mcp::Era::legacy;
  Loop::Timer timer = 0;
  milliseconds time_left{0};
  Time::time_point sent = {};
  bool sent_again = false;
  bool listed_again = false;

  /// Its name while it is parked, else empty.
  std::string parked = {};
  std::vector<Question> questions = {};
  /// Of the questions, those that the user was shown.
  std::size_t shown = 0;
  /// It ended while it was parked.
  std::optional<CallEnd> early_end = {};
};

Calls::Calls(const std::shared_ptr<Loop>& loop, Connection& connection, Listing& listing,
             const DownstreamOptions& options)
    : loop_(loop),
      connection_(connection),
      listing_(listing),
      options_(options),
      failures_(options.name) {}

Calls::~Calls() = default;

Calls::CallPointer Calls::make(std::string tool, Value arguments) {
  auto call = std::make_shared<Call>(
      Call{.number = ++last_number_, .tool = std::move(tool), .arguments = std::move(arguments)});
  call->time_left = options_.call_timeout;
  return call;
}

void Calls::call(std::string tool, Value arguments, const Cancel& cancel, Downstream::Ended ended) {
  const CallPointer call = make(std::move(tool), std::move(arguments));
  call->ended = std::move(ended);
  watch_for_cancel(call, cancel);
  begin(call);
}

void Calls::watch_for_cancel(const CallPointer& call, const Cancel& cancel) {
  calls_.emplace(call->number, call);
  call->cancel = cancel.on_cancel([loop = std::weak_ptr<Loop>(loop_), this, number = call->number] {
    // The loop ends before this does.
    if (const auto there = loop.lock()) there->post([this, number] { cancelled(number); });
  });
}

/// Whether a call still runs is asked after each thing that was waited for.
void Calls::begin(const CallPointer& call) {
  connection_.use([this, call](const std::optional<CallFailure>& failure) {
    if (!calls_.contains(call->number)) return;
    if (failure) return end(call, *failure);
    const bool has_state = call->rounds > 0;
    if (connection_.greeting().era == mcp::Era::legacy && has_state) {
      return end(call, failures_.question_lost());
    }
    const bool needs_schema = connection_.greeting().era == mcp::Era::modern &&
                              connection_.peer().transport().has_headers();
    if (!needs_schema || listing_.last()) return send(call);
    listing_.list([this, call](const Result<Listing::Tools>&) {
      if (!calls_.contains(call->number)) return;
      if (connection_.is_open()) return send(call);
      lost(call, {"lost the connection", "", true});
    });
  });
}

void Calls::send(const CallPointer& call) {
  Value params = Value::object({{"name", Value(call->tool)}, {"arguments", call->arguments}});
  if (!call->responses.is_undefined()) params.set("inputResponses", call->responses);
  if (!call->state.is_undefined()) params.set("requestState", call->state);
  std::vector<std::pair<std::string, std::string>> headers;
  if (connection_.greeting().era == mcp::Era::modern &&
      connection_.peer().transport().has_headers()) {
    if (const Listing::Tools& tools = listing_.last()) {
      const auto found =
          std::find_if(tools->tools.begin(), tools->tools.end(),
                       [&](const RemoteTool& tool) { return tool.name == call->tool; });
      if (found != tools->tools.end()) {
        headers = argument_headers(found->input_schema, call->arguments);
      }
    }
    headers.emplace_back("Mcp-Name", header_value(call->tool));
  }
  start_time(call);
  call->era = connection_.greeting().era;
  call->request = connection_.peer().request(
      {"tools/call", std::move(params), std::nullopt, std::move(headers)},
      [this, call](const Answer& answer) { answered(call, answer); });
}

void Calls::start_time(const CallPointer& call) {
  loop_->cancel(call->timer);
  call->sent = Time::now();
  call->timer = loop_->after(call->time_left, [this, call] {
    if (connection_.is_open() && call->request != 0) {
      connection_.peer().cancel(call->request, "The call took too long.");
    }
    end(call, failures_.too_late(call->tool, options_.call_timeout));
  });
}

void Calls::stop_time(const CallPointer& call) {
  loop_->cancel(call->timer);
  call->timer = 0;
  const auto gone = std::chrono::duration_cast<milliseconds>(Time::now() - call->sent);
  call->time_left = std::max(call->time_left - gone, milliseconds(1));
}

void Calls::answered(const CallPointer& call, const Answer& answer) {
  if (!calls_.contains(call->number)) return;
  call->request = 0;
  if (call->parked.empty()) stop_time(call);
  if (answer.kind == Answer::Kind::lost) return lost(call, answer.loss);
  if (answer.kind == Answer::Kind::error) return failed(call, answer.value);
  const bool modern = call->era == mcp::Era::modern;
  CallAnswer read = read_call_answer(answer.value, modern);
  if (auto* const wants = std::get_if<WantsInput>(&read)) {
    return wants_input(call, std::move(wants->requests), std::move(wants->state));
  }
  if (const auto* const none = std::get_if<NoAnswer>(&read)) {
    return end(call, failures_.no_answer(call->tool, none->why));
  }
  end(call, std::get<Value>(std::move(read)));
}

void Calls::wants_input(const CallPointer& call, Value requests, Value state) {
  if (++call->rounds > max_rounds) {
    return end(call, failures_.too_many_rounds(call->tool, max_rounds));
  }
  if (requests.size() == 0) {
    // It has no question, only no time: what it said goes back to it.
    call->responses = {};
    call->state = std::move(state);
    const milliseconds delay = first_delay * (1 << std::min(call->rounds - 1, 5));
    call->timer = loop_->after(delay, [this, call] { begin(call); });
    return;
  }
  Value handle = Value::object({{"tool", Value(call->tool)},
                                {"arguments", call->arguments},
                                {"rounds", Value(call->rounds)}});
  if (!state.is_undefined()) handle.set("state", state);
  end(call, InputNeeded{std::move(requests), std::move(handle)});
}

void Calls::failed(const CallPointer& call, const Value& error) {
  const bool may_list_again = is_error(error, mcp::ErrorCode::header_mismatch) &&
                              !call->listed_again && connection_.is_open() &&
                              connection_.peer().transport().has_headers();
  if (!may_list_again) return end(call, failures_.error(call->tool, error));
  // The schema that the headers were made by may be an old one.
  call->listed_again = true;
  listing_.expire();
  listing_.list([this, call](const Result<Listing::Tools>&) {
    if (calls_.contains(call->number)) begin(call);
  });
}

void Calls::lost(const CallPointer& call, const Loss& loss) {
  if (loss.session_gone && !call->sent_again && call->parked.empty()) {
    call->sent_again = true;
    connection_.close({"does not know the session any more"});
    return begin(call);
  }
  end(call, failures_.lost(call->tool, loss));
}

/// Of one that is parked: whoever goes on with it is told then.
void Calls::end(const CallPointer& call, CallEnd how) {
  if (!call->parked.empty()) {
    call->early_end = std::move(how);
    return;
  }
  loop_->cancel(call->timer);
  // The last reference may be that of the map.
  const CallPointer kept = call;
  calls_.erase(kept->number);
  kept->cancel = {};
  const Downstream::Ended ended = std::exchange(kept->ended, nullptr);
  ended(std::move(how));
}

void Calls::cancelled(std::uint64_t number) {
  const auto found = calls_.find(number);
  if (found == calls_.end() || !found->second->parked.empty()) return;
  const CallPointer call = found->second;
  if (call->request != 0 && connection_.is_open()) {
    connection_.peer().cancel(call->request, "The call was cancelled.");
  }
  end(call, failures_.cancelled(call->tool));
}

void Calls::close(const Loss& why) {
  std::vector<CallPointer> all;
  all.reserve(calls_.size());
  for (const auto& [number, call] : calls_) all.push_back(call);
  for (const CallPointer& call : all) {
    if (calls_.contains(call->number)) end(call, failures_.lost(call->tool, why));
  }
}

// Questions of legacy servers: they come during a call.

void Calls::asked(const mcp::Message& message, RequestId within) {
  if (!connection_.is_open()) return;
  // Servers of the modern era ask by results.
  const bool may_ask = connection_.greeting().era == mcp::Era::legacy;
  if (!may_ask || message.method != "elicitation/create") {
    return connection_.peer().refuse(
        message.id, mcp::ErrorCode::method_not_found,
        "This client does not know the method " + message.method + ".");
  }
  const std::string problem = problem_with_question(message.method, message.params);
  if (!problem.empty()) {
    return connection_.peer().refuse(message.id, mcp::ErrorCode::invalid_params,
                                     "This client shows forms only, and not " + problem + ".");
  }
  const CallPointer call = asking_call(within);
  // Nobody is there who could be asked, or would answer that much.
  if (!call || call->questions.size() >= max_questions) {
    return connection_.peer().answer(message.id, fit_response({}));
  }
  call->questions.push_back({message.id, message.params});
  if (call->parked.empty()) park(call);
}

/// Over pipes a server does not say which call it asks for: the oldest that runs is as good as any,
/// since answers go back by the question's own id.
Calls::CallPointer Calls::asking_call(RequestId within) const {
  CallPointer best;
  for (const auto& [number, call] : calls_) {
    if (call->request == 0) continue;
    if (within != 0 && call->request == within) return call;
    const auto rank = [](const CallPointer& one) {
      return std::pair(!one->parked.empty(), one->number);
    };
    if (!best || rank(call) < rank(best)) best = call;
  }
  return best;
}

void Calls::park(const CallPointer& call) {
  if (++call->rounds > max_rounds) {
    answer_questions(call, {});
    connection_.peer().cancel(call->request, "The call asked too often.");
    return end(call, failures_.too_many_rounds(call->tool, max_rounds));
  }
  stop_time(call);
  call->parked = random_id(RandomSource::system());
  call->shown = call->questions.size();
  call->timer = loop_->after(options_.question_timeout, [this, call] {
    if (connection_.is_open() && call->request != 0) {
      answer_questions(call, {});
      connection_.peer().cancel(call->request, "The user did not answer.");
    }
    calls_.erase(call->number);
  });
  call->cancel = {};
  Value requests = Value::object();
  for (std::size_t i = 0; i < call->shown; ++i) {
    requests.set(std::to_string(i + 1), Value::object({{"method", "elicitation/create"},
                                                       {"params", call->questions[i].params}}));
  }
  const Downstream::Ended ended = std::exchange(call->ended, nullptr);
  ended(InputNeeded{std::move(requests), Value::object({{"parked", Value(call->parked)}})});
}

/// Those that were shown; the others are left.
void Calls::answer_questions(const CallPointer& call, const Value& responses) {
  const std::size_t count = call->parked.empty() ? call->questions.size() : call->shown;
  for (std::size_t i = 0; i < count; ++i) {
    connection_.peer().answer(call->questions[i].id,
                              fit_response(responses[std::to_string(i + 1)]));
  }
  call->questions.erase(call->questions.begin(),
                        call->questions.begin() + static_cast<std::ptrdiff_t>(count));
  call->shown = 0;
}

void Calls::go_on(const Value& handle, const Value& responses, const Cancel& cancel,
                  Downstream::Ended ended) {
  const Value& parked = handle["parked"];
  if (parked.is_string()) {
    return go_on_parked(parked.as_string(), responses, cancel, std::move(ended));
  }
  const Value& tool = handle["tool"];
  const Value& state = handle["state"];
  const Value& rounds = handle["rounds"];
  const bool whole = tool.is_string() && handle["arguments"].is_object() && rounds.is_number() &&
                     rounds.as_number() >= 1 && rounds.as_number() <= max_rounds &&
                     (state.is_undefined() || state.is_string());
  if (!whole) return ended(failures_.bad_handle());
  const CallPointer call = make(std::string(tool.as_string()), handle["arguments"]);
  call->ended = std::move(ended);
  call->rounds = static_cast<int>(rounds.as_number());
  call->state = state;
  call->responses = Value::object();
  for (const Entry& entry : responses.entries()) {
    if (entry.key.is_string()) {
      call->responses.set(entry.key.as_string(), fit_response(entry.value));
    }
  }
  watch_for_cancel(call, cancel);
  begin(call);
}

void Calls::go_on_parked(std::string_view id, const Value& responses, const Cancel& cancel,
                         Downstream::Ended ended) {
  const auto found = std::find_if(calls_.begin(), calls_.end(),
                                  [&](const auto& entry) { return entry.second->parked == id; });
  if (id.empty() || found == calls_.end()) return ended(failures_.question_lost());
  const CallPointer call = found->second;
  // Questions are of one connection: another one does not know them.
  if (!call->early_end && !connection_.is_open()) call->early_end = failures_.question_lost();
  if (!call->early_end) answer_questions(call, responses);
  call->parked.clear();
  call->ended = std::move(ended);
  watch_for_cancel(call, cancel);
  if (call->early_end) return end(call, *std::exchange(call->early_end, std::nullopt));
  start_time(call);
  if (!call->questions.empty()) park(call);
}

}  // namespace modebox::bridge
