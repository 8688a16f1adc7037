// From a host to a connected socket: looks the name up once, has each address judged, and connects
// to those that are fine, the next one a little after the one before (RFC 8305), until the first is
// there.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "modebox/result.h"
#include "src/net/host.h"
#include "src/net/resolver.h"

namespace modebox::net {

/// One connection to be. Everything happens on the thread of `io`.
class Dialer : public std::enable_shared_from_this<Dialer> {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  struct Plan {
    Host host;
    std::uint16_t port = 0;
    std::shared_ptr<Resolver> resolver;
    /// Whether an address may be connected to.
    std::function<bool(const Address& address)> judge;
    /// What the operator may know and the script not.
    std::function<void(const std::string& text)> log;
  };

  /// `done` is called once, never from within start, unless stop comes first. Errors: `dns`,
  /// `refused_address`, `connect`.
  static std::shared_ptr<Dialer> start(std::shared_ptr<boost::asio::io_context> io, Plan plan,
                                       std::function<void(Result<Socket>)> done);
  /// Nothing happens any more; `done` is let go.
  void stop();

 private:
  Dialer(std::shared_ptr<boost::asio::io_context> io, Plan plan,
         std::function<void(Result<Socket>)> done);
  void look_up();
  void take_answer(const Result<std::vector<Address>>& answer);
  void connect_next();
  void settle(std::size_t index, const boost::system::error_code& code);
  void finish(Result<Socket> result);

  const std::shared_ptr<boost::asio::io_context> io_;
  const Plan plan_;
  std::function<void(Result<Socket>)> done_;
  boost::asio::steady_timer next_timer_;
  /// Judged to be fine, in the order in which they are tried.
  std::vector<Address> addresses_;
  /// One for each address that has been tried; closed ones have failed.
  std::vector<std::unique_ptr<Socket>> sockets_;
  std::size_t pending_ = 0;
};

}  // namespace modebox::net
