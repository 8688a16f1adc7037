// What a server keeps of one client.
#include <utility>
#include <vector>

#include "src/mcp/server.h"

namespace modebox::mcp {
namespace {

/// That a client may leave open: each holds a run.
constexpr std::size_t most_questions = 1'000;
/// Subscriptions that a client may have open. One is enough for all there is to hear of.
constexpr std::size_t most_listeners = 64;

/// The answer to a question that nobody will answer.
Message nobody_there() {
  Message message;
  message.kind = Message::Kind::response;
  message.error = Value::object(
      {{"code", static_cast<int>(ErrorCode::internal_error)}, {"message", "Nobody answers this."}});
  return message;
}

}  // namespace

Client::Client(std::string principal, std::string session_scope)
    : principal_(std::move(principal)), session_scope_(std::move(session_scope)) {}

Client::~Client() { close(); }

void Client::close() {
  std::map<std::string, Cancel> requests;
  std::map<std::string, Question> questions;
  std::map<std::string, Listener> listeners;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    requests = requests_;  // each goes when it has ended
    questions.swap(questions_);
    listeners.swap(listeners_);
  }
  for (const auto& [id, cancel] : requests) cancel.cancel();
  for (const auto& [id, question] : questions) question.answered(nobody_there());
  for (const auto& [id, listener] : listeners) {
    listener.outlet->answer(result_text(listener.id, listener.end), {});
  }
}

bool Client::is_idle() const {
  const std::lock_guard lock(mutex_);
  return requests_.empty() && listeners_.empty();
}

void Client::set_unasked(std::shared_ptr<Outlet> outlet) {
  const std::lock_guard lock(mutex_);
  unasked_ = std::move(outlet);
}

std::optional<Era> Client::era() const {
  const std::lock_guard lock(mutex_);
  return era_;
}

Value Client::capabilities() const {
  const std::lock_guard lock(mutex_);
  return capabilities_;
}

void Client::set_era(Era era, const Value& capabilities) {
  const std::lock_guard lock(mutex_);
  era_ = era;
  capabilities_ = capabilities;
}

std::optional<Severity> Client::log_level() const {
  const std::lock_guard lock(mutex_);
  return log_level_;
}

void Client::set_log_level(Severity least) {
  const std::lock_guard lock(mutex_);
  log_level_ = least;
}

ProtocolError Client::id_in_use() {
  return {ErrorCode::invalid_request, "A request with this id is not answered yet.", {}};
}

/// Nothing if a request of that id is not answered yet.
std::optional<Cancel> Client::open_request(const Value& id) {
  const std::lock_guard lock(mutex_);
  if (listeners_.contains(key_of(id))) return std::nullopt;
  const auto [place, is_new] = requests_.try_emplace(key_of(id));
  if (!is_new) return std::nullopt;
  if (closed_) place->second.cancel();
  return place->second;
}

void Client::close_request(const Value& id) {
  const std::lock_guard lock(mutex_);
  requests_.erase(key_of(id));
}

/// A request that is unknown was answered just now, or is made up.
void Client::cancel_request(const Value& id) {
  std::optional<Cancel> cancel;
  std::shared_ptr<Outlet> listening;
  std::vector<Question> questions;
  {
    const std::lock_guard lock(mutex_);
    const std::string key = key_of(id);
    if (const auto found = requests_.find(key); found != requests_.end()) cancel = found->second;
    if (const auto found = listeners_.find(key); found != listeners_.end()) {
      listening = found->second.outlet;
      listeners_.erase(found);
    }
    for (auto one = questions_.begin(); cancel && one != questions_.end();) {
      if (one->second.request != key) {
        ++one;
        continue;
      }
      questions.push_back(std::move(one->second));
      one = questions_.erase(one);
    }
  }
  if (cancel) cancel->cancel();
  for (const Question& question : questions) question.answered(nobody_there());
  if (listening != nullptr) listening->drop();
}

void Client::ask(const Value& request, Outlet& outlet, std::string_view method, const Value& params,
                 const ToolCall::Answered& answered) {
  Value id;
  {
    const std::lock_guard lock(mutex_);
    if (!closed_ && questions_.size() < most_questions) {
      id = Value("modebox-" + std::to_string(++last_question_));
      questions_.emplace(key_of(id), Question{key_of(request), answered});
    }
  }
  if (id.is_undefined()) return answered(nobody_there());
  outlet.send(request_text(id, method, params));
}

void Client::take_answer(const Message& message) {
  ToolCall::Answered answered;
  {
    const std::lock_guard lock(mutex_);
    const auto found = questions_.find(key_of(message.id));
    if (found == questions_.end()) return;
    answered = std::move(found->second.answered);
    questions_.erase(found);
  }
  answered(message);
}

std::optional<ProtocolError> Client::add_listener(const Value& id,
                                                  const std::shared_ptr<Outlet>& outlet,
                                                  const Value& end, const Value& granted) {
  const std::lock_guard lock(mutex_);
  if (requests_.contains(key_of(id)) || listeners_.contains(key_of(id))) return id_in_use();
  if (listeners_.size() >= most_listeners) {
    return ProtocolError{ErrorCode::invalid_request,
                         "There are " + std::to_string(most_listeners) +
                             " subscriptions open, which is the most that a client may have. "
                             "Cancel one of them first, by notifications/cancelled.",
                         {}};
  }
  listeners_.emplace(key_of(id), Listener{id, outlet, end, granted});
  // Under the lock: nothing may be sent on it before.
  outlet->send(notification_text("notifications/subscriptions/acknowledged",
                                 Value::object({{"_meta", Value::object({{meta_subscription, id}})},
                                                {"notifications", granted}})));
  return std::nullopt;
}

void Client::tell_tools_changed() {
  static constexpr std::string_view method = "notifications/tools/list_changed";
  const std::lock_guard lock(mutex_);
  for (const auto& [key, listener] : listeners_) {
    if (listener.granted["toolsListChanged"] != Value(true)) continue;
    listener.outlet->send(notification_text(
        method, Value::object({{"_meta", Value::object({{meta_subscription, listener.id}})}})));
  }
  if (era_ == Era::legacy && unasked_ != nullptr) {
    unasked_->send(notification_text(method, Value::object()));
  }
}

}  // namespace modebox::mcp
