#include "src/net/connection.h"

#include <algorithm>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace

Connection::Connection(std::shared_ptr<asio::io_context> io, Route route)
    : io_(std::move(io)), route_(std::move(route)), timer_(*io_) {}

template <typename Use>
void Connection::with_stream(const Use& use) {
  if (tls_) {
    use(*tls_);
  } else {
    use(*socket_);
  }
}

void Connection::open(std::function<void(Status)> done) {
  opened_ = std::move(done);
  timer_.expires_after(std::min<std::chrono::milliseconds>(route_.timeout, std::chrono::hours(24)));
  timer_.async_wait([self = shared_from_this()](const error_code& code) {
    if (code || !self->opened_) return;
    self->settle(http_error(HttpErrorKind::timeout,
                            "Connecting to " + self->route_.url.host.text() + " took longer than " +
                                std::to_string(self->route_.timeout.count()) + " ms."));
  });
  const Url& to = route_.proxy ? route_.proxy->url : route_.url;
  Dialer::Plan plan{to.host, to.port, route_.resolver, route_.judge, route_.log};
  if (route_.proxy) plan.judge = [](const Address&) { return true; };  // the operator's
  dialer_ = Dialer::start(io_, std::move(plan), [this, weak = weak_from_this()](auto socket) {
    const auto self = weak.lock();
    if (self == nullptr || !opened_) return;
    if (!socket) return settle(std::move(socket).error());
    socket_ = std::move(*socket);
    if (route_.proxy) {
      tunnel();
    } else {
      shake_hands();
    }
  });
}

void Connection::tunnel() {
  tunnel_parser_ = std::make_unique<ResponseParser>(
      ResponseParser::Options{.without_body = true},
      ResponseParser::Sink{.on_head =
                               [this](const HttpResponseHead& head) {
                                 tunnel_status_ = head.status;
                                 return modebox::done();
                               },
                           .on_body = [](std::string_view) { return modebox::done(); }});
  write(connect_request(*route_.proxy, route_.url), [self = shared_from_this()](bool) {});
  read_tunnel();
}

void Connection::read_tunnel() {
  read([this](Result<std::string_view> piece) {
    if (!opened_) return;
    const auto fail = [this](const std::string& why) {
      settle(http_error(HttpErrorKind::connect, "The proxy gave no connection to " +
                                                    route_.url.host.text() + ": " + why + '.'));
    };
    if (!piece || piece->empty()) return fail("it closed its own");
    if (auto fed = tunnel_parser_->feed(*piece); !fed) return fail("its answer is not HTTP");
    if (!tunnel_parser_->done()) return read_tunnel();
    if (tunnel_status_ / 100 != 2) return fail("status " + std::to_string(tunnel_status_));
    // Nothing may come before we have spoken: it would be taken for the host's.
    if (tunnel_parser_->has_extra()) return fail("it spoke out of turn");
    shake_hands();
  });
}

void Connection::shake_hands() {
  if (!route_.url.https) return settle(modebox::done());
  tls_.emplace(*socket_, *route_.tls);
  if (auto expected = expect_host(*tls_, route_.url.host); !expected) {
    return settle(std::move(expected));
  }
  tls_->async_handshake(
      asio::ssl::stream_base::client, [self = shared_from_this()](const error_code& code) {
        if (!self->opened_) return;
        if (!code) return self->settle(modebox::done());
        self->settle(http_error(HttpErrorKind::tls, "No secure connection to " +
                                                        self->route_.url.host.text() + ": " +
                                                        tls_failure(*self->tls_, code) + '.'));
      });
}

void Connection::settle(Status status) {
  timer_.cancel();
  const auto opened = std::exchange(opened_, nullptr);
  if (!status) close();
  opened(std::move(status));
}

void Connection::close() {
  opened_ = nullptr;
  timer_.cancel();
  if (dialer_) dialer_->stop();
  error_code ignored;
  if (socket_) socket_->close(ignored);
}

void Connection::read(std::function<void(Result<std::string_view>)> done) {
  const auto taken = [self = shared_from_this(), done = std::move(done)](const error_code& code,
                                                                         std::size_t size) {
    if (!code) return done(std::string_view(self->read_buffer_.data(), size));
    if (code == asio::error::eof) return done(std::string_view());
    const bool cut = code == asio::ssl::error::stream_truncated;
    done(http_error(
        cut ? HttpErrorKind::protocol : HttpErrorKind::connect,
        cut ? "The server's answer is cut: its secure connection was not closed properly."
            : "The connection to " + self->route_.url.host.text() + " was lost."));
  };
  with_stream([&](auto& stream) { stream.async_read_some(asio::buffer(read_buffer_), taken); });
}

void Connection::write(std::string bytes, std::function<void(bool)> done) {
  write_buffer_ = std::move(bytes);
  const auto written = [self = shared_from_this(), done = std::move(done)](
                           const error_code& code, std::size_t) { done(!code); };
  with_stream(
      [&](auto& stream) { asio::async_write(stream, asio::buffer(write_buffer_), written); });
}

}  // namespace modebox::net
