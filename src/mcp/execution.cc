#include "src/mcp/execution.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/mcp/consent.h"
#include "src/mcp/content.h"
#include "src/mcp/render.h"
#include "src/sandbox/sha256.h"

namespace modebox::mcp {
namespace {

constexpr std::size_t longest_session_name = 64;

/// Clients give a call up after ten results that ask.
constexpr int most_rounds = 9;

std::string hash_of(std::string_view text) {
  return sandbox::sha256_hex(std::as_bytes(std::span(text)));
}

/// Binds a continuation to who may answer it, and to the call or the session that it belongs to.
std::string audience_of(const Sender& sender, std::string_view source, std::string_view session) {
  std::string text;
  for (const std::string_view part : {std::string_view(sender.principal), session}) {
    text.append(std::to_string(part.size())).append(" ").append(part);
  }
  if (session.empty()) text.append(source);
  return "mcp:" + hash_of(text);
}

ProtocolError invalid_state(const std::string& why) {
  return {ErrorCode::invalid_params, "Invalid or expired requestState: " + why, {}};
}

/// What the modern era asks with a result.
Value requests_for(const std::vector<Interruption>& interruptions) {
  Value requests = Value::object();
  for (const Question& question : questions_of(interruptions)) {
    requests.set(question.id,
                 Value::object({{"method", "elicitation/create"}, {"params", question.params}}));
  }
  return requests;
}

}  // namespace

Execution::Execution(std::shared_ptr<Execute> owner, std::shared_ptr<ToolCall> call)
    : owner_(std::move(owner)), call_(std::move(call)) {}

void Execution::execute() {
  if (const std::optional<std::string> mistake = read_arguments()) {
    return answer_text(*mistake, true);
  }
  audience_ = audience_of(call_->sender(), source_, session_name_);
  if (!get_engine()) return;
  if (call_->state() != nullptr) return take_up(*call_->state(), call_->input_responses());
  start();
}

bool Execution::get_engine() {
  const Result<const Engine*> engine = state().engine();
  if (!engine) {
    answer_text(engine.error().message, true);
    return false;
  }
  engine_ = *engine;
  return true;
}

/// A session keeps the tools that it begins with, whichever script it is that needs them.
void Execution::start() {
  const auto go_on = [self = shared_from_this()](const std::shared_ptr<const Tools>& tools) {
    self->with_tools(tools, &Execution::run);
  };
  if (session_name_.empty()) return state().source->for_script(source_, go_on);
  state().source->all(go_on);
}

void Execution::with_tools(const std::shared_ptr<const Tools>& tools, void (Execution::*next)()) {
  tools_ = tools;
  Result<std::shared_ptr<const Toolbox>> toolbox =
      state().toolbox(call_->sender().session_scope, tools);
  if (!toolbox) return answer_text(toolbox.error().message, true);
  toolbox_ = *std::move(toolbox);
  (this->*next)();
}

std::optional<std::string> Execution::read_arguments() {
  const Value& arguments = call_->arguments();
  for (const Entry& entry : arguments.entries()) {
    const std::string_view name = entry.key.as_string();
    if (name != "code" && name != "session") {
      return "execute has no argument " + std::string(name) + ": it takes code and session.";
    }
  }
  if (!arguments["code"].is_string()) {
    return "execute needs the argument code: the script, as a string.";
  }
  source_ = std::string(arguments["code"].as_string());
  const Value& session = arguments["session"];
  if (session.is_nullish()) return std::nullopt;
  if (!session.is_string() || session.as_string().empty() ||
      session.as_string().size() > longest_session_name) {
    return "The argument session must be a name of 1 to 64 bytes.";
  }
  session_name_ = std::string(session.as_string());
  return std::nullopt;
}

RunOptions Execution::run_options() const {
  RunOptions options = state().options.run;
  options.audience = audience_;
  options.cancel = call_->cancel();
  options.call_function_result = true;
  options.on_call = [call = std::weak_ptr<ToolCall>(call_)](std::string_view tool) {
    if (const auto there = call.lock()) there->progress("Calling " + std::string(tool));
  };
  return options;
}

Result<std::shared_ptr<Session>> Execution::session() {
  RunOptions options = state().options.run;
  options.audience = audience_;
  return state().sessions.find(call_->sender().session_scope, session_name_,
                               [&] { return engine_->open_session(*toolbox_, options); });
}

void Execution::run() {
  if (session_name_.empty()) {
    return engine_->start(
        source_, *toolbox_, run_options(),
        [self = shared_from_this()](RunResult result) { self->ended(std::move(result)); });
  }
  Result<std::shared_ptr<Session>> session = this->session();
  if (!session) return answer_text(session.error().message, true);
  const Status started = state().on_thread([self = shared_from_this(), session = *session] {
    RunResult result = session->run(self->source_, self->run_options());
    if (self->is_refused_by_session(result)) return;
    self->ended(std::move(result));
  });
  if (!started) answer_text(started.error().message, true);
}

/// A session whose script waits for consent takes no other one. Who starts another one does not
/// wait for the answer: the session starts anew, and the answer, should it come, still finds its
/// run.
bool Execution::is_refused_by_session(const RunResult& result) {
  const RunError* error = result.error();
  if (error == nullptr || error->kind != ErrorKind::config) return false;
  std::string text = error->message;
  if (error->code == "RUN_SESSION_PAUSED") {
    state().sessions.remove(call_->sender().session_scope, session_name_);
    text = "The script before in the session " + session_name_ +
           " still waits for the user's consent. The next script starts the session anew; the "
           "globals are gone.";
  }
  answer_text(text, true);
  return true;
}

void Execution::take_up(const std::string& continuation, const Value& answers) {
  const Result<ContinuationInfo> info = open(continuation);
  if (!info) return answer(invalid_state(info.error().message));
  std::vector<Resolution> resolutions = resolutions_of(info->interruptions, answers);
  if (!begin_round(continuation)) return;
  if (resolutions.empty()) {
    // Not answered: asked again, and nothing is used up.
    const ToolAnswer again = InputRequired{requests_for(info->interruptions), continuation};
    state().rounds.forget(*std::exchange(round_, std::nullopt), again);
    return answer(again);
  }
  resume(*info, continuation, std::move(resolutions));
}

/// What a continuation holds, if it is this call's.
Result<ContinuationInfo> Execution::open(const std::string& continuation) const {
  Result<ContinuationInfo> info = engine_->inspect_continuation(continuation);
  if (!info) return info;
  if (info->expired) return Error{"the continuation has expired."};
  if (info->audience != audience_) return Error{"it belongs to another call."};
  return info;
}

/// False if somebody else has answered, or does: this call gets that answer.
bool Execution::begin_round(const std::string& continuation) {
  const std::string round = hash_of(continuation);
  const Rounds::Join join =
      state().rounds.join(round, [call = call_](const ToolAnswer& first) { call->answer(first); });
  if (join != Rounds::Join::first) return false;
  round_ = round;
  return true;
}

void Execution::resume(const ContinuationInfo& info, std::string continuation,
                       std::vector<Resolution> resolutions) {
  continuation_ = std::move(continuation);
  resolutions_ = std::move(resolutions);
  state().source->for_resume(
      info.tools, [self = shared_from_this()](const std::shared_ptr<const Tools>& tools) {
        self->with_tools(tools, &Execution::go_on);
      });
}

void Execution::go_on() {
  before_ = state().before(hash_of(continuation_));
  if (session_name_.empty()) {
    return engine_->start_resume(
        continuation_, std::move(resolutions_), *toolbox_, run_options(),
        [self = shared_from_this()](RunResult result) { self->ended(std::move(result)); });
  }
  Result<std::shared_ptr<Session>> session = this->session();
  if (!session) return answer_text(session.error().message, true);
  const Status started = state().on_thread([self = shared_from_this(), session = *session] {
    self->ended(session->resume(self->continuation_, self->resolutions_, self->run_options()));
  });
  if (!started) answer_text(started.error().message, true);
}

void Execution::ended(RunResult result) {
  if (!continuation_.empty() && was_refused(result)) return;
  if (round_ && result.error() != nullptr && is_unused(continuation_)) {
    // As when it was cancelled before it began: the next one may try.
    const ToolAnswer failed = rendered(result);
    state().rounds.forget(*std::exchange(round_, std::nullopt), failed);
    return answer(failed);
  }
  merge_before(result);
  if (const Interrupted* interrupted = result.interrupted()) {
    const int rounds = call_->state() != nullptr ? before_.rounds + 1 : 1;
    state().keep_before(hash_of(interrupted->continuation), {result.logs, result.calls, rounds});
    before_.rounds = rounds;
    return paused(result, *interrupted);
  }
  answer(rendered(result));
}

bool Execution::is_unused(const std::string& continuation) const {
  RunOptions options = run_options();
  options.cancel.reset();
  return engine_->check_continuation(continuation, *toolbox_, options).ok();
}

/// A continuation that was refused was not used, at least not by this call.
bool Execution::was_refused(const RunResult& result) {
  const RunError* error = result.error();
  if (error == nullptr || error->kind != ErrorKind::continuation) return false;
  if (error->code == "RUN_CONTINUATION_USED") {
    answer_text(
        "This question was answered before, in whole or in part, and the script went on with that. "
        "What came of it is not known here any more; nothing was run again now. Check whether its "
        "calls happened before you try them again.",
        true);
    return true;
  }
  const ToolAnswer refusal = invalid_state(error->message);
  if (round_) state().rounds.forget(*std::exchange(round_, std::nullopt), refusal);
  answer(refusal);
  return true;
}

/// Puts what was before the pause in front.
void Execution::merge_before(RunResult& result) {
  result.logs.insert(result.logs.begin(), std::make_move_iterator(before_.logs.begin()),
                     std::make_move_iterator(before_.logs.end()));
  // Those that waited are in the result again.
  std::erase_if(before_.calls,
                [](const CallRecord& call) { return call.state == CallState::interrupted; });
  result.calls.insert(result.calls.begin(), std::make_move_iterator(before_.calls.begin()),
                      std::make_move_iterator(before_.calls.end()));
  before_.logs.clear();
  before_.calls.clear();
}

void Execution::paused(const RunResult& result, const Interrupted& interrupted) {
  const Sender& sender = call_->sender();
  if (sender.era == Era::modern && before_.rounds > most_rounds) {
    Value told = rendered(result);
    told.set("isError", true);
    Value content = told["content"];
    content.push(
        text_block("The user was asked as often as clients allow for one call, so the script "
                   "stopped here. Do not run it "
                   "again from its start: go on with what is left, and start calls that need "
                   "consent together."));
    if (!session_name_.empty()) state().sessions.remove(sender.session_scope, session_name_);
    return answer(told);
  }
  // What `approve` goes on with comes back by it, too.
  if (shows_forms(sender.capabilities) && pending_id_.empty()) {
    return sender.era == Era::modern ? ask_by_result(interrupted) : ask_by_requests(interrupted);
  }
  if (state().options.approve_tool) return offer_approve_tool(interrupted);
  give_up(interrupted);
}

void Execution::ask_by_result(const Interrupted& interrupted) {
  answer(InputRequired{requests_for(interrupted.interruptions), interrupted.continuation});
}

/// One after the other, as a person answers them; then the run goes on with all answers, and with
/// the tools that it had.
void Execution::ask_by_requests(const Interrupted& interrupted) {
  struct Asking {
    Interrupted interrupted;
    std::vector<Question> questions;
    std::size_t next = 0;
    Value answers = Value::object();
  };
  const auto asking = std::make_shared<Asking>();
  asking->interrupted = interrupted;
  asking->questions = questions_of(interrupted.interruptions);
  const auto ask_next = std::make_shared<std::function<void()>>();
  *ask_next = [self = shared_from_this(), asking, next = std::weak_ptr(ask_next)] {
    if (asking->next == asking->questions.size()) {
      self->resolutions_ = resolutions_of(asking->interrupted.interruptions, asking->answers);
      self->continuation_ = asking->interrupted.continuation;
      return self->go_on();
    }
    const Question& question = asking->questions[asking->next++];
    self->call_->ask("elicitation/create", question.params,
                     [self, asking, id = question.id, next = next.lock()](const Message& response) {
                       // Without an answer the run is left as it is: nothing of it is made.
                       if (!is_answer(response.result)) return self->give_up(asking->interrupted);
                       asking->answers.set(id, response.result);
                       (*next)();
                     });
  };
  (*ask_next)();
}

/// Nobody can answer for the run. A session that waits with it would be of no use any more.
void Execution::give_up(const Interrupted& interrupted) {
  std::string text =
      "The script was stopped: it needs consent, which this client did not get. These calls were "
      "not made:\n" +
      list_of(interrupted.interruptions);
  if (!session_name_.empty()) {
    state().sessions.remove(call_->sender().session_scope, session_name_);
    text += "The session " + session_name_ + " has ended with the script.\n";
  }
  // For the user: a model that sets it by itself would consent for itself.
  text +=
      "Tell the user: this client can not ask. If the user wants to approve by the chat, the user "
      "sets "
      "approveTool in modebox.json. Do not change modebox.json yourself.";
  answer_text(text, true);
}

void Execution::offer_approve_tool(const Interrupted& interrupted) {
  const std::string id = state().pending.add({interrupted.continuation, session_name_, source_});
  answer_text("The script waits for the user's consent to these calls:\n" +
                  list_of(interrupted.interruptions) +
                  "Ask the user. Then call the tool approve with {\"run\": \"" + id +
                  "\", \"allow\": true}, or false, and the script goes on.",
              false);
}

void Execution::approve() {
  const Value& arguments = call_->arguments();
  if (!arguments["run"].is_string() || !arguments["allow"].is_boolean()) {
    return answer_text("approve needs the arguments run, a string, and allow, a boolean.", true);
  }
  pending_id_ = std::string(arguments["run"].as_string());
  const std::optional<PendingRun> run = state().pending.find(pending_id_);
  if (!run) return answer_no_such_run();
  if (!get_engine()) return;
  source_ = run->source;
  session_name_ = run->session;
  audience_ = audience_of(call_->sender(), source_, session_name_);
  const Result<ContinuationInfo> info = open(run->continuation);
  if (!info) return answer_no_such_run();
  std::vector<Resolution> resolutions;
  for (const Interruption& one : info->interruptions) {
    resolutions.push_back(resolution_of(one, arguments["allow"].as_boolean()));
  }
  if (!begin_round(run->continuation)) return;
  resume(*info, run->continuation, std::move(resolutions));
}

void Execution::answer_no_such_run() {
  answer_text(
      "There is no run " + pending_id_ + " that waits: it has expired, or this is not its client.",
      true);
}

Value Execution::rendered(const RunResult& result) const {
  const std::shared_ptr<OutputStore> outputs = state().outputs(call_->sender().session_scope);
  Rendering rendering = render(result, {.max_text = state().options.max_output,
                                        .content = {},
                                        .outputs = outputs.get(),
                                        .source = source_});
  // A name that is not there may be that of a server which could not be reached.
  if (result.error() != nullptr && tools_ != nullptr) {
    for (const auto& [name, why] : tools_->missing) {
      std::string text(name);
      text.append(" is not there: ").append(why);
      rendering.content.push_back(text_block(text));
    }
  }
  Value object = Value::object({{"content", Value::array(std::move(rendering.content))}});
  if (rendering.is_error) object.set("isError", true);
  return object;
}

void Execution::answer(const ToolAnswer& answer) {
  if (round_) state().rounds.record(*std::exchange(round_, std::nullopt), answer);
  call_->answer(answer);
}

void Execution::answer_text(std::string_view text, bool is_error) {
  answer(text_result(text, is_error));
}

}  // namespace modebox::mcp
