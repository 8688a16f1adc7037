// One client of the server: reads its requests one by one, hands them over, sends what answers
// them, and notices when it is gone. All on the network's thread.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "src/net/http_server.h"
#include "src/net/request_parser.h"
#include "src/net/server_response.h"

namespace modebox::net {

class ServerConnection;

/// What all connections of a server share. They keep it alive.
struct ServerCore {
  HttpServerOptions options;
  /// Nothing once the server closes.
  std::shared_ptr<const HttpRequestHandler> handler;
  /// Nothing, too, where there is none.
  std::shared_ptr<const HttpHeadJudge> judge;
  std::weak_ptr<boost::asio::io_context> io;
  std::set<std::shared_ptr<ServerConnection>> connections;
  /// Their number, for others.
  std::atomic<std::size_t> count = 0;
  /// Of all requests that are being received.
  std::size_t receiving_bytes = 0;
  /// Where every connection reads to, so that none that waits has a buffer of its own.
  std::array<char, 64 << 10> read_buffer{};
  /// Called once, when the last connection is gone.
  std::function<void()> on_empty;

  bool is_closing() const { return handler == nullptr; }
};

class ServerConnection : public std::enable_shared_from_this<ServerConnection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  ServerConnection(std::shared_ptr<ServerCore> core, Socket socket, const Address& peer,
                   std::uint16_t peer_port);

  void start();
  /// Answers with an error, whatever comes, and closes.
  void refuse(int status, std::string_view text);
  /// Answers with 503, or ends the stream, and closes.
  void close_down();
  /// Closes at once.
  void close();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void read();
  void take(std::string_view bytes);
  void feed(std::string_view bytes);
  void count_received(std::size_t bytes);
  std::optional<HttpRefusal> judge_head() const;
  void refuse(const HttpRefusal& refusal);
  void end_with(std::string_view answer);
  void deliver();
  void hang_up();
  void await_reset();
  void flush();
  void send();
  void send_more();
  void sent(const boost::system::error_code& code, std::size_t size);
  void next();
  void linger();
  /// Lets the system forget what the client did not take.
  void abort();

  std::optional<Clock::duration> patience() const;
  void begin_wait();
  void set_timer();
  void time_out();
  std::size_t room() const;
  bool is_crowded() const;

  const std::shared_ptr<ServerCore> core_;
  Socket socket_;
  const Address peer_;
  const std::uint16_t peer_port_;

  /// The request that is being read.
  std::unique_ptr<RequestParser> parser_;
  std::size_t received_bytes_ = 0;
  /// The one that is being answered, until its answer has been sent.
  std::shared_ptr<ServerResponse> response_;
  std::optional<HttpKeepAlive> keep_alive_;
  /// What came meanwhile: the next request's.
  std::string early_;
  std::string out_;
  std::string sending_;
  std::size_t sent_bytes_ = 0;
  std::size_t drained_bytes_ = 0;

  /// Since when is waited for what patience() is about.
  Clock::time_point since_;
  boost::asio::steady_timer timer_;
  std::optional<Clock::time_point> timer_at_;

  bool fresh_ = true;
  bool watching_ = false;
  bool answer_over_ = false;
  bool close_after_ = false;
  bool half_closed_ = false;
  /// It was asked whether it reads on, and a reset is waited for.
  bool asked_ = false;
  bool awaits_reset_ = false;
  bool at_eof_ = false;
  /// Nothing that comes counts any more.
  bool lingering_ = false;
  bool closed_ = false;
};

}  // namespace modebox::net
