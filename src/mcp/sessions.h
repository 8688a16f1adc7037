// Named sessions: what one script of a client leaves in globals, its next one finds.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "modebox/engine.h"
#include "modebox/session.h"

namespace modebox::mcp {

struct SessionOptions {
  /// A session that is not used for so long is gone.
  std::chrono::milliseconds idle = std::chrono::minutes(30);
  /// For all clients together, and for each.
  std::size_t max_count = 1'000;
  std::size_t max_per_scope = 32;
};

/// Thread-safe. A session belongs to the scope of the sender who opened it; no other finds it.
class Sessions {
 public:
  using Open = std::function<Result<Session>()>;

  explicit Sessions(SessionOptions options) : options_(options) {}

  /// The session of that name, opened if it is not there.
  Result<std::shared_ptr<Session>> find(const std::string& scope, const std::string& name,
                                        const Open& open);
  void remove(const std::string& scope, const std::string& name);
  void clear();

 private:
  using Key = std::pair<std::string, std::string>;
  struct Kept {
    std::shared_ptr<Session> session;
    std::chrono::steady_clock::time_point used;
  };

  /// Forgets those that idled for too long. Under the lock.
  void sweep();

  const SessionOptions options_;
  std::mutex mutex_;
  std::map<Key, Kept> sessions_;
};

}  // namespace modebox::mcp
