// A tool of a server as a tool of scripts.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "modebox/tool.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge {

/// The way to a server, shared by its tools. Thread-safe.
class Link {
 public:
  Link(std::string server, std::string group, std::shared_ptr<Downstream> downstream);

  const std::string& server() const { return server_; }
  const std::string& group() const { return group_; }
  /// Null once it is closed.
  std::shared_ptr<Downstream> downstream() const;
  /// Ends the server; it is not started again.
  void close();

 private:
  const std::string server_;
  const std::string group_;
  mutable std::mutex mutex_;
  std::shared_ptr<Downstream> downstream_;
};

/// Immutable.
struct BridgeTools {
  std::vector<Tool> tools;
  /// What was left out, and why; one sentence each.
  std::vector<std::string> notes;
};

/// The tools of a server. Their names are distinct, their schemas such that Toolbox::add takes
/// them: one that is malformed is left out, with a note, and the tool takes anything. Tools need
/// consent if `approve_destructive`, unless the server calls them read-only. What a server asks its
/// user becomes an Interrupt (src/mcp/elicitation.h); `true` and `false` are answers to it, too.
BridgeTools make_bridge_tools(const std::shared_ptr<Link>& link, const RemoteTools& remote,
                              bool approve_destructive);

}  // namespace modebox::bridge
