#include "src/bridge/peer.h"

#include "src/bridge/odd_message.h"

namespace modebox::bridge {

Peer::Peer(Loop& loop, std::shared_ptr<Transport> transport, PeerEvents events)
    : loop_(loop), transport_(std::move(transport)), events_(std::move(events)) {}

Peer::~Peer() { close({"is not used any more"}); }

std::optional<Loss> Peer::open() {
  std::optional<Loss> failure = transport_->open(
      {.received = [this](mcp::Message message,
                          RequestId within) { receive(std::move(message), within); },
       .request_lost =
           [this](RequestId id, Loss loss) {
             end(id, {Answer::Kind::lost, {}, std::move(loss)});
           },
       .closed =
           [this](Loss loss) {
             lose_all(loss);
             events_.closed(std::move(loss));
           },
       .note = [this](std::string text) { events_.note(std::move(text)); }});
  open_ = !failure;
  return failure;
}

RequestId Peer::request(Request request, Answered answered) {
  const RequestId id = ++last_id_;
  if (!meta_.is_undefined()) request.params.set("_meta", meta_);
  Pending pending{request.method, std::move(answered)};
  if (request.timeout) {
    pending.timer = loop_.after(*request.timeout, [this, id, method = request.method] {
      tell_cancelled(id, method, "The answer took too long.");
      end(id, {Answer::Kind::too_late, {}});
    });
  }
  pending_.emplace(id, std::move(pending));
  std::string text = open_ ? mcp::request_text(Value(id), request.method, request.params) : "";
  if (text.empty()) {
    lose_soon(
        id, {open_ ? "was sent nothing: JSON can not hold what should be sent" : "is not connected",
             "", true});
    return id;
  }
  transport_->send({std::move(text), id, std::move(request.method), std::move(request.headers)});
  return id;
}

void Peer::lose_soon(RequestId id, Loss loss) {
  Pending& pending = pending_.at(id);
  loop_.cancel(pending.timer);
  pending.timer = loop_.after(std::chrono::milliseconds(0), [this, id, loss = std::move(loss)] {
    end(id, {Answer::Kind::lost, {}, loss});
  });
}

void Peer::cancel(RequestId id, std::string_view reason) {
  const auto found = pending_.find(id);
  if (found == pending_.end()) return;
  const std::string method = found->second.method;
  forget(id);
  tell_cancelled(id, method, reason);
}

void Peer::forget(RequestId id) {
  const auto found = pending_.find(id);
  if (found == pending_.end()) return;
  loop_.cancel(found->second.timer);
  pending_.erase(found);
}

void Peer::tell_cancelled(RequestId id, std::string_view method, std::string_view reason) {
  // A handshake must not be cancelled: the whole connection ends instead.
  if (open_ && transport_->cancels_by_message() && method != "initialize") {
    notify("notifications/cancelled",
           Value::object({{"requestId", Value(id)}, {"reason", Value(reason)}}));
  }
  transport_->drop(id);
}

void Peer::notify(std::string method, const Value& params) {
  if (!open_) return;
  std::string text = mcp::notification_text(method, params);
  transport_->send({std::move(text), 0, std::move(method), {}});
}

void Peer::answer(const Value& id, const Value& result) {
  if (open_) transport_->send({mcp::result_text(id, result), 0, "", {}});
}

void Peer::refuse(const Value& id, mcp::ErrorCode code, std::string message) {
  if (open_) transport_->send({mcp::error_text(id, {code, std::move(message), {}}), 0, "", {}});
}

void Peer::close(const Loss& why) {
  lose_all(why);
  transport_->close();
}

void Peer::receive(mcp::Message message, RequestId within) {
  switch (message.kind) {
    case mcp::Message::Kind::response:
      return receive_response(message, within);
    case mcp::Message::Kind::notification:
      return events_.notified(message);
    case mcp::Message::Kind::request:
      if (message.method == "ping") return answer(message.id, Value::object());
      return events_.asked(message, within);
  }
}

/// Answers to what nobody waits for are late, and passed over.
void Peer::receive_response(const mcp::Message& message, RequestId within) {
  const RequestId id = request_id_of(message.id);
  // A stream that answers one request has no business with others.
  if (id == 0 || (within != 0 && id != within)) return;
  if (!message.error.is_undefined()) return end(id, {Answer::Kind::error, message.error});
  end(id, {Answer::Kind::result, message.result});
}

void Peer::end(RequestId id, Answer answer) {
  auto found = pending_.extract(id);
  if (found.empty()) return;
  loop_.cancel(found.mapped().timer);
  found.mapped().answered(std::move(answer));
}

void Peer::lose_all(const Loss& loss) {
  open_ = false;
  std::unordered_map<RequestId, Pending> lost;
  lost.swap(pending_);
  for (auto& [id, pending] : lost) {
    loop_.cancel(pending.timer);
    pending.answered({Answer::Kind::lost, {}, loss});
  }
}

}  // namespace modebox::bridge
