#include "src/net/exchange.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "src/net/fork.h"
#include "src/net/framing.h"
#include "src/net/http_request.h"
#include "src/net/redirect.h"

namespace modebox::net {
namespace {

/// What text that does not become shorter by a coding may grow by.
constexpr std::size_t room_of_frames = 64 << 10;

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::chrono::hours max_time{24 * 365};
constexpr std::uint64_t ratio_counts_from = 1 << 20;

/// Callbacks are somebody else's; what they throw has nowhere to go.
template <typename Function, typename... Arguments>
void call(const Function& function, Arguments&&... arguments) {
  if (!function) return;
  try {
    function(std::forward<Arguments>(arguments)...);
  } catch (...) {
  }
}

}  // namespace

Exchange::Exchange(std::shared_ptr<asio::io_context> io,
                   std::shared_ptr<const Surroundings> surroundings, HttpRequest request,
                   HttpHandlers handlers)
    : io_(std::move(io)),
      around_(std::move(surroundings)),
      generation_(fork_generation()),
      request_(std::move(request)),
      handlers_(std::move(handlers)),
      timer_(*io_),
      idle_timer_(*io_) {}

void Exchange::start(std::function<void()> ended) {
  ended_ = std::move(ended);
  deadline_ = std::chrono::steady_clock::now();
  if (request_.limits.timeout) {
    // Far away is far enough; the sum must be a time.
    deadline_ += std::min<std::chrono::milliseconds>(*request_.limits.timeout, max_time);
  }
  post(&Exchange::begin);
}

void Exchange::post(void (Exchange::*step)()) {
  // The queue of another process is not to be touched.
  if (generation_ != fork_generation()) return;
  asio::post(*io_, [self = shared_from_this(), step] { ((*self).*step)(); });
}

void Exchange::cancel_soon() { post(&Exchange::cancel); }

void Exchange::resume_soon() {
  if (generation_ != fork_generation()) return;
  asio::post(*io_, [self = shared_from_this()] {
    if (self->finished_ || !self->paused_) return;
    self->paused_ = false;
    self->read();
  });
}

void Exchange::cancel() { fail(HttpErrorKind::cancelled, "The request was cancelled."); }

void Exchange::begin() {
  if (finished_) return;
  if (request_.cancel) {
    cancel_registration_ = request_.cancel->on_cancel([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->cancel_soon();
    });
  }
  if (request_.limits.timeout) {
    timer_.expires_at(deadline_);
    timer_.async_wait([self = shared_from_this()](const error_code& code) {
      if (code) return;
      self->fail(HttpErrorKind::timeout,
                 "The request took longer than " +
                     std::to_string(self->request_.limits.timeout->count()) + " ms.");
    });
  }
  if (auto checked = check_request(request_); !checked) return finish(std::move(checked));
  auto url = Url::parse(request_.url);
  if (!url) return finish(std::move(url).error());
  url_ = std::move(*url);
  hop();
}

void Exchange::hop() {
  const HttpClientOptions& options = around_->options;
  if (!options.rules.allows(url_)) {
    log("No rule allows " + url_.origin());
    return fail(HttpErrorKind::refused_by_rules,
                redirects_ == 0 ? url_.origin() + " is not among the hosts that may be reached."
                                : "The server redirects to a host that may not be reached.");
  }
  if (url_.host.address && !options.rules.allows_address(url_, *url_.host.address)) {
    log("The address " + url_.host.name + " is not public and not listed");
    return fail(HttpErrorKind::refused_address,
                "The address " + url_.host.text() + " is not public and is not listed.");
  }
  Connection::Route route{.url = url_, .proxy = around_->proxy};
  if (!route.proxy && options.proxy_from_environment) {
    auto proxy = environment_proxy(url_);
    if (!proxy) {
      log(proxy.error().message);
      return fail(HttpErrorKind::connect, "The proxy that the environment names is none.");
    }
    route.proxy = std::move(*proxy);
  }
  if (url_.https) {
    auto tls = around_->tls();
    if (!tls) return finish(std::move(tls).error());
    route.tls = std::move(*tls);
  }
  route.judge = [around = around_, url = url_](const Address& address) {
    return around->options.rules.allows_address(url, address);
  };
  route.resolver = options.resolver;
  route.timeout = request_.limits.connect_timeout;
  route.log = [around = around_](const std::string& text) { call(around->options.log, text); };
  connection_ = std::make_shared<Connection>(io_, std::move(route));
  connection_->open([this, self = shared_from_this()](Status status) {
    if (finished_) return;
    if (!status) return finish(std::move(status));
    send();
  });
}

void Exchange::send() {
  got_bytes_ = false;
  sent_bytes_ = 0;
  parser_ = std::make_unique<ResponseParser>(
      ResponseParser::Options{.without_body = request_.method == "HEAD",
                              .max_header_bytes = request_.limits.max_header_bytes,
                              .max_encoded_bytes = request_.limits.max_encoded_bytes},
      ResponseParser::Sink{
          .on_head = [this](HttpResponseHead head) { return take_head(std::move(head)); },
          .on_body =
              [this](std::string_view piece) {
                if (redirect_head_ || finished_) return done();
                return decoder_ ? decoder_->feed(piece) : take_body(piece);
              }});
  std::string bytes = request_head(request_, url_, around_->options.user_agent);
  if (const auto* body = std::get_if<std::string>(&request_.body)) bytes += *body;
  connection_->write(std::move(bytes),
                     [this, self = shared_from_this(), on = connection_](bool written) {
                       // If it was not, reading tells why: the server may have answered early.
                       if (written && !finished_ && on == connection_) send_stream();
                     });
  read();
}

void Exchange::send_stream() {
  const auto* stream = std::get_if<HttpBodyStream>(&request_.body);
  if (stream == nullptr) return;
  call(stream->next, [weak = weak_from_this(), io = std::weak_ptr(io_), on = connection_,
                      generation = generation_](HttpBodyStream::Piece piece) {
    const auto queue = io.lock();
    if (queue == nullptr || generation != fork_generation()) return;
    asio::post(*queue, [weak, on, piece = std::move(piece)]() mutable {
      const auto self = weak.lock();
      if (self && !self->finished_ && on == self->connection_) self->send_piece(std::move(piece));
    });
  });
}

void Exchange::send_piece(HttpBodyStream::Piece piece) {
  if (!piece) {
    Error error = std::move(piece).error();
    error.code = to_string(HttpErrorKind::invalid_request);
    return finish(std::move(error));
  }
  const auto& stream = std::get<HttpBodyStream>(request_.body);
  const bool chunked = is_chunked(request_.body);
  const auto next = [this, self = shared_from_this(), on = connection_](bool written) {
    if (written && !finished_ && on == connection_) send_stream();
  };
  if (!*piece) {
    if (stream.length && sent_bytes_ != *stream.length) {
      return fail(HttpErrorKind::invalid_request,
                  "The body's stream gave fewer bytes than it said.");
    }
    if (chunked) connection_->write(std::string(last_chunk), [self = shared_from_this()](bool) {});
    return;
  }
  if ((*piece)->empty()) return next(true);
  sent_bytes_ += (*piece)->size();
  if (stream.length && sent_bytes_ > *stream.length) {
    return fail(HttpErrorKind::invalid_request, "The body's stream gave more bytes than it said.");
  }
  if (sent_bytes_ > request_.limits.max_request_bytes) {
    return fail(HttpErrorKind::too_large, "The request is larger than the limit of " +
                                              std::to_string(request_.limits.max_request_bytes) +
                                              " bytes.");
  }
  connection_->write(chunked ? chunk(**piece) : std::move(**piece), next);
}

void Exchange::read() {
  if (reading_ || paused_ || finished_) return;
  reading_ = true;
  if (request_.limits.idle_timeout) {
    idle_timer_.expires_after(
        std::min<std::chrono::milliseconds>(*request_.limits.idle_timeout, max_time));
    idle_timer_.async_wait([self = shared_from_this()](const error_code& code) {
      if (code || !self->reading_) return;
      self->fail(HttpErrorKind::timeout,
                 "The server sent nothing for " +
                     std::to_string(self->request_.limits.idle_timeout->count()) + " ms.");
    });
  }
  connection_->read([this, self = shared_from_this(), on = connection_](auto piece) {
    if (finished_ || on != connection_) return;
    reading_ = false;
    idle_timer_.cancel();
    take(std::move(piece));
  });
}

void Exchange::take(Result<std::string_view> piece) {
  if (!piece) return finish(std::move(piece).error());
  const bool end = piece->empty();
  if (end && !got_bytes_) {
    return fail(HttpErrorKind::connect,
                url_.host.text() + " closed the connection without an answer.");
  }
  got_bytes_ = true;
  auto fed = end ? parser_->finish() : parser_->feed(*piece);
  if (finished_) return;
  if (redirect_head_) return redirect();
  if (!fed) return finish(std::move(fed));
  if (!parser_->done()) return read();
  finish(decoder_ ? decoder_->finish() : done());
}

Status Exchange::take_head(HttpResponseHead head) {
  head.url = url_.text();
  head.redirects = redirects_;
  if (is_redirect(head)) {
    if (request_.redirects == Redirects::refuse) {
      return http_error(HttpErrorKind::redirects,
                        "The server redirects, which the request does not allow.");
    }
    if (request_.redirects == Redirects::follow) {
      redirect_head_ = std::move(head);
      return done();
    }
  }
  if (request_.decode) {
    auto decoder =
        ContentDecoder::for_headers(head.headers, request_.limits.max_body_bytes + room_of_frames,
                                    [this](std::string_view piece) { return take_body(piece); });
    if (!decoder) return std::move(decoder).error();
    decoder_ = std::move(*decoder);
    head.decoded = decoder_ != nullptr;
  }
  call(handlers_.on_head, head);
  return done();
}

Status Exchange::take_body(std::string_view piece) {
  // A callback may have cancelled.
  if (finished_) return http_error(HttpErrorKind::cancelled, "The request was cancelled.");
  const HttpLimits& limits = request_.limits;
  body_bytes_ += piece.size();
  if (body_bytes_ > limits.max_body_bytes) {
    return http_error(HttpErrorKind::too_large, "The server's answer is larger than the limit of " +
                                                    std::to_string(limits.max_body_bytes) +
                                                    " bytes.");
  }
  if (decoder_ && body_bytes_ > ratio_counts_from &&
      body_bytes_ / limits.max_ratio > parser_->encoded_bytes()) {
    return http_error(HttpErrorKind::too_large, "The server's answer decodes to more than " +
                                                    std::to_string(limits.max_ratio) +
                                                    " times its size.");
  }
  if (!handlers_.on_body) return done();
  try {
    if (handlers_.on_body(piece) == BodyFlow::pause) paused_ = true;
  } catch (...) {
  }
  return done();
}

void Exchange::redirect() {
  const HttpResponseHead head = *std::exchange(redirect_head_, std::nullopt);
  if (++redirects_ > request_.limits.max_redirects) {
    return fail(HttpErrorKind::redirects, "The server redirects more than " +
                                              std::to_string(request_.limits.max_redirects) +
                                              " times.");
  }
  auto target = redirect_target(head, url_);
  if (!target) {
    log("Redirect of " + url_.origin() + " is not followed: " + target.error().message);
    return finish(std::move(target).error());
  }
  if (url_.https && !target->https && !around_->options.rules.allows_downgrade(*target)) {
    log("Redirect from " + url_.origin() + " to " + target->origin() + " is not secure");
    return fail(
        HttpErrorKind::redirects,
        "The server redirects from https to http, which no rule that names http:// allows.");
  }
  if (auto changed = redirect_request(request_, head.status, url_, *target); !changed) {
    return finish(std::move(changed));
  }
  connection_->close();
  parser_.reset();
  url_ = std::move(*target);
  hop();
}

void Exchange::fail(HttpErrorKind kind, std::string message) {
  finish(http_error(kind, std::move(message)));
}

void Exchange::finish(Status status) {
  if (finished_) return;
  finished_ = true;
  if (!status && redirects_ > 0 && kind_of(status.error()) == HttpErrorKind::refused_address) {
    // Where it led is not told.
    status = http_error(HttpErrorKind::refused_address,
                        "The server redirects to an address that may not be reached.");
  }
  const auto self = shared_from_this();
  cancel_registration_ = {};
  timer_.cancel();
  idle_timer_.cancel();
  if (connection_) connection_->close();
  if (!status)
    log(std::string(request_.method)
            .append(" ")
            .append(url_.origin())
            .append(": ")
            .append(status.error().message));
  const HttpHandlers handlers = std::exchange(handlers_, {});
  call(handlers.on_done, std::move(status));
  const auto ended = std::exchange(ended_, nullptr);
  ended();
}

void Exchange::log(const std::string& text) const { call(around_->options.log, text); }

}  // namespace modebox::net
