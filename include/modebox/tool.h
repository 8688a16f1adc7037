// A tool: a function of the host that a script may call.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/approval.h"
#include "modebox/attachment.h"
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
  /// The error's `data`, for a script that wants to know more; undefined for none.
  Value data = {};
};

/// What a tool answers to ask a person first: the run pauses, and the tool is
/// called again, from its beginning, with the resolution in HostCall::resume.
/// May also be thrown. A synchronous tool can not interrupt.
struct Interrupt {
  /// Shown to the person; given back with the resolution.
  Value payload;
};

/// What a tool answers.
using ToolResult = std::variant<Value, ToolError, Interrupt>;

/// What a tool that is called again learns of the interruption before.
struct Resume {
  std::string interruption_id;
  /// `true` where a person approved, else the value they gave.
  Value resolution;
  /// What the tool gave to `interrupt`; undefined where a policy asked.
  Value payload;
};

/// One call of a tool. Borrowed for a function tool, owned by an asynchronous
/// one. The arguments are the script's: hostile, and already within limits.
struct HostCall {
  /// The tool's name, `payments.refund`.
  std::string name;
  std::vector<Value> arguments;
  /// Number of the call within its run, from 1.
  std::uint64_t id = 0;
  /// Fires when the run is aborted or fails, or the script gives this call up (`fetch` with a
  /// signal), so that work can stop.
  Cancel cancel;
  /// Set when the call was interrupted and is made again.
  std::optional<Resume> resume;
  /// What toolboxes keep for this run (Toolbox::attach); null if there is nothing.
  std::shared_ptr<const Attachments> attachments;

  /// Pauses the run until a person resolves the call: throws an Interrupt, which
  /// has to leave the tool's function. An asynchronous tool that has returned
  /// already answers with an Interrupt instead.
  [[noreturn]] void interrupt(Value payload = {}) const;
  /// The payload that this call interrupted with before, or null.
  const Value* interrupt_payload() const;
  /// The attachment of that name, or null if there is none of that type.
  template <typename T>
  T* attachment(const std::string& attachment_name) const {
    if (attachments == nullptr) return nullptr;
    const auto found = attachments->find(attachment_name);
    return found == attachments->end() ? nullptr : dynamic_cast<T*>(found->second.get());
  }

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

struct ToolSchemas;

/// A named function of the host. A value type; copies share the function.
class Tool {
 public:
  using Function = std::function<ToolResult(const HostCall&)>;
  using AsyncFunction = std::function<void(HostCall, Reply)>;
  using Check = std::function<std::optional<ToolError>(const std::vector<Value>& arguments)>;

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
  /// Which calls need consent; none by default.
  Tool& approval(Approval policy);
  /// What it answers is not to be trusted, or secret: once a run has read from a
  /// source, every call of a sink needs consent.
  Tool& source();
  Tool& sink();
  /// A further name for patterns such as RunOptions::approve; for a tool whose
  /// name in scripts is not its own.
  Tool& original_name(std::string name);
  /// One more name for such patterns, of which a tool may have several.
  Tool& alias(std::string name);
  /// What a model is told about the tool.
  Tool& description(std::string text);
  /// What the tool takes, as a JSON Schema (draft 7 to 2020-12): an object, a boolean, or a
  /// string with the JSON text of one. For objects the one argument is meant, for arrays the
  /// list of arguments. A call that does not fit never reaches the tool; Toolbox::add refuses
  /// a schema that is malformed. docs/declarations.md lists what is checked.
  Tool& input_schema(const Value& schema);
  /// What it answers. A result that does not fit becomes an error of the call.
  Tool& output_schema(const Value& schema);
  /// Looks at the arguments of each call, after the input schema, before anybody is asked for
  /// consent and before the tool runs: a call for which it gives an error is refused with that. It
  /// may be called on any thread and must not block; what it throws refuses the call too.
  Tool& check(Check check);
  /// Replaces the messages of exceptions that are not ToolErrors.
  Tool& hide_errors();
  /// Puts the web's `fetch` in front of the tool, which has to be named `fetch`: scripts get
  /// `fetch`, `Headers`, `Request` and `Response`, and the tool is called with one object
  /// `{url, method, headers, body, redirect}` and answers `{url, status, statusText, headers,
  /// body, redirected}` (docs/fetch.md). `fetch_tool` (fetch.h) makes one with a client; this
  /// is for a host that has its own. All that is in the call is a hostile script's to choose.
  Tool& web_fetch();

  const std::string& name() const { return name_; }
  const std::string& description() const { return description_; }
  /// As they were given; undefined if there is none.
  Value input_schema() const;
  Value output_schema() const;
  /// What of its schemas is not checked, one sentence each.
  std::vector<std::string> schema_notes() const;
  const Approval& approval() const { return approval_; }
  bool is_source() const { return source_; }
  bool is_sink() const { return sink_; }
  const std::string& original_name() const { return original_name_; }
  /// Whether one of the patterns fits its name, its original name or an alias.
  bool fits_any(const std::vector<std::string>& patterns) const;
  bool is_async() const { return async_ != nullptr; }
  bool is_synchronous() const { return synchronous_; }
  bool hides_errors() const { return hides_errors_; }
  bool is_web_fetch() const { return web_fetch_; }

  /// What `check` says of the arguments.
  std::optional<ToolError> refusal(const std::vector<Value>& arguments) const;
  /// Calls a function tool: exceptions are turned into ToolErrors here.
  ToolResult call(const HostCall& call) const;
  /// Starts an asynchronous tool; an exception settles the call as failed.
  void start(HostCall call, Reply reply) const;

 private:
  friend struct ToolSchemas;

  std::string name_;
  std::string description_;
  std::shared_ptr<const ToolSchemas> schemas_;
  std::shared_ptr<const Function> function_;
  std::shared_ptr<const AsyncFunction> async_;
  std::shared_ptr<const Check> check_;
  std::string original_name_;
  std::vector<std::string> aliases_;
  Approval approval_ = Approval::never();
  bool source_ = false;
  bool sink_ = false;
  bool synchronous_ = false;
  bool hides_errors_ = false;
  bool web_fetch_ = false;
};

}  // namespace modebox
