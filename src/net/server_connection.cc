#include "src/net/server_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <utility>

#include "src/net/http_response.h"

namespace modebox::net {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

/// What is taken of a client that goes on while it has not been answered.
constexpr std::size_t max_early_bytes = 16 << 10;
/// A client that has closed its sending side, and can not be asked whether it is gone, is given so
/// long an answer; others are asked so often.
constexpr std::chrono::seconds half_closed_time{5};
constexpr std::chrono::seconds ask_time{2};
/// So long, and so much, is read after a last answer: closing a socket that holds unread bytes
/// makes the system throw away what the client has not read yet.
constexpr std::chrono::seconds linger_time{2};
constexpr std::size_t linger_bytes = 16 << 20;
/// How often a client is looked after whose bytes are not read.
constexpr std::chrono::seconds look_time{1};

/// Far away is far enough, the sum must be a time; and nothing is done without a pause.
std::chrono::steady_clock::duration bounded(std::chrono::milliseconds time) {
  return std::clamp<std::chrono::milliseconds>(time, std::chrono::milliseconds(1),
                                               std::chrono::hours(24 * 365));
}

/// Gone, although it has left bytes that nobody has read.
bool has_hung_up(int descriptor) {
#ifdef POLLRDHUP
  constexpr short hung_up = POLLRDHUP | POLLHUP | POLLERR;
#else
  constexpr short hung_up = POLLHUP | POLLERR;
#endif
  pollfd state{descriptor, hung_up, 0};
  return ::poll(&state, 1, 0) > 0 && (state.revents & hung_up) != 0;
}

}  // namespace

ServerConnection::ServerConnection(std::shared_ptr<ServerCore> core, Socket socket,
                                   const Address& peer, std::uint16_t peer_port)
    : core_(std::move(core)),
      socket_(std::move(socket)),
      peer_(peer),
      peer_port_(peer_port),
      timer_(socket_.get_executor()) {}

void ServerConnection::start() {
  core_->connections.insert(shared_from_this());
  core_->count = core_->connections.size();
  begin_wait();
  watch();
}

// What comes in.

void ServerConnection::watch() {
  if (watching_ || closed_ || at_eof_ || is_crowded()) return;
  watching_ = true;
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](const error_code& code) {
    self->watching_ = false;
    if (self->closed_) return;
    if (code) return self->close();
    self->read();
  });
}

/// How much is read at one go. Requests that are sent before their turn are copied each time that
/// one of them is answered, so there may not be many.
std::size_t ServerConnection::room() const {
  if (response_ != nullptr) return max_early_bytes - early_.size();
  const bool in_body = parser_ != nullptr && parser_->head_done();
  return in_body || lingering_ ? core_->read_buffer.size() : max_early_bytes;
}

/// The next request has begun to come, and more is not taken.
bool ServerConnection::is_crowded() const {
  return response_ != nullptr && early_.size() >= max_early_bytes;
}

void ServerConnection::read() {
  error_code code;
  auto& buffer = core_->read_buffer;
  const std::size_t size = socket_.read_some(asio::buffer(buffer.data(), room()), code);
  if (code == asio::error::would_block || code == asio::error::interrupted) return watch();
  if (code == asio::error::eof) return hang_up();
  if (code) return close();
  take(std::string_view(buffer.data(), size));
}

void ServerConnection::take(std::string_view bytes) {
  if (lingering_) {
    drained_bytes_ += bytes.size();
    return drained_bytes_ > linger_bytes ? close() : watch();
  }
  if (response_ == nullptr) return feed(bytes);
  early_ += bytes;
  if (is_crowded()) return set_timer();
  watch();
}

void ServerConnection::feed(std::string_view bytes) {
  const auto& options = core_->options;
  if (parser_ == nullptr) {
    parser_ = std::make_unique<RequestParser>(
        RequestParser::Limits{options.max_head_bytes, options.max_headers, options.max_body_bytes});
  }
  const bool had_begun = parser_->begun();
  const bool had_head = parser_->head_done();
  const auto refusal = parser_->feed(bytes);
  if (refusal) return refuse(refusal->status, refusal->text);
  if (parser_->head_done() && !had_head) {
    const auto unwanted = judge_head();
    if (closed_) return;
    if (unwanted) return refuse(*unwanted);
  }
  count_received(parser_->held_bytes());
  if (parser_->done()) {
    early_ = bytes;
    return deliver();
  }
  if (at_eof_) return close();
  if (core_->receiving_bytes > options.max_receiving_bytes) {
    return refuse(503, "The server is receiving too much at the same time; try again later.");
  }
  if (parser_->head_done() && !had_head && parser_->expects_continue() &&
      parser_->held_bytes() == 0) {
    out_ += continue_head;
    send();
  }
  // A new connection has the time of a head from its beginning.
  if (parser_->head_done() != had_head || (parser_->begun() != had_begun && !fresh_)) begin_wait();
  watch();
}

void ServerConnection::count_received(std::size_t bytes) {
  core_->receiving_bytes += bytes;
  core_->receiving_bytes -= std::exchange(received_bytes_, bytes);
}

std::optional<HttpRefusal> ServerConnection::judge_head() const {
  const auto judge = core_->judge;  // it may close the server
  if (judge == nullptr) return std::nullopt;
  try {
    return (*judge)(parser_->head());
  } catch (...) {
    return HttpRefusal{500, {}, std::string(server_failed)};
  }
}

void ServerConnection::deliver() {
  const auto self = shared_from_this();
  HttpServerRequest request = parser_->take();
  request.peer = peer_;
  request.peer_port = peer_port_;
  auto wake = [weak = weak_from_this(), queue = core_->io] {
    const auto io = queue.lock();
    if (io == nullptr) return;
    asio::post(*io, [weak] {
      if (const auto connection = weak.lock()) connection->flush();
    });
  };
  const auto response = std::make_shared<ServerResponse>(
      ServerResponse::Terms{request.method, parser_->http11(), parser_->keep_alive(),
                            core_->options.max_queued_bytes},
      std::move(wake));
  response_ = response;
  parser_.reset();
  count_received(0);
  fresh_ = false;
  {
    // Whoever holds a copy may still answer; nobody else can.
    const HttpResponder responder(std::shared_ptr<ServerResponse>(
        response.get(), [response](ServerResponse* answer) { answer->abandon(); }));
    const auto handler = core_->handler;  // it may close the server
    try {
      (*handler)(std::move(request), responder);
    } catch (...) {
      response->abandon();
    }
  }
  flush();
  if (closed_) return;
  if (at_eof_) return hang_up();
  begin_wait();
  watch();
}

/// The client has closed its sending side: it is gone, or waits for its answer nevertheless. A
/// system tells these apart only by what it sends back when it is sent something.
void ServerConnection::hang_up() {
  at_eof_ = true;
  if (lingering_) {
    if (sending_.empty()) close();
    return;
  }
  if (response_ == nullptr) return close();
  half_closed_ = true;
  asked_ = response_->ask();
  if (asked_) {
    await_reset();
  } else {
    if (response_->is_streaming()) return close();
    response_->hang_up();
  }
  begin_wait();
}

void ServerConnection::await_reset() {
  if (std::exchange(awaits_reset_, true)) return;
  socket_.async_wait(Socket::wait_error, [self = shared_from_this()](const error_code& code) {
    if (!code) self->close();
  });
}

// What goes out.

void ServerConnection::flush() {
  if (closed_ || response_ == nullptr) return;
  auto output = response_->take();
  if (output.cut) return abort();
  if (out_.empty()) {
    out_ = std::move(output.bytes);
  } else {
    out_ += output.bytes;
  }
  answer_over_ = output.over;
  close_after_ = close_after_ || output.close;
  if (output.keep_alive) keep_alive_ = std::move(output.keep_alive);
  send();
}

void ServerConnection::send() {
  if (closed_ || !sending_.empty()) return;
  if (!out_.empty()) {
    sending_ = std::exchange(out_, {});
    sent_bytes_ = 0;
    begin_wait();
    return send_more();
  }
  if (lingering_) return linger();
  if (answer_over_) return next();
  begin_wait();
}

void ServerConnection::send_more() {
  socket_.async_write_some(asio::buffer(sending_) + sent_bytes_,
                           [self = shared_from_this()](const error_code& code, std::size_t size) {
                             self->sent(code, size);
                           });
}

void ServerConnection::sent(const error_code& code, std::size_t size) {
  if (closed_) return;
  if (code) return close();
  sent_bytes_ += size;
  if (response_ != nullptr && !lingering_) response_->sent(size);
  if (sent_bytes_ < sending_.size()) {
    begin_wait();
    return send_more();
  }
  std::string().swap(sending_);
  send();
}

/// The answer has been sent.
void ServerConnection::next() {
  response_.reset();
  keep_alive_.reset();
  answer_over_ = half_closed_ = asked_ = false;
  if (close_after_) return linger();
  if (!early_.empty()) {
    const std::string early = std::exchange(early_, {});
    return feed(early);
  }
  if (at_eof_) return close();
  begin_wait();
  watch();
}

void ServerConnection::refuse(int status, std::string_view text) {
  end_with(own_response(status, text, true));
}

void ServerConnection::refuse(const HttpRefusal& refusal) {
  const std::string method = parser_->head().method;
  const auto answer = whole_response(method, refusal.status, refusal.headers, refusal.body, true);
  end_with(answer ? *answer
                  : own_response(500, server_failed, true, has_body(method, refusal.status)));
}

/// The last answer, whatever else comes.
void ServerConnection::end_with(std::string_view answer) {
  parser_.reset();
  count_received(0);
  lingering_ = true;
  out_ += answer;
  watch();
  send();
}

/// Lets the client read to the end, and close.
void ServerConnection::linger() {
  if (at_eof_ || core_->is_closing()) return close();
  lingering_ = true;
  error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  begin_wait();
  watch();
}

void ServerConnection::close_down() {
  if (closed_) return;
  if (response_ != nullptr) {
    response_->close_down();
    return flush();
  }
  if (lingering_ && !sending_.empty()) return;
  close();
}

void ServerConnection::abort() {
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

void ServerConnection::close() {
  if (closed_) return;
  closed_ = true;
  const auto self = shared_from_this();
  timer_.cancel();
  // A child of fork() may hold it, too; but nothing may be sent to it that should be forgotten.
  asio::socket_base::linger forget;
  error_code ignored;
  socket_.get_option(forget, ignored);
  if (!forget.enabled()) socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
  parser_.reset();
  count_received(0);
  const auto response = std::exchange(response_, nullptr);
  core_->connections.erase(self);
  core_->count = core_->connections.size();
  if (response != nullptr) response->lose();
  if (core_->connections.empty() && core_->on_empty) std::exchange(core_->on_empty, nullptr)();
}

// Time.

/// How long the client may let us wait for what is due now.
std::optional<ServerConnection::Clock::duration> ServerConnection::patience() const {
  const auto& options = core_->options;
  if (!sending_.empty()) return bounded(options.write_timeout);
  if (lingering_) return linger_time;
  if (response_ != nullptr) {
    if (half_closed_) return asked_ ? ask_time : half_closed_time;
    if (keep_alive_ && !keep_alive_->text.empty()) return bounded(keep_alive_->interval);
    if (is_crowded()) return look_time;
    return {};
  }
  if (parser_ != nullptr && parser_->head_done()) return bounded(options.body_timeout);
  if (fresh_ || (parser_ != nullptr && parser_->begun())) return bounded(options.head_timeout);
  return bounded(options.idle_timeout);
}

void ServerConnection::begin_wait() {
  since_ = Clock::now();
  set_timer();
}

/// A timer that goes off too early looks again; so it is only touched where it would be late.
void ServerConnection::set_timer() {
  const auto time = patience();
  if (closed_ || !time) return;
  const auto due = since_ + *time;
  if (timer_at_ && *timer_at_ <= due) return;
  timer_at_ = due;
  timer_.expires_at(due);
  timer_.async_wait([self = shared_from_this()](const error_code& code) {
    if (code || self->closed_) return;
    self->timer_at_.reset();
    const auto now_due = self->patience();
    if (now_due && Clock::now() >= self->since_ + *now_due) return self->time_out();
    self->set_timer();
  });
}

void ServerConnection::time_out() {
  if (!sending_.empty()) return abort();
  if (lingering_) return close();
  if (half_closed_) return asked_ && response_->ask() ? begin_wait() : close();
  if (response_ == nullptr) {
    if (parser_ == nullptr || !parser_->begun()) return close();
    return refuse(408, "The request took too long to come.");
  }
  if (is_crowded() && has_hung_up(socket_.native_handle())) return close();
  if (keep_alive_) response_->write(keep_alive_->text);
  begin_wait();
}

}  // namespace modebox::net
