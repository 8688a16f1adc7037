#include "src/mcp/execute.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/config/call_thread.h"
#include "src/mcp/execution.h"
#include "src/mcp/protocol.h"

namespace modebox::mcp {
namespace {

/// Pauses whose logs and calls are remembered; the answers to the oldest go without.
constexpr std::size_t most_before = 1'000;
constexpr std::size_t most_before_bytes = std::size_t{64} << 20;
/// Of a continuation: less than what a message may have (HttpOptions::max_body).
constexpr std::int64_t most_continuation_bytes = std::int64_t{2} << 20;

/// Roughly.
std::size_t size_of(const Before& before) {
  std::size_t bytes = 0;
  for (const LogEntry& log : before.logs) bytes += sizeof log + log.text.size();
  for (const CallRecord& call : before.calls) bytes += sizeof call + call.name.size();
  return bytes;
}

Value schema(std::initializer_list<Entry> properties, std::initializer_list<Value> required) {
  return Value::object({{"type", "object"},
                        {"properties", Value::object(properties)},
                        {"required", Value::array(required)},
                        {"additionalProperties", false}});
}

Value property(std::string_view type, std::string_view description) {
  return Value::object({{"type", type}, {"description", description}});
}

/// What a script does to the world is up to the functions it has.
Value annotations(bool read_only) {
  return Value::object({{"readOnlyHint", read_only},
                        {"destructiveHint", !read_only},
                        {"openWorldHint", !read_only}});
}

Value execute_declaration() {
  return Value::object(
      {{"name", "execute"},
       {"title", "Run a script"},
       {"description", Catalog::execute_description()},
       {"inputSchema",
        schema({{"code", property("string", "The script. Top-level await and return are allowed.")},
                {"session", property("string",
                                     "A name: scripts of the same session share their globals. "
                                     "Leave it out for a fresh start.")}},
               {"code"})},
       {"annotations", annotations(false)},
       {"_meta", Value::object({{meta_always_load, true}})}});
}

Value approve_declaration() {
  return Value::object(
      {{"name", "approve"},
       {"title", "Answer for the user"},
       {"description",
        "Goes on with a script that waits for consent. Only call it after the user has said yes or "
        "no to the "
        "calls that execute listed; never decide yourself."},
       {"inputSchema",
        schema({{"run", property("string", "The id that execute gave.")},
                {"allow", property("boolean", "Whether the user allows the calls.")}},
               {"run", "allow"})},
       {"annotations", annotations(false)}});
}

}  // namespace

Execute::State::State(EngineSource the_engine, std::shared_ptr<ToolSource> the_source,
                      ExecuteOptions the_options)
    : engine(std::move(the_engine)),
      source(std::move(the_source)),
      options(std::move(the_options)),
      sessions(options.sessions),
      pending(options.pending_store) {}

Execute::State::~State() { wait_for_threads(); }

void Execute::State::wait_for_threads() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return threads_ == 0; });
}

std::shared_ptr<OutputStore> Execute::State::outputs(const std::string& session_scope) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<OutputStore>& outputs = clients_[session_scope].outputs;
  if (outputs == nullptr) outputs = std::make_shared<OutputStore>();
  return outputs;
}

Result<std::shared_ptr<const Toolbox>> Execute::State::toolbox(
    const std::string& session_scope, const std::shared_ptr<const Tools>& tools) {
  const std::shared_ptr<OutputStore> outputs = this->outputs(session_scope);
  const std::lock_guard lock(mutex_);
  ClientTools& made = clients_[session_scope];
  if (made.from == tools) return made.toolbox;
  auto toolbox = std::make_shared<Toolbox>(tools->toolbox);
  const Catalog catalog(tools->toolbox, options.run.approve);
  if (Status added = catalog.add_to(*toolbox, outputs); !added) return std::move(added).error();
  made.from = tools;
  made.toolbox = std::move(toolbox);
  return made.toolbox;
}

Status Execute::State::on_thread(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    ++threads_;
  }
  Status started = config::run_on_call_thread([this, work = std::move(work)](const Cancel&) {
    work();
    const std::lock_guard lock(mutex_);
    --threads_;
    ended_.notify_all();
  });
  if (!started) {
    const std::lock_guard lock(mutex_);
    --threads_;
  }
  return started;
}

void Execute::State::keep_before(const std::string& hash, Before before) {
  const std::lock_guard lock(mutex_);
  const std::size_t bytes = size_of(before);
  if (!before_.try_emplace(hash, std::move(before)).second) return;
  before_by_age_.push_back(hash);
  before_bytes_ += bytes;
  while (before_by_age_.size() > most_before ||
         (before_bytes_ > most_before_bytes && before_by_age_.size() > 1)) {
    const auto oldest = before_.find(before_by_age_.front());
    before_bytes_ -= size_of(oldest->second);
    before_.erase(oldest);
    before_by_age_.pop_front();
  }
}

Before Execute::State::before(const std::string& hash) {
  const std::lock_guard lock(mutex_);
  const auto found = before_.find(hash);
  return found == before_.end() ? Before{} : found->second;
}

Execute::Execute(std::unique_ptr<State> state) : state_(std::move(state)) {}
Execute::~Execute() = default;

void Execute::close() {
  state_->wait_for_threads();
  state_->sessions.clear();
}

std::shared_ptr<Execute> Execute::make(EngineSource engine, std::shared_ptr<ToolSource> tools,
                                       ExecuteOptions options) {
  // The client sends it back in one message.
  options.run.limits.max_continuation =
      std::min(options.run.limits.max_continuation, most_continuation_bytes);
  return std::shared_ptr<Execute>(new Execute(
      std::make_unique<State>(std::move(engine), std::move(tools), std::move(options))));
}

std::vector<ServerTool> Execute::tools() {
  const auto self = shared_from_this();
  std::vector<ServerTool> tools;
  tools.push_back({execute_declaration(), [self](std::shared_ptr<ToolCall> call) {
                     std::make_shared<Execution>(self, std::move(call))->execute();
                   }});
  if (!state_->options.approve_tool) return tools;
  tools.push_back({approve_declaration(), [self](std::shared_ptr<ToolCall> call) {
                     std::make_shared<Execution>(self, std::move(call))->approve();
                   }});
  return tools;
}

}  // namespace modebox::mcp
