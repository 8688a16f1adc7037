// One server of a bridge: what is known of it now.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "src/bridge/bridge_tool.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge {

/// What came of the last time that its tools were asked for; all empty before the first.
struct ServerState {
  std::shared_ptr<const RemoteTools> remote;
  /// Made of `remote`.
  std::shared_ptr<const BridgeTools> made;
  /// Why there are none.
  std::string problem;
};

/// Thread-safe. Kept alive by whoever waits for it.
class Server : public std::enable_shared_from_this<Server> {
 public:
  /// `changes` is counted up before a new state can be seen.
  Server(std::shared_ptr<Link> link, bool approve_destructive,
         std::shared_ptr<std::atomic<std::uint64_t>> changes);

  const Link& link() const { return *link_; }
  ServerState state() const;
  /// Asks for its tools, and starts it if need be. `done` is called once, maybe at once, when
  /// `state` says what came of it.
  void list(std::function<void()> done);
  void close();

 private:
  void listed(const Result<std::shared_ptr<const RemoteTools>>& outcome);

  const std::shared_ptr<Link> link_;
  const bool approve_destructive_;
  const std::shared_ptr<std::atomic<std::uint64_t>> changes_;
  mutable std::mutex mutex_;
  ServerState state_;
  /// What `state_.remote` is, or has the same as.
  std::shared_ptr<const RemoteTools> listed_last_;
};

}  // namespace modebox::bridge
