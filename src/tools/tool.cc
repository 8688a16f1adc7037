#include "modebox/tool.h"

#include <atomic>
#include <exception>
#include <utility>

namespace modebox {
namespace {

ToolError from_exception(bool hidden) {
  constexpr std::string_view fixed = "The host function failed.";
  if (hidden) return {std::string(fixed)};
  try {
    throw;
  } catch (const std::exception& error) {
    return {error.what()};
  } catch (...) {
    return {std::string(fixed)};
  }
}

}  // namespace

void HostCall::interrupt(Value payload) const { throw Interrupt{std::move(payload)}; }

const Value* HostCall::interrupt_payload() const { return resume ? &resume->payload : nullptr; }

Value HostCall::argument(std::size_t index) const {
  return index < arguments.size() ? arguments[index] : Value();
}

/// Settles at most once; an end that goes unsettled settles with an error, so
/// that no script waits for an answer that nobody can give any more.
struct Reply::End {
  explicit End(Sink where) : sink(std::move(where)) {}
  ~End() { settle(ToolError{"The host function ended without an answer."}); }

  void settle(ToolResult result) {
    if (!settled.exchange(true)) sink(std::move(result));
  }

  Sink sink;
  std::atomic<bool> settled = false;
};

Reply::Reply(Sink sink) : end_(std::make_shared<End>(std::move(sink))) {}

void Reply::operator()(ToolResult result) const { end_->settle(std::move(result)); }

Tool::Tool(std::string name, Function function)
    : name_(std::move(name)), function_(std::make_shared<const Function>(std::move(function))) {}

Tool Tool::async(std::string name, AsyncFunction function) {
  Tool tool(std::move(name), Function());
  tool.function_.reset();
  tool.async_ = std::make_shared<const AsyncFunction>(std::move(function));
  return tool;
}

Tool& Tool::synchronous() {
  synchronous_ = true;
  return *this;
}

Tool& Tool::approval(Approval policy) {
  approval_ = std::move(policy);
  return *this;
}

Tool& Tool::source() {
  source_ = true;
  return *this;
}

Tool& Tool::sink() {
  sink_ = true;
  return *this;
}

Tool& Tool::original_name(std::string name) {
  original_name_ = std::move(name);
  return *this;
}

Tool& Tool::description(std::string text) {
  description_ = std::move(text);
  return *this;
}

Tool& Tool::hide_errors() {
  hides_errors_ = true;
  return *this;
}

ToolResult Tool::call(const HostCall& call) const {
  try {
    return (*function_)(call);
  } catch (const Interrupt& interrupt) {
    return interrupt;
  } catch (...) {
    return from_exception(hides_errors_);
  }
}

void Tool::start(HostCall call, Reply reply) const {
  try {
    (*async_)(std::move(call), reply);
  } catch (const Interrupt& interrupt) {
    reply(interrupt);
  } catch (...) {
    reply(from_exception(hides_errors_));
  }
}

}  // namespace modebox
