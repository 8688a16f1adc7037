// The tools of one server: listed when somebody asks, and kept until the server says that they have
// changed. Used on the loop's thread, but for kept().
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "src/bridge/connection.h"
#include "src/bridge/downstream.h"
#include "src/bridge/tool_page.h"

namespace modebox::bridge {

class Listing {
 public:
  using Tools = std::shared_ptr<const RemoteTools>;

  /// The others must outlive it.
  Listing(Loop& loop, Connection& connection, const DownstreamOptions& options);

  /// Those that were listed, if nothing has changed since; else null. From any thread.
  Tools kept() const;
  /// Those that were listed last, whatever has changed; may be null.
  const Tools& last() const { return last_; }
  void list(Downstream::Listed listed);
  /// What is kept is not to be used any more; nobody is told.
  void expire();
  /// There is no connection any more.
  void lost();
  void notified(const mcp::Message& message);
  /// Who waits fails.
  void close(const Loss& why);

 private:
  struct Run;

  void begin();
  void subscribe(std::function<void()> then);
  void subscribed();
  void ask(const std::shared_ptr<Run>& run, std::optional<Value> cursor);
  void answered(const std::shared_ptr<Run>& run, Answer answer);
  void finish(Result<Tools> outcome);
  void complete(Run& run);
  void changed();

  Loop& loop_;
  Connection& connection_;
  const DownstreamOptions& options_;
  const Failures failures_;

  mutable std::mutex mutex_;
  /// Null if something has changed.
  Tools kept_;
  std::chrono::steady_clock::time_point kept_until_;

  Tools last_;
  std::vector<Downstream::Listed> waiting_;
  /// The one under way.
  std::shared_ptr<Run> run_;
  /// Of a modern server: the request that it answers with changes.
  RequestId subscription_ = 0;
  bool subscription_refused_ = false;
  std::function<void()> on_subscribed_;
  Loop::Timer subscription_timer_ = 0;
};

}  // namespace modebox::bridge
