#include "src/bridge/bridge.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "src/bridge/mentions.h"
#include "src/bridge/server.h"
#include "src/bridge/tool_names.h"

namespace modebox::bridge {
namespace {

using mcp::Tools;

std::string first_part(std::string_view name) {
  return std::string(name.substr(0, name.find('.')));
}

/// By servers' names.
Identifiers groups_of(const Toolbox& own, const std::vector<DownstreamOptions>& servers) {
  std::set<std::string, std::less<>> taken;
  for (const Tool& tool : own.tools()) taken.insert(first_part(tool.name()));
  std::vector<std::string> names;
  names.reserve(servers.size());
  for (const DownstreamOptions& server : servers) names.push_back(server.name);
  return distinct_identifiers(names, Place::global, taken);
}

class ServersBridge final : public Bridge, public std::enable_shared_from_this<ServersBridge> {
 public:
  ServersBridge(const Toolbox& own, std::vector<std::shared_ptr<Server>> servers,
                std::shared_ptr<std::atomic<std::uint64_t>> changes)
      : own_(own),
        servers_(std::move(servers)),
        changes_(std::move(changes)),
        mentions_(group_names()) {}

  void for_script(std::string_view source, Ready ready) override {
    list(mentions_.in(source), std::move(ready));
  }

  void for_resume(const std::vector<std::string>& names, Ready ready) override {
    std::set<std::string> groups;
    for (const std::string& name : names) groups.insert(first_part(name));
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
      if (groups.contains(servers_[i]->link().group())) owners.push_back(i);
    }
    list(owners, [names, ready = std::move(ready)](std::shared_ptr<const Tools> tools) {
      ready(mcp::only_named(std::move(tools), names));
    });
  }

  std::vector<std::string> groups() const override { return group_names(); }

  void all(Ready ready) override { list(all_servers(), std::move(ready)); }

  void report(std::function<void(std::vector<ServerReport>)> done) override {
    all([self = shared_from_this(), done = std::move(done)](const std::shared_ptr<const Tools>&) {
      std::vector<ServerReport> reports;
      for (const auto& server : self->servers_) {
        ServerState state = server->state();
        ServerReport report{server->link().server(),
                            server->link().group(),
                            state.remote,
                            std::move(state.problem),
                            {}};
        if (state.remote != nullptr) {
          report.notes = state.remote->notes;
          const std::vector<std::string>& more = state.made->notes;
          report.notes.insert(report.notes.end(), more.begin(), more.end());
        }
        reports.push_back(std::move(report));
      }
      done(std::move(reports));
    });
  }

  void close() override {
    for (const auto& server : servers_) server->close();
  }

 private:
  std::vector<std::string> group_names() const {
    std::vector<std::string> names;
    for (const auto& server : servers_) names.push_back(server->link().group());
    return names;
  }

  std::vector<std::size_t> all_servers() const {
    std::vector<std::size_t> numbers(servers_.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
  }

  /// Asks these servers, all at the same time, and then gives what there is.
  void list(const std::vector<std::size_t>& numbers, Ready ready) {
    if (numbers.empty()) return ready(snapshot());
    struct Round {
      std::atomic<std::size_t> left;
      Ready ready;
    };
    auto round = std::make_shared<Round>();
    round->left = numbers.size();
    round->ready = std::move(ready);
    for (const std::size_t number : numbers) {
      servers_[number]->list([self = shared_from_this(), round] {
        if (--round->left == 0) round->ready(self->snapshot());
      });
    }
  }

  /// What is known of all servers now; the same as long as nothing changed.
  std::shared_ptr<const Tools> snapshot() {
    const std::lock_guard lock(mutex_);
    const std::uint64_t changes = *changes_;
    if (snapshot_ != nullptr && made_of_ == changes) return snapshot_;
    auto tools = std::make_shared<Tools>();
    tools->toolbox = own_;
    for (const auto& server : servers_) {
      const ServerState state = server->state();
      if (!state.problem.empty()) tools->missing[server->link().group()] = state.problem;
      if (state.made == nullptr) continue;
      // Groups are distinct, and tools within them, and their schemas were read: all fit.
      for (const Tool& tool : state.made->tools) (void)tools->toolbox.add(tool);
    }
    snapshot_ = std::move(tools);
    made_of_ = changes;
    return snapshot_;
  }

  const Toolbox own_;
  const std::vector<std::shared_ptr<Server>> servers_;
  /// Counts what servers have said anew.
  const std::shared_ptr<std::atomic<std::uint64_t>> changes_;
  const Mentions mentions_;
  std::mutex mutex_;
  std::shared_ptr<const Tools> snapshot_;
  std::uint64_t made_of_ = 0;
};

}  // namespace

Result<std::shared_ptr<Bridge>> Bridge::create(const Toolbox& own, BridgeOptions options) {
  const Identifiers groups = groups_of(own, options.servers);
  if (groups.size() < options.servers.size()) {
    return Error{"Two MCP servers have the same name: each needs one of its own."};
  }
  std::vector<std::shared_ptr<Server>> servers;
  auto changes = std::make_shared<std::atomic<std::uint64_t>>(0);
  for (DownstreamOptions& server : options.servers) {
    const std::string name = server.name;
    auto link = std::make_shared<Link>(name, groups.find(name)->second,
                                       options.make_downstream(std::move(server)));
    servers.push_back(
        std::make_shared<Server>(std::move(link), options.approve_destructive, changes));
  }
  return std::shared_ptr<Bridge>(
      std::make_shared<ServersBridge>(own, std::move(servers), std::move(changes)));
}

}  // namespace modebox::bridge
