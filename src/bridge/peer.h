// The other side of a connection: requests to it by id, with an end to waiting for their answers,
// and what it asks and says by itself. Knows no transport and no method. Used on the loop's thread
// only.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "modebox/value.h"
#include "src/bridge/loop.h"
#include "src/bridge/transport.h"
#include "src/mcp/message.h"

namespace modebox::bridge {

/// What became of a request. A value type.
struct Answer {
  enum class Kind { result, error, lost, too_late };

  Kind kind = Kind::result;
  /// The result, or the error's object: anything, unchecked.
  Value value;
  /// Of a lost one.
  Loss loss = {};
};

struct PeerEvents {
  std::function<void(const mcp::Message& message)> notified;
  /// A request of the server's, to be answered by its id, and the request of ours in whose answer
  /// it came, or 0.
  std::function<void(const mcp::Message& message, RequestId within)> asked;
  /// Once, after all requests have been answered as lost.
  std::function<void(Loss loss)> closed;
  std::function<void(std::string text)> note;
};

class Peer {
 public:
  using Answered = std::function<void(Answer answer)>;
  struct Request {
    std::string method;
    /// An object, which is this request's alone.
    Value params = Value::object();
    /// For the answer; then the server is told that nobody waits. Nothing: no end.
    std::optional<std::chrono::milliseconds> timeout;
    std::vector<std::pair<std::string, std::string>> headers = {};
  };

  /// `loop` must outlive it. To be destroyed by a task of its own: it is at work when it calls.
  Peer(Loop& loop, std::shared_ptr<Transport> transport, PeerEvents events);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Nothing, or why it can not be; then it stays closed.
  std::optional<Loss> open();
  /// `answered` is called once, not before this has returned, unless the request is forgotten.
  RequestId request(Request request, Answered answered);
  /// Forgets a request, and tells the server that nobody waits for its answer.
  void cancel(RequestId id, std::string_view reason);
  /// Forgets a request; its answer is passed over.
  void forget(RequestId id);
  void notify(std::string method, const Value& params = Value::object());
  void answer(const Value& id, const Value& result);
  void refuse(const Value& id, mcp::ErrorCode code, std::string message);
  /// Put into all requests as `_meta` from now on: what a modern server wants to be told.
  void set_meta(Value meta) { meta_ = std::move(meta); }
  /// Requests are answered as lost. May wait, see Transport::close.
  void close(const Loss& why);
  Transport& transport() { return *transport_; }

 private:
  struct Pending {
    std::string method;
    Answered answered;
    Loop::Timer timer = 0;
  };

  void receive(mcp::Message message, RequestId within);
  void receive_response(const mcp::Message& message, RequestId within);
  void end(RequestId id, Answer answer);
  void lose_soon(RequestId id, Loss loss);
  void tell_cancelled(RequestId id, std::string_view method, std::string_view reason);
  void lose_all(const Loss& loss);

  Loop& loop_;
  const std::shared_ptr<Transport> transport_;
  PeerEvents events_;
  Value meta_;
  RequestId last_id_ = 0;
  bool open_ = false;
  std::unordered_map<RequestId, Pending> pending_;
};

}  // namespace modebox::bridge
