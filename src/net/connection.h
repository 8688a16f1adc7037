// One connection to where a URL says: dialled directly or asked of a proxy, with TLS for https. It
// is made for one request and never used again.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/dialer.h"
#include "src/net/proxy.h"
#include "src/net/response_parser.h"
#include "src/net/tls.h"
#include "src/net/url.h"

namespace modebox::net {

/// Everything happens on the thread of `io`.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  struct Route {
    Url url;
    std::optional<Proxy> proxy;
    /// Of the host of `url`; not asked for the proxy.
    std::function<bool(const Address& address)> judge;
    std::shared_ptr<Resolver> resolver;
    /// Set for https.
    std::shared_ptr<boost::asio::ssl::context> tls;
    std::chrono::milliseconds timeout{};
    std::function<void(const std::string& text)> log;
  };

  Connection(std::shared_ptr<boost::asio::io_context> io, Route route);

  /// `done` is called once, not from within open, unless close comes first. Errors: those of
  /// Dialer, `tls`, `timeout`, `connect`.
  void open(std::function<void(Status)> done);
  /// Ends whatever is under way; its functions are called with an error or not at all.
  void close();

  /// What has come, until the next read; an empty piece at the proper end. `done` may be called
  /// once per read.
  void read(std::function<void(Result<std::string_view>)> done);
  /// All of `bytes`; one at a time, beside reads.
  void write(std::string bytes, std::function<void(bool written)> done);

 private:
  void tunnel();
  void read_tunnel();
  void shake_hands();
  void settle(Status status);
  template <typename Use>
  void with_stream(const Use& use);

  const std::shared_ptr<boost::asio::io_context> io_;
  const Route route_;
  std::function<void(Status)> opened_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<Dialer> dialer_;
  std::optional<boost::asio::ip::tcp::socket> socket_;
  std::optional<TlsStream> tls_;
  /// Of the proxy's answer.
  std::unique_ptr<ResponseParser> tunnel_parser_;
  int tunnel_status_ = 0;
  std::array<char, 16 << 10> read_buffer_;
  std::string write_buffer_;
};

}  // namespace modebox::net
