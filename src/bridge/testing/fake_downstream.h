// A server of an MCP bridge in memory: a test says what it has and what it answers, and sees what
// it was asked.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modebox/json.h"
#include "src/bridge/bridge.h"
#include "src/bridge/downstream.h"

namespace modebox::bridge::testing {

inline Value json(std::string_view text) { return from_json(text).value(); }

inline RemoteTool remote_tool(std::string name, std::string_view input_schema = "",
                              std::string_view output_schema = "") {
  RemoteTool tool;
  tool.name = std::move(name);
  if (!input_schema.empty()) tool.input_schema = json(input_schema);
  if (!output_schema.empty()) tool.output_schema = json(output_schema);
  return tool;
}

class FakeDownstream final : public Downstream {
 public:
  struct Call {
    /// Empty: one that went on.
    std::string tool;
    Value arguments;
    Value handle;
    Value responses;
    Cancel cancel;
  };
  using Answer = std::function<CallEnd(const Call&)>;

  /// From now on; also after a failure.
  void has(std::vector<RemoteTool> tools) {
    const std::lock_guard lock(mutex_);
    auto listed = std::make_shared<RemoteTools>();
    listed->tools = std::move(tools);
    tools_ = std::move(listed);
  }
  void fails(std::string why) {
    const std::lock_guard lock(mutex_);
    tools_.reset();
    problem_ = std::move(why);
  }
  /// Calls are answered so; without it they stay open.
  void answers(Answer answer) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
  }
  /// Does not answer `list` until `release`.
  void hold() {
    const std::lock_guard lock(mutex_);
    holds_ = true;
  }
  void release() {
    std::vector<Listed> waiting;
    {
      const std::lock_guard lock(mutex_);
      holds_ = false;
      waiting.swap(waiting_);
    }
    for (const Listed& listed : waiting) list(listed);
  }
  std::vector<Call> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  int lists() const {
    const std::lock_guard lock(mutex_);
    return lists_;
  }
  int stops() const {
    const std::lock_guard lock(mutex_);
    return stops_;
  }

  void list(Listed listed) override {
    std::shared_ptr<const RemoteTools> tools;
    std::string problem;
    {
      const std::lock_guard lock(mutex_);
      if (holds_) return waiting_.push_back(std::move(listed));
      ++lists_;
      tools = tools_;
      problem = problem_;
    }
    if (tools != nullptr) return listed(std::move(tools));
    listed(Error{problem, "E_MCP_START"});
  }
  void call(const std::string& tool, const Value& arguments, const Cancel& cancel,
            Ended ended) override {
    answer({tool, arguments, {}, {}, cancel}, std::move(ended));
  }
  void go_on(const Value& handle, const Value& responses, const Cancel& cancel,
             Ended ended) override {
    answer({"", {}, handle, responses, cancel}, std::move(ended));
  }
  void stop() override {
    const std::lock_guard lock(mutex_);
    ++stops_;
  }

 private:
  void answer(Call call, Ended ended) {
    Answer answer;
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(call);
      answer = answer_;
      if (answer == nullptr) open_.push_back(std::move(ended));
    }
    if (answer != nullptr) ended(answer(call));
  }

  mutable std::mutex mutex_;
  std::shared_ptr<const RemoteTools> tools_ = std::make_shared<RemoteTools>();
  std::string problem_;
  Answer answer_;
  bool holds_ = false;
  std::vector<Listed> waiting_;
  std::vector<Ended> open_;
  std::vector<Call> calls_;
  int lists_ = 0;
  int stops_ = 0;
};

/// A bridge over such servers, by their names.
class FakeServers {
 public:
  FakeDownstream& operator[](const std::string& name) { return *make(name); }

  std::shared_ptr<Bridge> bridge(const std::vector<std::string>& names, const Toolbox& own = {},
                                 bool approve_destructive = false) {
    BridgeOptions options;
    for (const std::string& name : names) options.servers.push_back({name, HttpServer{}});
    options.approve_destructive = approve_destructive;
    options.make_downstream = [this](const DownstreamOptions& server) { return make(server.name); };
    return Bridge::create(own, std::move(options)).value();
  }

 private:
  std::shared_ptr<FakeDownstream> make(const std::string& name) {
    std::shared_ptr<FakeDownstream>& server = servers_[name];
    if (server == nullptr) server = std::make_shared<FakeDownstream>();
    return server;
  }

  std::map<std::string, std::shared_ptr<FakeDownstream>> servers_;
};

}  // namespace modebox::bridge::testing
