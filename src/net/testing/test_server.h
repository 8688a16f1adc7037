// A server for tests that answers with whatever bytes it is told to, on 127.0.0.1 and a free
// port, one thread per connection.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/net/testing/test_ca.h"

namespace modebox::net::testing {

/// What a test and its server both touch.
template <typename T>
class Shared {
 public:
  explicit Shared(T value = {}) : value_(std::move(value)) {}
  void set(T value) {
    const std::lock_guard lock(mutex_);
    value_ = std::move(value);
  }
  T get() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  T value_;
};

/// The server's side of one connection. Calls block, at most until the server is destroyed.
class Peer {
 public:
  virtual ~Peer() = default;
  /// Up to and with the empty line; what there was if the peer closed.
  std::string read_head();
  std::string read(std::size_t size);
  /// A body in chunks, without its framing.
  std::string read_chunked();
  /// Whether all was sent. Not sent: the peer has closed.
  virtual bool send(std::string_view bytes) = 0;
  /// Ends the connection properly (with TLS's own goodbye).
  virtual void close() = 0;
  /// Without TLS's goodbye.
  virtual void cut() = 0;
  /// Waits until the peer closes; gives what came until then.
  std::string read_all();
  /// What has come, at least a byte; empty at the end.
  std::string read_piece();

 protected:
  /// One piece; empty at the end.
  virtual std::string read_some() = 0;

 private:
  std::string read_ahead_;
};

/// What a head says of itself: `GET /path HTTP/1.1`, and headers by name (lower case).
std::string request_line(const std::string& head);
std::string header_of(const std::string& head, const std::string& name);
/// `HTTP/1.1 200 OK` with Content-Length and the body.
std::string ok(std::string_view body, const std::string& more_headers = "");

class TestServer {
 public:
  /// Called for each connection, on a thread of its own; the connection is closed when it returns.
  using Serve = std::function<void(Peer& peer)>;
  explicit TestServer(Serve serve, std::optional<Identity> identity = std::nullopt);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::uint16_t port() const;
  /// `127.0.0.1:PORT`
  std::string authority() const;
  std::string url(const std::string& target = "/") const;
  /// How many connections there were.
  int connections() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace modebox::net::testing
