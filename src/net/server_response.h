// The answer to one request, between whoever gives it, on any thread, and the connection that
// sends it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "src/net/http_server.h"

namespace modebox::net {

class ServerResponse {
 public:
  /// What the request says of its answer.
  struct Terms {
    std::string method;
    bool http11 = true;
    bool keep_alive = true;
    std::size_t max_queued_bytes = 0;
  };
  /// `wake` is called, from any thread, when there is something to take; not again until it has
  /// been taken, and not before the first time that somebody takes.
  ServerResponse(Terms terms, std::function<void()> wake);

  // For HttpResponder, which says what they do.
  void respond(int status, const HttpHeaders& headers, std::string_view body);
  void start_stream(int status, const HttpHeaders& headers,
                    std::optional<HttpKeepAlive> keep_alive);
  bool write(std::string_view piece);
  void end();
  void on_disconnect(std::function<void()> function);
  /// Nobody will say anything more.
  void abandon();

  // For the connection, on the network's thread.
  struct Output {
    std::string bytes;
    /// The answer's end is among them, or was before.
    bool over = false;
    /// The connection ends with the answer.
    bool close = false;
    /// It ends now, without.
    bool cut = false;
    /// A stream has begun.
    std::optional<HttpKeepAlive> keep_alive;
  };
  Output take();
  /// Of what was taken, so much has gone.
  void sent(std::size_t bytes);
  /// Begun and not at its end.
  bool is_streaming() const;
  /// Of a client that has closed its sending side: sends it something that it does not mind, which
  /// one that is gone answers with a reset. False if there is nothing of that kind.
  bool ask();
  /// Such a client, which can not be asked, counts as gone, but may wait for the answer.
  void hang_up();
  /// The connection is gone.
  void lose();
  /// The server closes.
  void close_down();

 private:
  enum class Phase { waiting, streaming, over };
  using Lock = std::unique_lock<std::mutex>;

  bool is_foreign() const;
  std::string own(int status, std::string_view text, bool close) const;
  void put(Lock& lock, std::string bytes);
  void finish(Lock& lock, std::string bytes);
  void cut(Lock& lock);
  void wake(Lock& lock);

  const Terms terms_;
  const std::function<void()> wake_;
  const std::uint64_t generation_;

  mutable std::mutex mutex_;
  Phase phase_ = Phase::waiting;
  std::string output_;
  /// Taken, and not gone yet.
  std::size_t in_flight_ = 0;
  std::optional<HttpKeepAlive> keep_alive_;
  std::string keep_alive_text_;
  bool close_ = false;
  bool cut_ = false;
  bool woken_ = true;
  bool disconnected_ = false;
  /// There until the answer's end.
  std::function<void()> on_disconnect_;
};

}  // namespace modebox::net
