// One request to an HTTP server whose answer is taken on a loop's thread, piece by piece.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "src/bridge/loop.h"
#include "src/net/http_client.h"

namespace modebox::bridge {

/// On the loop's thread; `done` comes last, once.
struct HttpTaker {
  std::function<void(const net::HttpResponseHead& head)> head;
  std::function<void(std::string_view piece)> piece;
  std::function<void(const Status& status)> done;
};

/// Used on the loop's thread only.
class LoopedExchange : public std::enable_shared_from_this<LoopedExchange> {
 public:
  static std::shared_ptr<LoopedExchange> start(const net::HttpClient& client,
                                               const std::shared_ptr<Loop>& loop,
                                               net::HttpRequest request, HttpTaker taker);
  /// Ends it; nothing is called any more.
  void drop();

 private:
  LoopedExchange(const std::shared_ptr<Loop>& loop, HttpTaker taker)
      : loop_(loop), taker_(std::move(taker)) {}
  void take(const std::string& piece);

  const std::shared_ptr<Loop> loop_;
  HttpTaker taker_;
  net::HttpExchange exchange_;
  bool dropped_ = false;
  /// Bytes that the network's thread has handed over and the loop's has not taken yet.
  std::atomic<std::size_t> waiting_{0};
  std::atomic<bool> paused_{false};
};

}  // namespace modebox::bridge
