#include "src/mcp/call.h"

#include <utility>

namespace modebox::mcp {
namespace {

/// Clients show the latest one; more often than this nobody reads them.
constexpr std::chrono::milliseconds progress_interval{100};

std::optional<std::string> text_in(const Value& value) {
  if (!value.is_string()) return std::nullopt;
  return std::string(value.as_string());
}

}  // namespace

Server::Call::Call(std::shared_ptr<Client> client, const Message& message, Sender sender,
                   std::shared_ptr<Outlet> outlet, Cancel cancel, Complete complete)
    : client_(std::move(client)),
      id_(message.id),
      arguments_(message.params.find("arguments") != nullptr ? message.params["arguments"]
                                                             : Value::object()),
      input_responses_(sender.era == Era::modern ? message.params["inputResponses"] : Value()),
      state_(sender.era == Era::modern ? text_in(message.params["requestState"]) : std::nullopt),
      progress_token_(message.params["_meta"]["progressToken"]),
      sender_(std::move(sender)),
      outlet_(std::move(outlet)),
      cancel_(std::move(cancel)),
      complete_(std::move(complete)) {}

/// A tool that forgets its call must not leave the client waiting.
Server::Call::~Call() {
  if (!answered_) {
    answer(ProtocolError{ErrorCode::internal_error, "The tool gave no answer.", {}});
  }
}

void Server::Call::progress(std::string message) {
  if (!progress_token_.is_string() && !progress_token_.is_number()) return;
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(progress_mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (progress_ > 0 && now - last_progress_ < progress_interval) return;
    last_progress_ = now;
    number = ++progress_;
  }
  notify("notifications/progress",
         Value::object(
             {{"progressToken", progress_token_}, {"progress", number}, {"message", message}}));
}

void Server::Call::log(Severity severity, const Value& data) {
  if (!sender_.log_level || severity < *sender_.log_level) return;
  notify("notifications/message", Value::object({{"level", name_of(severity)}, {"data", data}}));
}

void Server::Call::notify(std::string_view method, const Value& params) {
  if (!answered_ && !cancel_.cancelled()) outlet_->send(notification_text(method, params));
}

void Server::Call::ask(std::string_view method, const Value& params, Answered answered) {
  client_->ask(id_, *outlet_, method, params, answered);
}

void Server::Call::answer(ToolAnswer answer) {
  if (answered_.exchange(true)) return;
  client_->close_request(id_);
  if (cancel_.cancelled()) return outlet_->drop();
  if (const auto* error = std::get_if<ProtocolError>(&answer)) {
    return outlet_->answer(error_text(id_, *error), error->code);
  }
  if (const auto* input = std::get_if<InputRequired>(&answer)) {
    Value result =
        Value::object({{"resultType", "input_required"}, {"inputRequests", input->requests}});
    if (!input->state.empty()) result.set("requestState", input->state);
    return outlet_->answer(result_text(id_, result), {});
  }
  outlet_->answer(result_text(id_, complete_(std::get<Value>(answer), sender_)), {});
}

}  // namespace modebox::mcp
