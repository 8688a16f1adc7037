// Finds out which era a server is of, and agrees on a version with it: by `server/discover`, and
// where that is not known, by `initialize` on the same connection.
// https://modelcontextprotocol.io/specification/2026-07-28/basic/lifecycle
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "modebox/value.h"
#include "src/bridge/peer.h"
#include "src/mcp/protocol.h"

namespace modebox::bridge {

/// What a server says about itself. A value type.
struct Greeting {
  mcp::Era era = mcp::Era::legacy;
  std::string version;
  std::string server_name;
  std::string server_version;
  /// It says when its tools change.
  bool tools_change = false;
};

/// Why there is no agreement. A value type.
struct NoGreeting {
  Loss loss;
  /// It did not answer in time.
  bool too_late = false;
  /// The connection was lost.
  bool ended = false;
};

using Greeted = std::function<void(std::variant<Greeting, NoGreeting>)>;

/// Calls `greeted` once, on the loop's thread, unless the peer is closed before. `known` is the era
/// that the server was of the last time. `time` is for all of it.
void shake_hands(Loop& loop, const std::shared_ptr<Peer>& peer, std::optional<mcp::Era> known,
                 std::chrono::milliseconds time, Greeted greeted);

/// What this client says about itself, for `_meta` of modern requests.
Value client_meta();

}  // namespace modebox::bridge
