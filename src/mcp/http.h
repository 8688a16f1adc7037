// MCP over Streamable HTTP: one message per POST, the answer as JSON or, when something comes
// before it, as an event stream.
// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "modebox/result.h"
#include "src/mcp/server.h"

namespace modebox::mcp {

struct HttpOptions {
  /// Where to listen; see net::HttpServerOptions.
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  /// Of these secrets a client must send one (`Authorization: Bearer ...`); none: anybody may come
  /// who reaches the address. Who sends the same one is the same principal.
  std::vector<std::string> bearer_tokens;
  /// Names by which clients may call this server besides those of the loopback: others are refused,
  /// as a page in a browser could have had one resolved to here. Without a port.
  std::vector<std::string> hosts;
  /// Bytes of a message.
  std::size_t max_body = std::size_t{4} << 20;
  /// Of clients with a handshake: how long an unused session is kept, and how many there may be;
  /// of more, the one goes that was not used for the longest time.
  std::chrono::milliseconds session_idle = std::chrono::hours(1);
  std::size_t max_sessions = 1'000;
};

/// Serves until it is closed or destroyed. The server is borrowed.
class HttpTransport {
 public:
  static Result<std::unique_ptr<HttpTransport>> serve(Server& server, HttpOptions options);
  ~HttpTransport();

  std::uint16_t port() const;
  /// Takes no more, and cancels what is being worked on.
  void close();

 private:
  class State;
  explicit HttpTransport(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace modebox::mcp
