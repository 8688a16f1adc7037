// One call of `execute` or `approve`: from its arguments over any number of pauses to its answer.
// Internal to execute.cc.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/mcp/catalog.h"
#include "src/mcp/execute.h"
#include "src/mcp/output_store.h"
#include "src/mcp/pending_runs.h"
#include "src/mcp/rounds.h"

namespace modebox::mcp {

/// What a run left before it paused, which its next part does not tell again. A value type.
struct Before {
  std::vector<LogEntry> logs;
  std::vector<CallRecord> calls;
  /// Results that asked, for this call of `execute`.
  int rounds = 0;
};

/// What all executions share.
class Execute::State {
 public:
  /// What scripts of one client are given.
  struct Desk {
    Toolbox tools;
    /// What was too long to be shown to it.
    std::shared_ptr<OutputStore> outputs;
  };

  State(EngineSource engine, const Toolbox& tools, ExecuteOptions options);
  ~State();

  const EngineSource engine;
  const ExecuteOptions options;
  Rounds rounds;
  Sessions sessions;
  PendingRuns pending;

  /// The desk of that client. Fails if a tool's name is taken by `tools.*`.
  Result<std::shared_ptr<const Desk>> desk(const std::string& session_scope);
  /// Runs `work` on a thread of its own.
  Status on_thread(std::function<void()> work);
  /// Waits for those threads.
  void wait_for_threads();
  /// What runs left before the pauses that the continuations of these hashes are.
  void keep_before(const std::string& hash, Before before);
  Before before(const std::string& hash);

 private:
  const Toolbox tools_;
  const Catalog catalog_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t threads_ = 0;
  std::map<std::string, Before> before_;
  std::deque<std::string> before_by_age_;
  std::size_t before_bytes_ = 0;
  std::map<std::string, std::shared_ptr<const Desk>> desks_;
};

class Execution : public std::enable_shared_from_this<Execution> {
 public:
  Execution(std::shared_ptr<Execute> owner, std::shared_ptr<ToolCall> call);

  void execute();
  void approve();

 private:
  Execute::State& state() const { return *owner_->state_; }
  /// False if there is no engine, which the client was told then.
  bool prepare();
  std::optional<std::string> read_arguments();
  RunOptions run_options() const;
  Result<std::shared_ptr<Session>> session();
  void run();
  /// Answers to what a continuation waits for came with the call.
  void take_up(const std::string& continuation);
  Result<std::vector<Interruption>> interruptions_of(const std::string& continuation) const;
  bool begin_round(const std::string& continuation);
  void resume(std::string continuation, std::vector<Resolution> resolutions);
  void ended(RunResult result);
  void paused(const RunResult& result, const Interrupted& interrupted);
  void ask_by_result(const Interrupted& interrupted);
  void ask_by_requests(Interrupted interrupted);
  void offer_approve_tool(const Interrupted& interrupted);
  void give_up(const Interrupted& interrupted);
  bool is_refused_by_session(const RunResult& result);
  bool is_unused(const std::string& continuation) const;
  bool was_refused(const RunResult& result);
  void merge_before(RunResult& result);
  Value rendered(const RunResult& result) const;
  void answer(const ToolAnswer& answer);
  void answer_no_such_run();
  void answer_text(std::string_view text, bool is_error);

  const std::shared_ptr<Execute> owner_;
  const std::shared_ptr<ToolCall> call_;
  const Engine* engine_ = nullptr;
  std::shared_ptr<const Execute::State::Desk> desk_;
  std::string source_;
  std::string session_name_;
  std::string audience_;
  Before before_;
  /// Of a call that answers a question: its round, until that is over.
  std::optional<std::string> round_;
  /// That is being resumed.
  std::string continuation_;
  std::string pending_id_;
};

}  // namespace modebox::mcp
