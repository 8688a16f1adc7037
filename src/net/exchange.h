// One request from start to end, with the redirects that it follows. All of it happens on the
// network's thread; only the functions that say so are for others.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/net/connection.h"
#include "src/net/content_decoder.h"
#include "src/net/http_client.h"
#include "src/net/response_parser.h"
#include "src/net/url.h"

namespace modebox::net {

class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  /// What a client gives its requests; outlives them.
  struct Surroundings {
    HttpClientOptions options;
    std::optional<Proxy> proxy;
    /// For https; on the network's thread.
    std::function<Result<std::shared_ptr<boost::asio::ssl::context>>()> tls;
  };

  Exchange(std::shared_ptr<boost::asio::io_context> io,
           std::shared_ptr<const Surroundings> surroundings, HttpRequest request,
           HttpHandlers handlers);

  /// From any thread. `ended` is called after on_done, on the network's thread.
  void start(std::function<void()> ended);
  /// From any thread.
  void cancel_soon();
  void resume_soon();
  /// On the network's thread: on_done has been called when it returns.
  void cancel();

 private:
  void begin();
  void hop();
  void send();
  void send_stream();
  void send_piece(HttpBodyStream::Piece piece);
  void read();
  void take(Result<std::string_view> piece);
  Status take_head(HttpResponseHead head);
  Status take_body(std::string_view piece);
  void redirect();
  void fail(HttpErrorKind kind, std::string message);
  void finish(Status status);
  void log(const std::string& text) const;
  void post(void (Exchange::*step)());

  const std::shared_ptr<boost::asio::io_context> io_;
  const std::shared_ptr<const Surroundings> around_;
  const std::uint64_t generation_;
  HttpRequest request_;
  HttpHandlers handlers_;
  std::function<void()> ended_;
  Cancel::Registration cancel_registration_;

  std::chrono::steady_clock::time_point deadline_;
  boost::asio::steady_timer timer_;
  boost::asio::steady_timer idle_timer_;
  Url url_;
  int redirects_ = 0;
  std::shared_ptr<Connection> connection_;
  std::unique_ptr<ResponseParser> parser_;
  std::unique_ptr<ContentDecoder> decoder_;
  std::optional<HttpResponseHead> redirect_head_;
  std::uint64_t sent_bytes_ = 0;
  std::uint64_t body_bytes_ = 0;
  bool got_bytes_ = false;
  bool reading_ = false;
  bool paused_ = false;
  bool finished_ = false;
};

}  // namespace modebox::net
