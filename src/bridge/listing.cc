#include "src/bridge/listing.h"

#include <algorithm>
#include <utility>

#include "src/bridge/error_answer.h"

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::steady_clock;

/// A change that is told while a list is made: it is made again, but not for ever.
constexpr int max_repeats = 2;
/// A list is kept for so long where the server does not tell of changes.
constexpr std::chrono::minutes untold_time{5};
/// For a server to say that it will tell of changes; without that they may be missed.
constexpr milliseconds time_to_subscribe{1000};

}  // namespace

/// One list in the making.
struct Listing::Run {
  ToolPages pages;
  Time::time_point end;
  int repeats = 0;
  bool changed = false;
  bool connected_again = false;
};

Listing::Listing(Loop& loop, Connection& connection, const DownstreamOptions& options)
    : loop_(loop), connection_(connection), options_(options), failures_(options.name) {}

Listing::Tools Listing::kept() const {
  const std::lock_guard lock(mutex_);
  return Time::now() < kept_until_ ? kept_ : nullptr;
}

void Listing::list(Downstream::Listed listed) {
  if (const Tools tools = kept()) return listed(tools);
  waiting_.push_back(std::move(listed));
  if (run_) return;
  run_ = std::make_shared<Run>(
      Run{ToolPages(options_.max_tools, false), Time::now() + options_.start_timeout});
  begin();
}

void Listing::begin() {
  connection_.use([this, run = run_](const std::optional<CallFailure>& failure) {
    if (run != run_) return;
    if (failure) return finish(to_error(*failure));
    subscribe([this, run] {
      if (run != run_) return;
      const bool mirrors = connection_.greeting().era == mcp::Era::modern &&
                           connection_.peer().transport().has_headers();
      run->pages = ToolPages(options_.max_tools, mirrors);
      run->changed = false;
      ask(run, std::nullopt);
    });
  });
}

/// Before the list is made, so that no change falls in between.
void Listing::subscribe(std::function<void()> then) {
  const Greeting& greeting = connection_.greeting();
  const bool wanted = greeting.era == mcp::Era::modern && greeting.tools_change &&
                      !subscription_refused_ && subscription_ == 0;
  if (!wanted) return then();
  on_subscribed_ = std::move(then);
  subscription_timer_ = loop_.after(time_to_subscribe, [this] { subscribed(); });
  const Value what = Value::object({{"toolsListChanged", Value(true)}});
  subscription_ = connection_.peer().request(
      {"subscriptions/listen", Value::object({{"notifications", what}}), std::nullopt, {}},
      [this](const Answer& answer) {
        subscription_ = 0;
        subscription_refused_ =
            answer.kind == Answer::Kind::error ||
            (answer.kind == Answer::Kind::lost && answer.loss.http_status >= 400);
        if (on_subscribed_) return subscribed();
        // It tells no more of changes: the next one to ask subscribes again.
        if (!run_) expire();
      });
}

void Listing::subscribed() {
  loop_.cancel(subscription_timer_);
  const std::function<void()> then = std::exchange(on_subscribed_, nullptr);
  if (!then) return;
  if (connection_.is_open()) return then();
  if (run_) begin();
}

void Listing::ask(const std::shared_ptr<Run>& run, std::optional<Value> cursor) {
  Value params = Value::object();
  if (cursor) params.set("cursor", *cursor);
  const auto left = std::chrono::duration_cast<milliseconds>(run->end - Time::now());
  connection_.peer().request({"tools/list", params, std::max(left, milliseconds(1)), {}},
                             [this, run](Answer answer) {
                               if (run == run_) answered(run, std::move(answer));
                             });
}

void Listing::answered(const std::shared_ptr<Run>& run, Answer answer) {
  switch (answer.kind) {
    case Answer::Kind::result: {
      std::optional<Value> next;
      if (!run->pages.add(answer.value, next)) return finish(to_error(failures_.bad_list()));
      if (next) return ask(run, std::move(next));
      return complete(*run);
    }
    case Answer::Kind::error:
      if (!is_error(answer.value, mcp::ErrorCode::method_not_found)) {
        return finish(to_error(failures_.no_list(answer.value)));
      }
      run->pages.notes.push_back("It has no tools.");
      return complete(*run);
    case Answer::Kind::lost:
      if (answer.loss.session_gone && !run->connected_again) {
        run->connected_again = true;
        connection_.close({"does not know the session any more"});
        return begin();
      }
      return finish(to_error(failures_.not_connected(answer.loss)));
    case Answer::Kind::too_late:
      return finish(to_error(failures_.not_ready(options_.start_timeout)));
  }
}

void Listing::complete(Run& run) {
  if (run.changed && run.repeats < max_repeats) {
    ++run.repeats;
    return begin();
  }
  const Greeting& greeting = connection_.greeting();
  std::vector<std::string> notes = connection_.notes();
  notes.insert(notes.end(), std::make_move_iterator(run.pages.notes.begin()),
               std::make_move_iterator(run.pages.notes.end()));
  const bool changed = run.changed;
  last_ = std::make_shared<RemoteTools>(RemoteTools{std::move(run.pages.tools), greeting.version,
                                                    greeting.server_name, greeting.server_version,
                                                    std::move(notes)});
  if (!changed) {
    const std::lock_guard lock(mutex_);
    kept_ = last_;
    kept_until_ = greeting.tools_change && !subscription_refused_ ? Time::time_point::max()
                                                                  : Time::now() + untold_time;
  }
  finish(last_);
  if (changed && options_.on_tools_changed) options_.on_tools_changed();
}

void Listing::finish(Result<Tools> outcome) {
  run_.reset();
  std::vector<Downstream::Listed> waiting;
  waiting.swap(waiting_);
  for (const Downstream::Listed& listed : waiting) listed(outcome);
}

void Listing::notified(const mcp::Message& message) {
  if (message.method == "notifications/tools/list_changed") return changed();
  if (message.method == "notifications/subscriptions/acknowledged") return subscribed();
  if (message.method == "notifications/cancelled" && subscription_ != 0 &&
      message.params["requestId"] == Value(subscription_)) {
    connection_.peer().forget(subscription_);
    subscription_ = 0;
    if (!run_) expire();
  }
}

/// Many at once are told as one: until somebody asks, nothing is kept that could change.
void Listing::changed() {
  if (run_) {
    run_->changed = true;
    return;
  }
  if (!kept()) return;
  expire();
  if (options_.on_tools_changed) options_.on_tools_changed();
}

void Listing::expire() {
  const std::lock_guard lock(mutex_);
  kept_.reset();
}

void Listing::lost() {
  subscription_ = 0;
  subscription_refused_ = false;
  expire();
}

void Listing::close(const Loss& why) {
  lost();
  on_subscribed_ = nullptr;
  loop_.cancel(subscription_timer_);
  if (run_) finish(to_error(failures_.not_connected(why)));
}

}  // namespace modebox::bridge
