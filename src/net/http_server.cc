#include "src/net/http_server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <utility>
#include <vector>

#include "src/net/fork.h"
#include "src/net/http_error.h"
#include "src/net/http_response.h"
#include "src/net/io_thread.h"
#include "src/net/listener.h"
#include "src/net/server_connection.h"

namespace modebox::net {
namespace {

namespace asio = boost::asio;

/// For what is still to be sent when the server closes.
constexpr std::chrono::milliseconds close_time{1'500};
/// More than max_connections, to tell that these are too many. Others are just closed.
constexpr std::size_t refused_at_once = 64;

Status check(const HttpServerOptions& options) {
  const std::size_t sizes[] = {options.max_head_bytes,  options.max_headers,
                               options.max_body_bytes,  options.max_receiving_bytes,
                               options.max_connections, options.max_queued_bytes};
  const std::chrono::milliseconds times[] = {options.head_timeout, options.body_timeout,
                                             options.idle_timeout, options.write_timeout};
  const bool positive =
      std::all_of(std::begin(sizes), std::end(sizes), [](std::size_t size) { return size > 0; }) &&
      std::all_of(std::begin(times), std::end(times), [](auto time) { return time.count() > 0; });
  if (positive) return done();
  return http_error(HttpErrorKind::invalid_request, "A limit of the server is not positive.");
}

}  // namespace

/// The thread, and what is on it. In a child of fork() it is left as it is.
class HttpServer::State {
 public:
  State(std::shared_ptr<IoThread> thread, std::shared_ptr<Listener> listener,
        const HttpServerOptions& options, HttpRequestHandler handler, HttpHeadJudge judge)
      : io_(thread->io()),
        thread_(std::move(thread)),
        listener_(std::move(listener)),
        core_(std::make_shared<ServerCore>()) {
    core_->options = options;
    core_->handler = std::make_shared<const HttpRequestHandler>(std::move(handler));
    if (judge) core_->judge = std::make_shared<const HttpHeadJudge>(std::move(judge));
    core_->io = io_;
  }

  void start() {
    asio::post(*io_, [listener = listener_, core = core_] {
      listener->start([core](Listener::Socket socket, const Address& peer, std::uint16_t port) {
        accept(core, std::move(socket), peer, port);
      });
    });
  }

  void close() {
    if (!closing_.exchange(true)) {
      asio::dispatch(*io_, [listener = listener_, core = core_, io = io_.get(), closed = closed_] {
        listener->close();
        end_all(core, *io, closed);
      });
    }
    if (!thread_->is_current()) closed_future_.wait();
  }

  std::uint16_t port() const { return listener_->port(); }
  std::size_t connections() const { return core_->count; }
  bool is_foreign() const { return generation_ != fork_generation(); }

 private:
  static void accept(const std::shared_ptr<ServerCore>& core, Listener::Socket socket,
                     const Address& peer, std::uint16_t port) {
    const std::size_t there = core->connections.size();
    const std::size_t most = core->options.max_connections;
    if (there >= most + refused_at_once) return;
    const auto connection = std::make_shared<ServerConnection>(core, std::move(socket), peer, port);
    connection->start();
    if (there >= most) connection->refuse(503, "There are too many connections; try again later.");
  }

  static void end_all(const std::shared_ptr<ServerCore>& core, asio::io_context& io,
                      const std::shared_ptr<std::promise<void>>& closed) {
    core->handler = nullptr;
    core->judge = nullptr;
    const auto timer = std::make_shared<asio::steady_timer>(io, close_time);
    core->on_empty = [closed, timer] {
      timer->cancel();
      closed->set_value();
    };
    for (const auto& connection : all(*core)) connection->close_down();
    if (!core->on_empty) return;
    if (core->connections.empty()) return std::exchange(core->on_empty, nullptr)();
    timer->async_wait([core](const boost::system::error_code& code) {
      if (code) return;
      for (const auto& connection : all(*core)) connection->close();
    });
  }

  /// They leave while they are asked to.
  static std::vector<std::shared_ptr<ServerConnection>> all(const ServerCore& core) {
    return {core.connections.begin(), core.connections.end()};
  }

  const std::uint64_t generation_ = fork_generation();
  /// Outlives what was made for it.
  const std::shared_ptr<asio::io_context> io_;
  const std::shared_ptr<IoThread> thread_;
  const std::shared_ptr<Listener> listener_;
  const std::shared_ptr<ServerCore> core_;
  std::atomic<bool> closing_{false};
  const std::shared_ptr<std::promise<void>> closed_ = std::make_shared<std::promise<void>>();
  const std::shared_future<void> closed_future_ = closed_->get_future().share();
};

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const HttpServerOptions& options,
                                                       HttpRequestHandler handler,
                                                       HttpHeadJudge judge) {
  if (auto checked = check(options); !checked) return std::move(checked).error();
  auto thread = IoThread::start();
  if (thread == nullptr) {
    return http_error(HttpErrorKind::connect, "The system has no thread to give.");
  }
  auto listener = Listener::open(thread->io(), options.address, options.port);
  if (!listener) return std::move(listener).error();
  auto state = std::make_unique<State>(std::move(thread), std::move(*listener), options,
                                       std::move(handler), std::move(judge));
  state->start();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

HttpServer::~HttpServer() {
  if (state_->is_foreign()) {
    static_cast<void>(state_.release());  // its thread is not here, its locks may be held
    return;
  }
  state_->close();
}

std::uint16_t HttpServer::port() const { return state_->port(); }
std::size_t HttpServer::connections() const { return state_->connections(); }

void HttpServer::close() {
  if (!state_->is_foreign()) state_->close();
}

HttpResponder::HttpResponder(std::shared_ptr<ServerResponse> response)
    : response_(std::move(response)) {}

void HttpResponder::respond(int status, const HttpHeaders& headers, std::string_view body) const {
  if (response_) response_->respond(status, headers, body);
}

void HttpResponder::start_stream(int status, const HttpHeaders& headers,
                                 std::optional<HttpKeepAlive> keep_alive) const {
  if (response_) response_->start_stream(status, headers, std::move(keep_alive));
}

bool HttpResponder::write(std::string_view piece) const {
  return response_ && response_->write(piece);
}

void HttpResponder::end() const {
  if (response_) response_->end();
}

void HttpResponder::on_disconnect(std::function<void()> function) const {
  if (response_) response_->on_disconnect(std::move(function));
}

}  // namespace modebox::net
