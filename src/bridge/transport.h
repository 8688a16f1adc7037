// How messages get to a server and back: over pipes, or over HTTP. Used on the loop's thread only.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modebox/value.h"
#include "src/mcp/message.h"
#include "src/mcp/protocol.h"

namespace modebox::bridge {

/// Why a request, or all of a connection, has come to nothing. A value type.
struct Loss {
  /// What the server did, as the end of a sentence without its stop: `ended with exit code 3`.
  std::string what;
  /// A sentence that follows, or nothing: the last of its standard error, what it answered.
  std::string detail = {};
  /// Nothing of it can have reached the server.
  bool never_sent = false;
  /// Over HTTP: the status of the answer, if there was one.
  int http_status = 0;
  /// Over HTTP: the server does not know this client's session any more, and did nothing.
  bool session_gone = false;
  /// Over HTTP: the server had begun to answer before, so that no later refusal means that it did
  /// nothing.
  bool was_taken = false;
};

/// Requests of this process have ids that count up from 1; 0 is none.
using RequestId = std::uint64_t;

/// A message on its way out. A value type.
struct Outgoing {
  std::string text;
  /// 0 of notifications, and of answers to requests of the server's.
  RequestId id = 0;
  std::string method;
  /// Over HTTP only: sent with it.
  std::vector<std::pair<std::string, std::string>> headers;
};

struct TransportEvents {
  /// A message, and the request in whose answer it came where that can be told; else 0.
  std::function<void(mcp::Message message, RequestId within)> received;
  /// No answer to that request will come.
  std::function<void(RequestId id, Loss loss)> request_lost;
  /// Once; nothing comes after it.
  std::function<void(Loss loss)> closed;
  /// One sentence about what is odd with this server; not for each oddity.
  std::function<void(std::string text)> note;
};

/// None of its functions calls an event.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Nothing, or why not; then no event comes. Before anything else.
  virtual std::optional<Loss> open(TransportEvents events) = 0;
  virtual void send(Outgoing message) = 0;
  /// Nobody waits for the answer to that request any more.
  virtual void drop(RequestId id) = 0;
  /// What the handshake found out.
  virtual void agreed(mcp::Era era, const std::string& version) = 0;
  /// Listens for what the server says without being asked, if it has to be asked for that; again
  /// if it was lost.
  virtual void listen() = 0;
  /// Ends it; may wait for some hundred milliseconds. No event comes any more.
  virtual void close() = 0;
  /// Whether a modern client tells a server that a request is cancelled by a message.
  virtual bool cancels_by_message() const = 0;
  /// Whether arguments that a tool's schema marks are sent as headers as well.
  virtual bool has_headers() const = 0;
};

}  // namespace modebox::bridge
