#include "src/net/server_response.h"

#include <algorithm>
#include <utility>

#include "src/net/fork.h"
#include "src/net/framing.h"
#include "src/net/http_response.h"

namespace modebox::net {
namespace {

/// What it throws has nowhere to go.
void call(const std::function<void()>& function) {
  if (!function) return;
  try {
    function();
  } catch (...) {
  }
}

}  // namespace

ServerResponse::ServerResponse(Terms terms, std::function<void()> wake)
    : terms_(std::move(terms)),
      wake_(std::move(wake)),
      generation_(fork_generation()),
      close_(!terms_.keep_alive) {}

/// In a child of fork() the mutex may be held for ever.
bool ServerResponse::is_foreign() const { return generation_ != fork_generation(); }

void ServerResponse::respond(int status, const HttpHeaders& headers, std::string_view body) {
  if (is_foreign()) return;
  auto answer = whole_response(terms_.method, status, headers, body, !terms_.keep_alive);
  std::string bytes = answer ? *std::move(answer) : own(500, server_failed, !terms_.keep_alive);
  Lock lock(mutex_);
  if (phase_ == Phase::waiting) finish(lock, std::move(bytes));
}

void ServerResponse::start_stream(int status, const HttpHeaders& headers,
                                  std::optional<HttpKeepAlive> keep_alive) {
  if (is_foreign()) return;
  const bool bodiless = !has_body(terms_.method, status);
  const auto ending = bodiless        ? HttpEnding::none
                      : terms_.http11 ? HttpEnding::chunks
                                      : HttpEnding::close;
  auto head = response_head(status, headers, ending, 0, !terms_.keep_alive);
  Lock lock(mutex_);
  if (phase_ != Phase::waiting) return;
  if (!head) return finish(lock, own(500, server_failed, !terms_.keep_alive));
  if (bodiless) return finish(lock, std::move(*head));
  // It waits for one answer at most.
  if (disconnected_) return cut(lock);
  phase_ = Phase::streaming;
  keep_alive_ = std::move(keep_alive);
  if (keep_alive_) keep_alive_text_ = keep_alive_->text;
  put(lock, std::move(*head));
}

bool ServerResponse::write(std::string_view piece) {
  if (is_foreign()) return false;
  std::string framed = terms_.http11 ? chunk(piece) : std::string(piece);
  Lock lock(mutex_);
  if (phase_ != Phase::streaming) return false;
  if (output_.size() + in_flight_ > terms_.max_queued_bytes) {
    cut(lock);
    return false;
  }
  if (!framed.empty()) put(lock, std::move(framed));
  return true;
}

void ServerResponse::end() {
  if (is_foreign()) return;
  Lock lock(mutex_);
  if (phase_ == Phase::streaming) finish(lock, std::string(terms_.http11 ? last_chunk : ""));
}

void ServerResponse::abandon() {
  if (is_foreign()) return;
  Lock lock(mutex_);
  if (phase_ == Phase::waiting) return finish(lock, own(500, server_failed, !terms_.keep_alive));
  if (phase_ != Phase::streaming) return;
  const auto unheard = std::exchange(on_disconnect_, nullptr);
  cut(lock);
}

void ServerResponse::on_disconnect(std::function<void()> function) {
  if (is_foreign()) return;
  {
    const Lock lock(mutex_);
    if (!disconnected_) {
      // What it replaces, or it itself, is destroyed without the lock.
      if (phase_ != Phase::over) function.swap(on_disconnect_);
      return;
    }
  }
  call(function);
}

ServerResponse::Output ServerResponse::take() {
  const Lock lock(mutex_);
  woken_ = false;
  Output output{.bytes = std::exchange(output_, {}),
                .over = phase_ == Phase::over,
                .close = close_,
                .cut = cut_,
                .keep_alive = std::exchange(keep_alive_, {})};
  in_flight_ += output.bytes.size();
  return output;
}

void ServerResponse::sent(std::size_t bytes) {
  const Lock lock(mutex_);
  in_flight_ -= std::min(bytes, in_flight_);  // what was sent before the answer is not of it
}

bool ServerResponse::is_streaming() const {
  const Lock lock(mutex_);
  return phase_ == Phase::streaming;
}

bool ServerResponse::ask() {
  Lock lock(mutex_);
  if (phase_ == Phase::over) return true;
  const bool streams = phase_ == Phase::streaming;
  if (streams ? keep_alive_text_.empty() : !terms_.http11) return false;
  // What it has left unread is a question, too.
  if (output_.size() + in_flight_ > 0) return true;
  put(lock, !streams        ? std::string(continue_head)
            : terms_.http11 ? chunk(keep_alive_text_)
                            : keep_alive_text_);
  return true;
}

void ServerResponse::hang_up() {
  std::function<void()> function;
  {
    const Lock lock(mutex_);
    if (phase_ == Phase::over) return;
    disconnected_ = true;
    function.swap(on_disconnect_);
  }
  call(function);
}

void ServerResponse::lose() {
  std::function<void()> function;
  std::string unsent;
  {
    const Lock lock(mutex_);
    if (phase_ != Phase::over) disconnected_ = true;
    phase_ = Phase::over;
    unsent.swap(output_);
    woken_ = true;
    function.swap(on_disconnect_);
  }
  call(function);
}

void ServerResponse::close_down() {
  std::function<void()> function;
  {
    Lock lock(mutex_);
    close_ = true;
    if (phase_ == Phase::over) return;
    disconnected_ = true;
    function.swap(on_disconnect_);
    output_ += phase_ == Phase::waiting ? own(503, "The server is being closed.", true)
               : terms_.http11          ? std::string(last_chunk)
                                        : "";
    phase_ = Phase::over;
  }
  call(function);
}

std::string ServerResponse::own(int status, std::string_view text, bool close) const {
  return own_response(status, text, close, has_body(terms_.method, status));
}

void ServerResponse::put(Lock& lock, std::string bytes) {
  if (output_.empty()) {
    output_ = std::move(bytes);
  } else {
    output_ += bytes;
  }
  wake(lock);
}

void ServerResponse::finish(Lock& lock, std::string bytes) {
  phase_ = Phase::over;
  const auto unheard = std::exchange(on_disconnect_, nullptr);  // destroyed without the lock
  put(lock, std::move(bytes));
}

/// Whoever waits to hear of it does from lose.
void ServerResponse::cut(Lock& lock) {
  phase_ = Phase::over;
  cut_ = true;
  disconnected_ = true;
  output_.clear();
  wake(lock);
}

void ServerResponse::wake(Lock& lock) {
  const bool was_woken = std::exchange(woken_, true);
  lock.unlock();
  if (!was_woken) wake_();
}

}  // namespace modebox::net
