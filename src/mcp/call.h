// A call of a tool of the server, from the request to its answer.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "src/mcp/server.h"

namespace modebox::mcp {

class Server::Call final : public ToolCall {
 public:
  /// Adds to a result what the sender's era wants.
  using Complete = std::function<Value(const Value& result, const Sender& to)>;

  Call(std::shared_ptr<Client> client, const Message& message, Sender sender,
       std::shared_ptr<Outlet> outlet, Cancel cancel, Complete complete);
  ~Call() override;

  const Value& arguments() const override { return arguments_; }
  const Sender& sender() const override { return sender_; }
  const Value& input_responses() const override { return input_responses_; }
  const std::string* state() const override { return state_ ? &*state_ : nullptr; }
  const Cancel& cancel() const override { return cancel_; }

  void progress(std::string message) override;
  void log(Severity severity, const Value& data) override;
  void notify(std::string_view method, const Value& params) override;
  void ask(std::string_view method, const Value& params, Answered answered) override;
  void answer(ToolAnswer answer) override;

 private:
  const std::shared_ptr<Client> client_;
  const Value id_;
  const Value arguments_;
  const Value input_responses_;
  const std::optional<std::string> state_;
  const Value progress_token_;
  const Sender sender_;
  const std::shared_ptr<Outlet> outlet_;
  const Cancel cancel_;
  const Complete complete_;
  std::atomic<bool> answered_{false};
  std::mutex progress_mutex_;
  std::uint64_t progress_ = 0;
  std::chrono::steady_clock::time_point last_progress_{};
};

}  // namespace modebox::mcp
