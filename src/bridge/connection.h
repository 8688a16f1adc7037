// The connection to one server: made when it is used, and again after it was lost. Used on the
// loop's thread only.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "src/bridge/downstream.h"
#include "src/bridge/failures.h"
#include "src/bridge/handshake.h"
#include "src/bridge/loop.h"
#include "src/bridge/peer.h"

namespace modebox::bridge {

struct ConnectionEvents {
  std::function<void(const mcp::Message& message)> notified;
  std::function<void(const mcp::Message& message, RequestId within)> asked;
  /// It was connected, and is not any more; after its requests were answered as lost.
  std::function<void()> lost;
};

struct ConnectionOptions {
  /// A new one each time.
  std::function<std::shared_ptr<Transport>()> make_transport;
  /// The server is a program of ours: one that an unknown request ends is started again.
  bool starts_program = false;
  std::chrono::milliseconds start_timeout{30'000};
};

class Connection {
 public:
  using Used = std::function<void(const std::optional<CallFailure>& failure)>;

  /// `loop` must outlive it.
  Connection(Loop& loop, Failures failures, ConnectionOptions options, ConnectionEvents events);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Connects if need be. `used` is called once, maybe at once; without a failure, the connection
  /// is there during the call.
  void use(Used used);
  bool is_open() const { return greeting_.has_value(); }
  /// Only while it is open.
  Peer& peer() const { return *peer_; }
  const Greeting& greeting() const { return *greeting_; }
  /// What was odd since it was connected.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Ends it; the next use connects anew. Requests are answered as lost, and who waits for a
  /// connection fails.
  void close(const Loss& why);

 private:
  void connect();
  void greeted(std::uint64_t attempt, std::variant<Greeting, NoGreeting> outcome);
  void closed(const Loss& loss);
  void fail(const CallFailure& failure);
  void drop_peer(const Loss& why);
  std::chrono::milliseconds time_left() const;

  Loop& loop_;
  const Failures failures_;
  const ConnectionOptions options_;
  const ConnectionEvents events_;
  std::shared_ptr<Peer> peer_;
  std::optional<Greeting> greeting_;
  std::optional<mcp::Era> known_era_;
  std::vector<Used> waiting_;
  std::vector<std::string> notes_;
  /// Tells what an earlier attempt still says from what this one does.
  std::uint64_t attempt_ = 0;
  std::chrono::steady_clock::time_point began_;
  bool started_again_ = false;
  /// What may be at work further up on the stack.
  std::shared_ptr<std::vector<std::shared_ptr<Peer>>> dropped_;
};

}  // namespace modebox::bridge
