// Other MCP servers as functions of scripts: every tool of a server is a function under the
// server's name.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "modebox/result.h"
#include "modebox/toolbox.h"
#include "src/bridge/downstream.h"
#include "src/mcp/tool_source.h"

namespace modebox::bridge {

struct BridgeOptions {
  std::vector<DownstreamOptions> servers;
  /// Every tool that its server does not call read-only needs consent.
  bool approve_destructive = false;
  /// For tests.
  std::function<std::shared_ptr<Downstream>(DownstreamOptions)> make_downstream =
      Downstream::create;
};

/// What is known of one server, for people.
struct ServerReport {
  std::string name;
  /// Its namespace in scripts.
  std::string group;
  /// Null if it could not be reached; then `problem` says why.
  std::shared_ptr<const RemoteTools> tools;
  std::string problem;
  /// What of its tools is not as it should be, one sentence each.
  std::vector<std::string> notes;
};

/// A ToolSource of some tools of the host's own and those of all servers. A server is started when
/// a script's text has its name, or when all are asked for; one that can not be reached is missing,
/// the rest is not affected. Thread-safe. Tools may outlive it, and work until it is closed.
class Bridge : public mcp::ToolSource {
 public:
  /// A server's group is its name as an identifier (tool_names.h), one that `own` does not have.
  /// Fails if two servers have the same name. Starts nothing.
  static Result<std::shared_ptr<Bridge>> create(const Toolbox& own, BridgeOptions options);

  /// The namespaces of the servers, in their order; known without connecting.
  virtual std::vector<std::string> groups() const = 0;
  /// Connects to all servers and tells what came of it, in the order of the options.
  virtual void report(std::function<void(std::vector<ServerReport>)> done) = 0;
  /// Ends all servers. Calls that are under way fail.
  virtual void close() = 0;
};

}  // namespace modebox::bridge
