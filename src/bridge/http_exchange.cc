#include "src/bridge/http_exchange.h"

#include <utility>

namespace modebox::bridge {
namespace {

/// A server that sends faster than its messages are read waits.
constexpr std::size_t max_waiting = std::size_t{1} << 20;

}  // namespace

std::shared_ptr<LoopedExchange> LoopedExchange::start(const net::HttpClient& client,
                                                      const std::shared_ptr<Loop>& loop,
                                                      net::HttpRequest request, HttpTaker taker) {
  std::shared_ptr<LoopedExchange> exchange(new LoopedExchange(loop, std::move(taker)));
  // What the network's thread calls holds the exchange until it is done.
  net::HttpHandlers handlers;
  handlers.on_head = [exchange](const net::HttpResponseHead& head) {
    exchange->loop_->post([exchange, head] {
      if (!exchange->dropped_) exchange->taker_.head(head);
    });
  };
  handlers.on_body = [exchange](std::string_view piece) {
    const std::size_t waiting = exchange->waiting_.fetch_add(piece.size()) + piece.size();
    const bool pause = waiting > max_waiting;
    if (pause) exchange->paused_ = true;
    exchange->loop_->post([exchange, text = std::string(piece)] { exchange->take(text); });
    return pause ? net::BodyFlow::pause : net::BodyFlow::go_on;
  };
  handlers.on_done = [exchange](const Status& status) {
    exchange->loop_->post([exchange, status] {
      if (exchange->dropped_) return;
      const HttpTaker last = std::exchange(exchange->taker_, {});
      exchange->dropped_ = true;
      last.done(status);
    });
  };
  exchange->exchange_ = client.stream(std::move(request), std::move(handlers));
  return exchange;
}

void LoopedExchange::take(const std::string& piece) {
  waiting_ -= piece.size();
  if (!dropped_) taker_.piece(piece);
  if (waiting_ <= max_waiting / 2 && paused_.exchange(false)) exchange_.resume();
}

void LoopedExchange::drop() {
  if (dropped_) return;
  dropped_ = true;
  exchange_.cancel();
  // It may be at work further up on the stack; and what it holds may hold this.
  loop_->post([self = shared_from_this()] { self->taker_ = {}; });
}

}  // namespace modebox::bridge
