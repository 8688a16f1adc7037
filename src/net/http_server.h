// An HTTP/1.1 server for few requests and thousands of open event streams: one thread, a few KiB
// for a stream that waits, and a client that goes away is noticed at once. Whatever clients send
// is hostile. No TLS: it listens on the loopback, or behind a proxy that does that.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/address.h"
#include "src/net/http_message.h"

namespace modebox::net {

class ServerResponse;

/// Sizes are in bytes; all numbers and times are at least 1.
struct HttpServerOptions {
  /// An IP address (those of IPv6 with brackets or without), or `localhost`: 127.0.0.1, and ::1
  /// where there is one. No other name is looked up.
  std::string address = "127.0.0.1";
  /// 0: one that is free.
  std::uint16_t port = 0;

  /// Request line and headers (else 431), and how many of these.
  std::size_t max_head_bytes = 32 << 10;
  std::size_t max_headers = 100;
  /// One request's body (else 413), and all that are being received at the same time (else 503).
  std::size_t max_body_bytes = 4 << 20;
  std::size_t max_receiving_bytes = 64 << 20;
  /// More are answered with 503.
  std::size_t max_connections = 4096;
  /// A stream whose client has left more than this unread is cut at the next write.
  std::size_t max_queued_bytes = 1 << 20;

  /// From a connection, or a request's first byte, to the end of its headers (else 408).
  std::chrono::milliseconds head_timeout{10'000};
  /// From there to the body's last byte (else 408).
  std::chrono::milliseconds body_timeout{30'000};
  /// Between requests.
  std::chrono::milliseconds idle_timeout{75'000};
  /// Without the client taking any of what waits for it.
  std::chrono::milliseconds write_timeout{30'000};
};

/// A request, whole. A value type.
struct HttpServerRequest {
  /// A token; case matters. HTTP/1.1's methods and any other, but CONNECT.
  std::string method;
  /// Path and query, printable ASCII without `#`, as it came (not decoded): begins with `/`, or is
  /// `*` where the method is OPTIONS. Of an absolute URL, what follows the host.
  std::string target;
  /// As they came, in order. There is exactly one `Host` in HTTP/1.1, at most one in HTTP/1.0;
  /// where the target was an absolute URL, it is that one's.
  HttpHeaders headers;
  /// Without its framing.
  std::string body;
  Address peer;
  std::uint16_t peer_port = 0;
};

/// The answer to a request that is not wanted. Status and headers as HttpResponder::respond takes
/// them. A value type.
struct HttpRefusal {
  int status = 400;
  HttpHeaders headers;
  std::string body;
};

/// A line that is sent while nothing else is (`: \n\n`), so that a proxy does not take a stream for
/// dead.
struct HttpKeepAlive {
  std::string text;
  /// At least 1 ms.
  std::chrono::milliseconds interval{15'000};
};

/// The answer to one request. Copies refer to the same one; it is answered once, what comes later
/// does nothing. Thread-safe, and usable after the client or the server is gone. When the last copy
/// goes without an answer the client gets a 500; without the stream's end, its connection is cut.
/// Content-Length, Transfer-Encoding, Connection, Keep-Alive, Trailer, Upgrade and Date are the
/// server's: such headers are left out. Statuses that are not 200 to 599 and headers that are none
/// (names that are not tokens, control characters in values) become a 500.
class HttpResponder {
 public:
  HttpResponder() = default;

  /// The whole answer. The body is left out where there is none: to HEAD, and with 204 and 304.
  void respond(int status, const HttpHeaders& headers, std::string_view body) const;
  /// Begins an answer whose body comes in pieces: in chunks, or until the connection closes for a
  /// client of HTTP/1.0.
  void start_stream(int status, const HttpHeaders& headers,
                    std::optional<HttpKeepAlive> keep_alive = std::nullopt) const;
  /// A piece of the body. False if nobody will read it: the client is gone, has left too much
  /// unread (a single piece may be of any size), or no stream is open.
  bool write(std::string_view piece) const;
  /// The stream's proper end.
  void end() const;
  /// `function` is called once if the client goes away, or the server closes, before the answer's
  /// end: on the network's thread, which it must not block, or there and then if that has happened.
  /// A client that closes its sending side may read on, so it is asked: by `100 Continue` before
  /// the answer, by the keep-alive line in a stream; one that has closed altogether is gone then.
  /// It counts as gone where it can not be asked, in a stream without such a line and in HTTP/1.0;
  /// what respond gives within seconds still reaches the latter. Of several functions the last one
  /// counts. What it throws is dropped. A function that holds a copy of the responder keeps it
  /// until the answer's end.
  void on_disconnect(std::function<void()> function) const;

 private:
  friend class ServerConnection;
  explicit HttpResponder(std::shared_ptr<ServerResponse> response);
  std::shared_ptr<ServerResponse> response_;
};

/// Called with each request, in order within a connection: the next one comes after the answer's
/// end. On the network's thread, which it must not block; the answer may come later, from any
/// thread. What it throws is dropped, and answered with 500.
using HttpRequestHandler = std::function<void(HttpServerRequest request, HttpResponder responder)>;

/// Called with the head of each request, before its body is waited for: of that there is what came
/// along, and `peer` is not set. What it gives is answered at once, and the connection closed; the
/// handler hears nothing of it. On the network's thread. What it throws is dropped, and answered
/// with 500.
using HttpHeadJudge = std::function<std::optional<HttpRefusal>(const HttpServerRequest& head)>;

/// Thread-safe. A child of fork() can not use its parent's server; its destructor does nothing
/// there.
class HttpServer {
 public:
  /// Listens when it returns. Fails if an option is none, the address is in use or is not one of
  /// this machine, or the system has no thread to give.
  static Result<std::unique_ptr<HttpServer>> listen(const HttpServerOptions& options,
                                                    HttpRequestHandler handler,
                                                    HttpHeadJudge judge = nullptr);
  /// As close().
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Where it listens.
  std::uint16_t port() const;
  /// How many connections there are.
  std::size_t connections() const;
  /// Accepts no more, ends streams properly, answers what waits for an answer with 503, and closes
  /// what is open: within two seconds, even if a client does not read. No function is called any
  /// more when it returns. A call from the network's thread returns before the connections are
  /// closed.
  void close();

 private:
  class State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace modebox::net
