// The client's end of a server in tests: keeps what it is sent.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "modebox/json.h"
#include "src/mcp/server.h"

namespace modebox::mcp::testing {

class Recorder final : public Outlet {
 public:
  void send(std::string message) override {
    const std::lock_guard lock(mutex_);
    sent_.push_back(from_json(message).value());
    changed_.notify_all();
  }
  void answer(std::string message, std::optional<ErrorCode>) override {
    const std::lock_guard lock(mutex_);
    answers_.push_back(from_json(message).value());
    changed_.notify_all();
  }
  void drop() override {
    const std::lock_guard lock(mutex_);
    dropped_ = true;
    changed_.notify_all();
  }

  /// Waits for the answer; undefined if none comes within 20 seconds, or it was dropped.
  Value answer() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20),
                      [this] { return !answers_.empty() || dropped_; });
    return answers_.empty() ? Value() : answers_.front();
  }
  /// Waits for that many messages before the answer.
  std::vector<Value> sent(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return sent_.size() >= count; });
    return sent_;
  }
  bool was_dropped() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [this] { return dropped_; });
    return dropped_;
  }
  /// How many messages have come before the answer.
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return sent_.size();
  }
  std::size_t answers() {
    const std::lock_guard lock(mutex_);
    return answers_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Value> sent_;
  std::vector<Value> answers_;
  bool dropped_ = false;
};

/// `_meta` of a request of the modern era.
inline Value modern_meta(Value capabilities = Value::object()) {
  return Value::object(
      {{meta_version, modern_version}, {meta_capabilities, std::move(capabilities)}});
}

inline Value forms() { return Value::object({{"elicitation", Value::object()}}); }

}  // namespace modebox::mcp::testing
