#include "src/bridge/connection.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t max_notes = 20;

}  // namespace

Connection::Connection(Loop& loop, Failures failures, ConnectionOptions options,
                       ConnectionEvents events)
    : loop_(loop),
      failures_(std::move(failures)),
      options_(std::move(options)),
      events_(std::move(events)),
      dropped_(std::make_shared<std::vector<std::shared_ptr<Peer>>>()) {}

Connection::~Connection() {
  ++attempt_;
  if (peer_) peer_->close({"is not used any more"});
}

void Connection::use(Used used) {
  if (is_open()) return used(std::nullopt);
  waiting_.push_back(std::move(used));
  if (peer_) return;  // under way
  began_ = std::chrono::steady_clock::now();
  started_again_ = false;
  connect();
}

milliseconds Connection::time_left() const {
  const auto gone =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - began_);
  return std::max(options_.start_timeout - gone, milliseconds(1));
}

void Connection::connect() {
  const std::uint64_t attempt = ++attempt_;
  notes_.clear();
  PeerEvents events{.notified =
                        [this, attempt](const mcp::Message& message) {
                          if (attempt == attempt_) events_.notified(message);
                        },
                    .asked =
                        [this, attempt](const mcp::Message& message, RequestId within) {
                          if (attempt == attempt_) events_.asked(message, within);
                        },
                    .closed =
                        [this, attempt](const Loss& loss) {
                          if (attempt == attempt_) closed(loss);
                        },
                    .note =
                        [this, attempt](std::string text) {
                          const bool is_new =
                              std::find(notes_.begin(), notes_.end(), text) == notes_.end();
                          if (attempt == attempt_ && is_new && notes_.size() < max_notes) {
                            notes_.push_back(std::move(text));
                          }
                        }};
  peer_ = std::make_shared<Peer>(loop_, options_.make_transport(), std::move(events));
  if (const std::optional<Loss> loss = peer_->open()) {
    return fail(failures_.not_connected(*loss));
  }
  shake_hands(loop_, peer_, known_era_, time_left(),
              [this, attempt](std::variant<Greeting, NoGreeting> outcome) {
                greeted(attempt, std::move(outcome));
              });
}

void Connection::greeted(std::uint64_t attempt, std::variant<Greeting, NoGreeting> outcome) {
  if (attempt != attempt_) return;
  if (auto* const greeting = std::get_if<Greeting>(&outcome)) {
    known_era_ = greeting->era;
    greeting_ = std::move(*greeting);
    peer_->transport().listen();
    std::vector<Used> waiting;
    waiting.swap(waiting_);
    for (const Used& used : waiting) {
      // One of them may have lost the connection again.
      if (is_open()) {
        used(std::nullopt);
      } else {
        use(used);
      }
    }
    return;
  }
  const NoGreeting& why = std::get<NoGreeting>(outcome);
  const bool ended_by_probe =
      options_.starts_program && !known_era_ && !started_again_ && why.ended;
  if (ended_by_probe) {
    // Some programs take a request before `initialize` for a reason to end.
    started_again_ = true;
    drop_peer(why.loss);
    known_era_ = mcp::Era::legacy;
    connect();
    if (!is_open()) known_era_.reset();
    return;
  }
  known_era_.reset();
  fail(why.too_late ? failures_.not_ready(options_.start_timeout)
                    : failures_.not_connected(why.loss));
}

void Connection::closed(const Loss& loss) {
  if (!is_open()) return;  // the handshake has been told of it
  drop_peer(loss);
  events_.lost();
}

void Connection::close(const Loss& why) {
  const bool was_open = is_open();
  if (peer_) drop_peer(why);
  std::vector<Used> waiting;
  waiting.swap(waiting_);
  for (const Used& used : waiting) used(failures_.not_connected(why));
  if (was_open) events_.lost();
}

void Connection::fail(const CallFailure& failure) {
  drop_peer({"could not be connected"});
  std::vector<Used> waiting;
  waiting.swap(waiting_);
  for (const Used& used : waiting) used(failure);
}

void Connection::drop_peer(const Loss& why) {
  ++attempt_;
  greeting_.reset();
  const std::shared_ptr<Peer> peer = std::exchange(peer_, nullptr);
  dropped_->push_back(peer);
  peer->close(why);
  loop_.post([dropped = dropped_] { dropped->clear(); });
}

}  // namespace modebox::bridge
