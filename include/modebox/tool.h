// A tool: a function of the host that a script may call.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/cancel.h"
#include "modebox/convert.h"
#include "modebox/value.h"

namespace modebox {

/// What the script sees when a tool refuses: an error with these properties.
/// Nothing else of the host reaches the script, no stack and no path.
struct ToolError {
  std::string message;
  std::string name = "Error";
  /// The error's `code`, or empty for none.
  std::string code;
};

/// What a tool answers.
using ToolResult = std::variant<Value, ToolError>;

/// One call of a tool. Borrowed for a function tool, owned by an asynchronous
/// one. The arguments are the script's: hostile, and already within limits.
struct HostCall {
  /// The tool's name, `payments.refund`.
  std::string name;
  std::vector<Value> arguments;
  /// Number of the call within its run, from 1.
  std::uint64_t id = 0;
  /// Fires when the run is aborted or fails, so that work can stop.
  Cancel cancel;

  /// The argument at `index`, undefined if the script gave fewer.
  Value argument(std::size_t index) const;
};

/// The open end of an asynchronous call: call it with the answer, from any
/// thread; the first answer counts. Dropped without an answer, the script sees
/// an error. Answers after the run ended are ignored. Copies share the end.
class Reply {
 public:
  /// Where the answer goes; given by the engine.
  using Sink = std::function<void(ToolResult)>;

  explicit Reply(Sink sink);
  void operator()(ToolResult result) const;

 private:
  struct End;
  std::shared_ptr<End> end_;
};

/// A named function of the host. A value type; copies share the function.
class Tool {
 public:
  using Function = std::function<ToolResult(const HostCall&)>;
  using AsyncFunction = std::function<void(HostCall, Reply)>;

  /// A tool answered where it is called, on a worker or on the thread that
  /// called Engine::run. An exception becomes an error of that call whose
  /// message is its what(), or a fixed text after `hide_errors()`.
  Tool(std::string name, Function function);

  /// A tool from any callable over plain types:
  ///   Tool::of("math.add", [](double a, double b) { return a + b; })
  /// Arguments are converted by convert.h; one that does not fit is a
  /// TypeError in the script that names it.
  template <typename F>
  static Tool of(std::string name, F function) {
    return Tool(std::move(name),
                detail::adapt<ToolResult, ToolError, HostCall>(std::move(function)));
  }

  /// A tool that answers later, from any thread. The function must not block.
  static Tool async(std::string name, AsyncFunction function);

  /// The script blocks for the value instead of getting a promise. Only for
  /// tools that are not asynchronous.
  Tool& synchronous();
  /// What a model is told about the tool.
  Tool& description(std::string text);
  /// Replaces the messages of exceptions that are not ToolErrors.
  Tool& hide_errors();

  const std::string& name() const { return name_; }
  const std::string& description() const { return description_; }
  bool is_async() const { return async_ != nullptr; }
  bool is_synchronous() const { return synchronous_; }
  bool hides_errors() const { return hides_errors_; }

  /// Calls a function tool: exceptions are turned into ToolErrors here.
  ToolResult call(const HostCall& call) const;
  /// Starts an asynchronous tool; an exception settles the call as failed.
  void start(HostCall call, Reply reply) const;

 private:
  std::string name_;
  std::string description_;
  std::shared_ptr<const Function> function_;
  std::shared_ptr<const AsyncFunction> async_;
  bool synchronous_ = false;
  bool hides_errors_ = false;
};

}  // namespace modebox
