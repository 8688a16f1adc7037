// The sockets that a server listens on. What accept gives is made here, not by Asio, which would
// leave it open in programs that this process starts.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "modebox/result.h"
#include "src/net/address.h"

namespace modebox::net {

class Listener : public std::enable_shared_from_this<Listener> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  /// Sockets are not blocking.
  using Accept = std::function<void(Socket socket, const Address& peer, std::uint16_t peer_port)>;

  /// HttpServerOptions' address and port.
  static Result<std::shared_ptr<Listener>> open(const std::shared_ptr<boost::asio::io_context>& io,
                                                const std::string& address, std::uint16_t port);
  std::uint16_t port() const { return port_; }

  // On the thread of `io`.
  void start(Accept accept);
  void close();

 private:
  /// One of an address.
  struct Door {
    Door(boost::asio::io_context& io, boost::asio::ip::tcp::acceptor listening)
        : acceptor(std::move(listening)), pause(io) {}
    boost::asio::ip::tcp::acceptor acceptor;
    boost::asio::steady_timer pause;
  };

  explicit Listener(boost::asio::io_context& io) : io_(io) {}
  /// These give an errno, or 0.
  int add(const Address& address, std::uint16_t port);
  int add_localhost(std::uint16_t port);
  void wait(Door& door);
  void rest(Door& door);
  void accept_some(Door& door);
  void take(int descriptor, const Address& peer, std::uint16_t peer_port);

  boost::asio::io_context& io_;
  std::vector<std::unique_ptr<Door>> doors_;
  std::uint16_t port_ = 0;
  Accept accept_;
};

}  // namespace modebox::net
