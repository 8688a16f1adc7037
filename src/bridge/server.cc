#include "src/bridge/server.h"

#include <algorithm>
#include <utility>

namespace modebox::bridge {
namespace {

bool is_same(const RemoteTool& a, const RemoteTool& b) {
  return a.name == b.name && a.description == b.description && a.read_only == b.read_only &&
         a.input_schema == b.input_schema && a.output_schema == b.output_schema;
}

/// Servers that were started again, and many that say that their tools have changed, have the same.
bool is_same(const RemoteTools& a, const RemoteTools& b) {
  return a.protocol_version == b.protocol_version && a.server_name == b.server_name &&
         a.server_version == b.server_version && a.notes == b.notes &&
         std::equal(a.tools.begin(), a.tools.end(), b.tools.begin(), b.tools.end(),
                    [](const RemoteTool& x, const RemoteTool& y) { return is_same(x, y); });
}

}  // namespace

Server::Server(std::shared_ptr<Link> link, bool approve_destructive,
               std::shared_ptr<std::atomic<std::uint64_t>> changes)
    : link_(std::move(link)),
      approve_destructive_(approve_destructive),
      changes_(std::move(changes)) {}

ServerState Server::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void Server::list(std::function<void()> done) {
  const std::shared_ptr<Downstream> downstream = link_->downstream();
  if (downstream == nullptr) {
    listed(Error{"The MCP server " + link_->server() + " has been ended."});
    return done();
  }
  downstream->list([self = shared_from_this(), done = std::move(done)](
                       const Result<std::shared_ptr<const RemoteTools>>& outcome) {
    self->listed(outcome);
    done();
  });
}

void Server::close() { link_->close(); }

void Server::listed(const Result<std::shared_ptr<const RemoteTools>>& outcome) {
  // Held while the tools are made: of several that wait for the same, the first makes it.
  const std::lock_guard lock(mutex_);
  if (!outcome) {
    if (state_.problem == outcome.error().message) return;
    state_ = {nullptr, nullptr, outcome.error().message};
    listed_last_.reset();
  } else {
    if (listed_last_ == *outcome) return;
    listed_last_ = *outcome;
    if (state_.remote != nullptr && is_same(*state_.remote, **outcome)) return;
    BridgeTools made = make_bridge_tools(link_, **outcome, approve_destructive_);
    state_ = {*outcome, std::make_shared<const BridgeTools>(std::move(made)), {}};
  }
  ++*changes_;
}

}  // namespace modebox::bridge
