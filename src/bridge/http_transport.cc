#include "src/bridge/http_transport.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include "src/bridge/http_exchange.h"
#include "src/bridge/odd_message.h"
#include "src/bridge/sse_reader.h"
#include "src/config/shown_text.h"

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds time_to_end_session{300};
/// For a server to close the stream of an answer that it has given.
constexpr milliseconds time_to_close{1000};
/// For a server to say that it has heard that the handshake is over.
constexpr milliseconds longest_gate{2000};
constexpr milliseconds default_retry{1000};
constexpr milliseconds shortest_retry{100};
constexpr milliseconds longest_retry{30'000};
/// How often the stream of one answer may be cut, and is asked for again.
constexpr int max_resumed = 50;
/// For what is not answered: notifications, and answers to what the server asks.
constexpr milliseconds time_to_tell{10'000};
constexpr int most_told_at_once = 32;
/// Streams that go on where another was cut, and brought nothing.
constexpr int max_barren = 5;
constexpr int max_redirects = 5;
/// Of answers that are no messages.
constexpr std::size_t max_error_body = 64 << 10;
constexpr std::size_t max_shown_body = 300;
/// Streams have no end, but each of their events has.
constexpr std::uint64_t no_limit = std::uint64_t{1} << 60;

bool is_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

/// Without its parameters, in lower case.
std::string media_type(const net::HttpHeaders& headers) {
  std::string type(headers.get("Content-Type").value_or(""));
  type.erase(std::min(type.find_first_of("; \t"), type.size()));
  for (char& c : type) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return type;
}

/// A message on its way, and the streams of its answer.
struct Stream {
  explicit Stream(std::size_t max_message) : events(max_message) {}

  Outgoing message;
  /// Asks for a stream; else the message is sent.
  bool get = false;
  /// Where the session that it was sent with is.
  bool in_session = false;
  std::shared_ptr<LoopedExchange> exchange;
  int status = 0;
  bool is_events = false;
  std::string body;
  SseReader events;
  bool answered = false;
  bool brought_something = false;
  /// The server took the message: whatever comes of its answer, it may have had its effect.
  bool was_taken = false;
  int resumed = 0;
  int barren = 0;
  int redirects = 0;
  Loop::Timer timer = 0;
};

using StreamPointer = std::shared_ptr<Stream>;

class HttpTransport final : public Transport, public std::enable_shared_from_this<HttpTransport> {
 public:
  HttpTransport(const std::shared_ptr<Loop>& loop, HttpOptions options)
      : loop_(loop), options_(std::move(options)) {}
  ~HttpTransport() override { close(); }

  std::optional<Loss> open(TransportEvents events) override;
  void send(Outgoing message) override;
  void drop(RequestId id) override;
  void agreed(mcp::Era era, const std::string& version) override;
  void listen() override;
  void close() override;
  bool cancels_by_message() const override { return era_ == mcp::Era::legacy; }
  bool has_headers() const override { return true; }

 private:
  StreamPointer add(Outgoing message);
  std::ptrdiff_t told_at_once() const;
  void start(const StreamPointer& stream);
  net::HttpRequest request_for(const Stream& stream) const;
  void take_head(const StreamPointer& stream, const net::HttpResponseHead& head);
  bool follow(const StreamPointer& stream, const net::HttpResponseHead& head);
  void take_piece(const StreamPointer& stream, std::string_view piece);
  bool take_event(const StreamPointer& stream, std::string_view data);
  void take_end(const StreamPointer& stream, const Status& status);
  void take_text(const StreamPointer& stream);
  void take_refusal(const StreamPointer& stream);
  void events_ended(const StreamPointer& stream, const Status& status);
  void listening_ended(const StreamPointer& stream);
  void again_later(const StreamPointer& stream, milliseconds delay);
  void lose(const StreamPointer& stream, Loss loss);
  void remove(const StreamPointer& stream);
  void open_gate();
  bool is_there(const StreamPointer& stream) const { return streams_.contains(stream.get()); }

  const std::shared_ptr<Loop> loop_;
  const HttpOptions options_;
  TransportEvents events_;
  std::optional<net::HttpClient> client_;
  net::Url url_;
  std::optional<mcp::Era> era_;
  std::string version_;
  std::string session_;
  std::map<Stream*, StreamPointer> streams_;
  /// The stream that was told that the handshake is over, while that is under way, and what waits
  /// for it: requests are other connections, and may be there first.
  StreamPointer gate_;
  std::deque<StreamPointer> behind_gate_;
  Loop::Timer gate_timer_ = 0;
  bool listens_ = false;
};

std::optional<Loss> HttpTransport::open(TransportEvents events) {
  const Result<net::Url> url = net::Url::parse(options_.server.url);
  if (!url) return Loss{"has no URL that can be used: " + url.error().message, "", true};
  // That origin and no other, wherever it is: who wrote the configuration has decided.
  const std::vector<std::string> allowed{url->origin(), "0.0.0.0/0:" + std::to_string(url->port),
                                         "[::/0]:" + std::to_string(url->port)};
  Result<net::HostRules> rules = net::HostRules::parse(allowed);
  if (!rules) return Loss{"can not be reached: " + rules.error().message, "", true};
  net::HttpClientOptions client_options;
  client_options.rules = *std::move(rules);
  client_options.proxy_from_environment = url->host.name != "localhost" && !url->host.address;
  Result<net::HttpClient> client = net::HttpClient::create(std::move(client_options));
  if (!client) return Loss{"can not be reached: " + client.error().message, "", true};
  url_ = *url;
  client_.emplace(*std::move(client));
  events_ = std::move(events);
  return std::nullopt;
}

void HttpTransport::agreed(mcp::Era era, const std::string& version) {
  era_ = era;
  version_ = version;
}

StreamPointer HttpTransport::add(Outgoing message) {
  auto stream = std::make_shared<Stream>(options_.max_message);
  stream->message = std::move(message);
  streams_.emplace(stream.get(), stream);
  return stream;
}

void HttpTransport::send(Outgoing message) {
  if (!client_) return;
  // A server that asks faster than it takes answers does not get them all.
  if (message.id == 0 && told_at_once() >= most_told_at_once) return;
  const StreamPointer stream = add(std::move(message));
  if (gate_) {
    behind_gate_.push_back(stream);
    return;
  }
  if (stream->message.method == "notifications/initialized") {
    gate_ = stream;
    gate_timer_ = loop_->after(longest_gate, [self = weak_from_this()] {
      if (const auto there = self.lock()) there->open_gate();
    });
  }
  start(stream);
}

std::ptrdiff_t HttpTransport::told_at_once() const {
  return std::count_if(streams_.begin(), streams_.end(), [](const auto& entry) {
    return entry.second->message.id == 0 && !entry.second->get;
  });
}

/// What the server says by itself in the legacy era comes on a stream of its own.
void HttpTransport::listen() {
  if (!client_ || era_ != mcp::Era::legacy || listens_) return;
  listens_ = true;
  const StreamPointer stream = add({});
  stream->get = true;
  if (gate_) {
    behind_gate_.push_back(stream);
  } else {
    start(stream);
  }
}

void HttpTransport::open_gate() {
  loop_->cancel(gate_timer_);
  gate_.reset();
  std::deque<StreamPointer> waiting;
  waiting.swap(behind_gate_);
  for (const StreamPointer& stream : waiting) {
    if (is_there(stream)) start(stream);
  }
}

net::HttpRequest HttpTransport::request_for(const Stream& stream) const {
  net::HttpRequest request;
  request.url = url_.text();
  request.redirects = net::Redirects::hand_over;
  for (const auto& [name, value] : options_.server.headers) request.headers.set(name, value);
  request.headers.set("Accept",
                      stream.get ? "text/event-stream" : "application/json, text/event-stream");
  const std::string& method = stream.message.method;
  const bool modern = era_ == mcp::Era::modern || (!era_ && method == "server/discover");
  if (modern) {
    request.headers.set("MCP-Protocol-Version", std::string(mcp::modern_version));
    if (!method.empty()) request.headers.set("Mcp-Method", method);
    for (const auto& [name, value] : stream.message.headers) request.headers.set(name, value);
  } else if (era_) {
    request.headers.set("MCP-Protocol-Version", version_);
  }
  if (stream.in_session) request.headers.set("Mcp-Session-Id", session_);
  if (stream.get) {
    if (!stream.events.last_id().empty()) {
      request.headers.set("Last-Event-ID", stream.events.last_id());
    }
  } else {
    request.method = "POST";
    request.headers.set("Content-Type", "application/json");
    request.body = stream.message.text;
  }
  request.limits.timeout.reset();
  if (stream.message.id == 0 && !stream.get) request.limits.timeout = time_to_tell;
  request.limits.max_body_bytes = no_limit;
  request.limits.max_encoded_bytes = no_limit;
  request.limits.max_request_bytes = stream.message.text.size() + (std::size_t{1} << 20);
  return request;
}

void HttpTransport::start(const StreamPointer& stream) {
  stream->status = 0;
  stream->is_events = false;
  stream->body.clear();
  stream->events.restart();
  stream->brought_something = false;
  stream->in_session = !session_.empty() && stream->message.method != "initialize";
  const auto taking = [transport = weak_from_this(), weak = std::weak_ptr(stream)](auto take) {
    const auto there = transport.lock();
    const auto taken = weak.lock();
    if (there && taken && there->is_there(taken)) take(*there, taken);
  };
  stream->exchange =
      LoopedExchange::start(*client_, loop_, request_for(*stream),
                            {.head =
                                 [taking](const net::HttpResponseHead& head) {
                                   taking([&](HttpTransport& self, const StreamPointer& taken) {
                                     self.take_head(taken, head);
                                   });
                                 },
                             .piece =
                                 [taking](std::string_view piece) {
                                   taking([&](HttpTransport& self, const StreamPointer& taken) {
                                     self.take_piece(taken, piece);
                                   });
                                 },
                             .done =
                                 [taking](const Status& status) {
                                   taking([&](HttpTransport& self, const StreamPointer& taken) {
                                     self.take_end(taken, status);
                                   });
                                 }});
}

void HttpTransport::take_head(const StreamPointer& stream, const net::HttpResponseHead& head) {
  stream->status = head.status;
  if (head.status >= 300 && head.status < 400 && follow(stream, head)) return;
  const bool good = head.status >= 200 && head.status < 300;
  if (good) stream->was_taken = true;
  stream->is_events = good && media_type(head.headers) == "text/event-stream";
  if (good && stream->message.method == "initialize") {
    const std::string_view session = head.headers.get("Mcp-Session-Id").value_or("");
    if (is_word(session)) session_ = session;
  }
}

/// To another place of the same origin, which servers have that want a slash at the end of a path.
/// No other may see what is sent. True if the stream is at another place now.
bool HttpTransport::follow(const StreamPointer& stream, const net::HttpResponseHead& head) {
  const auto location = head.headers.get("Location");
  if (!location || head.status == 303 || head.status == 304) return false;
  const Result<net::Url> there = url_.resolve(*location);
  if (!there || there->origin() != url_.origin()) {
    lose(stream, {"redirects to another origin, where it is not followed: configure the URL itself",
                  "", false, head.status});
    return true;
  }
  if (++stream->redirects > max_redirects) return false;
  url_ = *there;
  stream->exchange->drop();
  start(stream);
  return true;
}

void HttpTransport::take_piece(const StreamPointer& stream, std::string_view piece) {
  if (stream->is_events) {
    const bool fits = stream->events.add(piece, [&](const SseEvent& event) {
      stream->brought_something = true;
      return event.type != "message" || take_event(stream, event.data);
    });
    if (fits || !is_there(stream)) return;
  } else {
    const bool good = stream->status >= 200 && stream->status < 300;
    const std::size_t most = good ? options_.max_message : max_error_body;
    if (piece.size() <= most - stream->body.size()) {
      stream->body.append(piece);
      return;
    }
    if (!good) {  // there is enough to tell what it is about
      stream->body.append(piece.substr(0, most - stream->body.size()));
      stream->exchange->drop();
      return take_end(stream, modebox::done());
    }
  }
  lose(stream, {"sent a message of more than " + std::to_string(options_.max_message) +
                    " bytes, which is the most that is taken",
                "", false, stream->status});
}

/// False if nobody wants more of the stream.
bool HttpTransport::take_event(const StreamPointer& stream, std::string_view data) {
  std::variant<mcp::Message, mcp::BadMessage> read = read_odd_message(data, options_.max_message);
  const RequestId id = stream->message.id;
  if (auto* const message = std::get_if<mcp::Message>(&read)) {
    const bool answers = message->kind == mcp::Message::Kind::response && id != 0 &&
                         request_id_of(message->id) == id;
    if (answers && !stream->answered) {
      stream->answered = true;
      // Most servers close it themselves.
      stream->timer = loop_->after(time_to_close, [self = weak_from_this(), stream] {
        if (const auto there = self.lock()) there->remove(stream);
      });
    }
    events_.received(std::move(*message), id);
    return is_there(stream);
  }
  if (id != 0 && answered_by(data) == id) {
    lose(stream, {"gave an answer that can not be read",
                  config::shown_text(std::get<mcp::BadMessage>(read).error.message), false,
                  stream->status});
  } else {
    events_.note("It sends events that are no messages, which are passed over.");
  }
  return is_there(stream);
}

void HttpTransport::take_end(const StreamPointer& stream, const Status& status) {
  if (stream->status >= 200 && stream->status < 300 && stream->is_events) {
    return events_ended(stream, status);
  }
  if (stream->get && stream->message.id == 0) {
    ++stream->barren;
    return listening_ended(stream);
  }
  if (!status) {
    if (stream->get && ++stream->barren <= max_barren) return again_later(stream, default_retry);
    const bool never = stream->status == 0 && !stream->was_taken &&
                       net::kind_of(status.error()) != net::HttpErrorKind::protocol &&
                       net::kind_of(status.error()) != net::HttpErrorKind::timeout;
    return lose(stream, {never ? "can not be reached" : "broke the connection off",
                         status.error().message, never, stream->status});
  }
  if (stream->status < 200 || stream->status >= 300) return take_refusal(stream);
  if (stream->message.id == 0) return remove(stream);
  take_text(stream);
}

/// An answer that is one message.
void HttpTransport::take_text(const StreamPointer& stream) {
  const RequestId id = stream->message.id;
  std::variant<mcp::Message, mcp::BadMessage> read =
      read_odd_message(stream->body, options_.max_message);
  if (auto* const message = std::get_if<mcp::Message>(&read)) {
    const bool answers = request_id_of(message->id) == id;
    remove(stream);
    events_.received(std::move(*message), id);
    if (answers) return;
  } else {
    remove(stream);
  }
  // Does nothing if the request has been answered.
  events_.request_lost(
      id,
      {"gave an answer that is no message of the protocol",
       stream->body.empty() ? "" : "It says: " + config::shown_head(stream->body, max_shown_body),
       false, stream->status});
}

/// An answer whose status says no: with an error of the protocol, or without.
void HttpTransport::take_refusal(const StreamPointer& stream) {
  const RequestId id = stream->message.id;
  // A call that was cut may be asked after in a session that is gone since: it was made, and must
  // not be made again.
  if (!stream->was_taken && stream->status == 404 && stream->in_session &&
      era_ == mcp::Era::legacy) {
    Loss gone{"does not know the session any more", "", false, stream->status, true};
    return lose(stream, std::move(gone));
  }
  std::variant<mcp::Message, mcp::BadMessage> read = mcp::read_message(stream->body);
  auto* const message = std::get_if<mcp::Message>(&read);
  if (message != nullptr && id != 0 && !message->error.is_undefined() &&
      request_id_of(message->id) == id) {
    remove(stream);
    return events_.received(std::move(*message), id);
  }
  std::string body = config::shown_head(stream->body, max_shown_body);
  lose(stream, {"answered with HTTP status " + std::to_string(stream->status),
                body.empty() ? "" : "It says: " + std::move(body), false, stream->status});
}

void HttpTransport::events_ended(const StreamPointer& stream, const Status& status) {
  if (stream->answered) return remove(stream);
  stream->barren = stream->brought_something ? 0 : stream->barren + 1;
  if (stream->message.id == 0) {
    if (stream->get) return listening_ended(stream);
    return remove(stream);
  }
  const bool can_go_on = era_ != mcp::Era::modern && !stream->events.last_id().empty() &&
                         stream->message.method != "server/discover";
  if (!can_go_on || stream->barren > max_barren || ++stream->resumed > max_resumed) {
    return lose(stream, {"ended the stream of its answer without an answer",
                         status ? "" : status.error().message, false, stream->status});
  }
  stream->get = true;
  again_later(stream, std::clamp(stream->events.retry().value_or(default_retry), shortest_retry,
                                 longest_retry));
}

void HttpTransport::listening_ended(const StreamPointer& stream) {
  // It has no such stream, or wants no more of this session.
  if (stream->status >= 400 && stream->status < 500) return remove(stream);
  const milliseconds delay = default_retry * (1 << std::min(stream->barren, 5));
  again_later(stream, std::min(std::max(delay, stream->events.retry().value_or(default_retry)),
                               longest_retry));
}

void HttpTransport::again_later(const StreamPointer& stream, milliseconds delay) {
  loop_->cancel(stream->timer);
  stream->timer = loop_->after(delay, [self = weak_from_this(), weak = std::weak_ptr(stream)] {
    const auto there = self.lock();
    const auto waiting = weak.lock();
    if (there && waiting && there->is_there(waiting)) there->start(waiting);
  });
}

void HttpTransport::lose(const StreamPointer& stream, Loss loss) {
  const RequestId id = stream->message.id;
  const StreamPointer kept = stream;
  loss.was_taken = kept->was_taken;
  remove(kept);
  if (id != 0) events_.request_lost(id, std::move(loss));
}

void HttpTransport::remove(const StreamPointer& stream) {
  const StreamPointer kept = stream;
  if (streams_.erase(kept.get()) == 0) return;
  loop_->cancel(kept->timer);
  if (kept->exchange) kept->exchange->drop();
  if (kept == gate_) open_gate();
}

void HttpTransport::drop(RequestId id) {
  const auto found = std::find_if(streams_.begin(), streams_.end(), [&](const auto& entry) {
    return entry.second->message.id == id;
  });
  if (id != 0 && found != streams_.end()) remove(found->second);
}

void HttpTransport::close() {
  if (!client_) return;
  gate_.reset();
  behind_gate_.clear();
  loop_->cancel(gate_timer_);
  while (!streams_.empty()) remove(streams_.begin()->second);
  if (!session_.empty()) {
    Stream none(0);
    none.in_session = true;
    none.get = true;
    net::HttpRequest request = request_for(none);
    request.method = "DELETE";
    request.limits.timeout = time_to_end_session;
    request.limits.max_body_bytes = max_error_body;
    (void)client_->run(std::move(request));
  }
  client_.reset();
}

}  // namespace

std::shared_ptr<Transport> make_http_transport(const std::shared_ptr<Loop>& loop,
                                               HttpOptions options) {
  return std::make_shared<HttpTransport>(loop, std::move(options));
}

}  // namespace modebox::bridge
