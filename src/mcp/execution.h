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
#include "src/mcp/tool_source.h"

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
  State(EngineSource engine, std::shared_ptr<ToolSource> source, ExecuteOptions options);
  ~State();

  const EngineSource engine;
  const std::shared_ptr<ToolSource> source;
  const ExecuteOptions options;
  Rounds rounds;
  Sessions sessions;
  PendingRuns pending;

  /// What was too long to be shown to that client.
  std::shared_ptr<OutputStore> outputs(const std::string& session_scope);
  /// The tools with `tools.*` for that client. Fails if one of them has such a name.
  Result<std::shared_ptr<const Toolbox>> toolbox(const std::string& session_scope,
                                                 const std::shared_ptr<const Tools>& tools);
  /// Runs `work` on a thread of its own.
  Status on_thread(std::function<void()> work);
  /// Waits for those threads.
  void wait_for_threads();
  /// What runs left before the pauses that the continuations of these hashes are.
  void keep_before(const std::string& hash, Before before);
  Before before(const std::string& hash);

 private:
  struct ClientTools {
    std::shared_ptr<OutputStore> outputs;
    std::shared_ptr<const Tools> from;
    std::shared_ptr<const Toolbox> toolbox;
  };

  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t threads_ = 0;
  std::map<std::string, Before> before_;
  std::deque<std::string> before_by_age_;
  std::size_t before_bytes_ = 0;
  std::map<std::string, ClientTools> clients_;
};

class Execution : public std::enable_shared_from_this<Execution> {
 public:
  Execution(std::shared_ptr<Execute> owner, std::shared_ptr<ToolCall> call);

  void execute();
  void approve();

 private:
  Execute::State& state() const { return *owner_->state_; }
  /// False if there is no engine, which the client was told then.
  bool get_engine();
  /// Goes on with these tools, unless they can not be.
  void with_tools(const std::shared_ptr<const Tools>& tools, void (Execution::*next)());
  std::optional<std::string> read_arguments();
  RunOptions run_options() const;
  Result<std::shared_ptr<Session>> session();
  void start();
  void run();
  /// Goes on with a continuation, the calls of which were answered.
  void take_up(const std::string& continuation, const Value& answers);
  Result<ContinuationInfo> open(const std::string& continuation) const;
  bool begin_round(const std::string& continuation);
  void resume(const ContinuationInfo& info, std::string continuation,
              std::vector<Resolution> resolutions);
  /// Resumes what is to be resumed, with the tools that are there.
  void go_on();
  void ended(RunResult result);
  void paused(const RunResult& result, const Interrupted& interrupted);
  void ask_by_result(const Interrupted& interrupted);
  void ask_by_requests(const Interrupted& interrupted);
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
  /// Those of this part of the run.
  std::shared_ptr<const Tools> tools_;
  std::shared_ptr<const Toolbox> toolbox_;
  std::string source_;
  std::string session_name_;
  std::string audience_;
  Before before_;
  /// Of a call that answers a question: its round, until that is over.
  std::optional<std::string> round_;
  /// That is being resumed, and how.
  std::string continuation_;
  std::vector<Resolution> resolutions_;
  std::string pending_id_;
};

}  // namespace modebox::mcp
