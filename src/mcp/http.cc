#include "src/mcp/http.h"

#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "src/base/hex.h"
#include "src/base/random.h"
#include "src/mcp/http_door.h"
#include "src/net/http_server.h"

namespace modebox::mcp {
namespace {

using net::HttpHeaders;
using net::HttpResponder;
using net::HttpServerRequest;

constexpr std::chrono::seconds keep_alive{15};

/// Of an answer that is an error.
int status_of(ErrorCode code, bool modern) {
  switch (code) {
    case ErrorCode::method_not_found:
      return modern ? 404 : 200;
    case ErrorCode::internal_error:
      return 200;
    case ErrorCode::parse_error:
    case ErrorCode::invalid_request:
      return 400;
    default:
      return modern ? 400 : 200;
  }
}

void respond_error(const HttpResponder& responder, int status, const Value& id,
                   const ProtocolError& error) {
  responder.respond(status, {{"Content-Type", "application/json"}}, error_text(id, error));
}

net::HttpRefusal answer_of(const Refusal& refusal) {
  HttpHeaders headers = refusal.headers;
  headers.add("Content-Type", "application/json");
  return {refusal.status, headers,
          error_text(nullptr, {ErrorCode::invalid_request, refusal.message, {}})};
}

void refuse(const HttpResponder& responder, const Refusal& refusal) {
  const net::HttpRefusal answer = answer_of(refusal);
  responder.respond(answer.status, answer.headers, answer.body);
}

/// The answer to one POST: JSON, or an event stream as soon as something comes before the answer.
class HttpOutlet final : public Outlet {
 public:
  HttpOutlet(HttpResponder responder, bool modern)
      : responder_(std::move(responder)), modern_(modern) {}

  /// A header of the answer, for as long as nothing was sent.
  void add_header(std::string_view name, std::string value) {
    headers_.add(std::string(name), std::move(value));
  }

  void send(std::string message) override {
    const std::lock_guard lock(mutex_);
    begin_stream();
    responder_.write(event(message));
  }

  void answer(std::string message, std::optional<ErrorCode> error) override {
    const std::lock_guard lock(mutex_);
    if (streams_) {
      responder_.write(event(message));
      return responder_.end();
    }
    HttpHeaders headers = headers_;
    headers.add("Content-Type", "application/json");
    responder_.respond(error ? status_of(*error, modern_) : 200, headers, message);
  }

  void drop() override {
    const std::lock_guard lock(mutex_);
    // Whoever reads on is told that nothing comes; 202 would be for what is no request.
    begin_stream();
    responder_.end();
  }

 private:
  static std::string event(const std::string& message) {
    return "event: message\ndata: " + message + "\n\n";
  }

  void begin_stream() {
    if (std::exchange(streams_, true)) return;
    HttpHeaders headers = headers_;
    headers.add("Content-Type", "text/event-stream");
    headers.add("Cache-Control", "no-store");
    headers.add("X-Accel-Buffering", "no");  // a proxy would keep events back
    responder_.start_stream(200, headers, net::HttpKeepAlive{": \n\n", keep_alive});
  }

  const HttpResponder responder_;
  const bool modern_;
  HttpHeaders headers_;
  std::mutex mutex_;
  bool streams_ = false;
};

}  // namespace

class HttpTransport::State {
 public:
  State(Server& server, HttpOptions options) : server_(server), options_(std::move(options)) {}

  /// Whether a request may come, before its body is received.
  std::optional<net::HttpRefusal> judge(const HttpServerRequest& head) const;
  /// One that may.
  void handle(const HttpServerRequest& request, const HttpResponder& responder);
  /// Cancels what clients with a handshake have open.
  void close_sessions();

  std::unique_ptr<net::HttpServer> http;

 private:
  struct KeptSession {
    std::shared_ptr<Client> client;
    std::string principal;
    std::chrono::steady_clock::time_point used;
  };

  void post(const HttpServerRequest& request, const HttpResponder& responder,
            const std::string& principal);
  void take_modern(Message message, const HttpServerRequest& request,
                   const HttpResponder& responder, const std::string& principal);
  void take_legacy(Message message, const HttpServerRequest& request,
                   const HttpResponder& responder, const std::string& principal);
  std::shared_ptr<Client> find_session(std::string_view id, const std::string& principal);
  /// Its id; empty if there are too many.
  std::string open_session(const std::string& principal, const std::shared_ptr<Client>& client);
  bool end_session(std::string_view id, const std::string& principal);

  Server& server_;
  const HttpOptions options_;
  std::mutex mutex_;
  std::map<std::string, KeptSession, std::less<>> sessions_;
};

std::optional<net::HttpRefusal> HttpTransport::State::judge(const HttpServerRequest& head) const {
  const std::optional<Refusal> refusal = check_head(head, options_.hosts, options_.bearer_tokens);
  if (!refusal) return std::nullopt;
  return answer_of(*refusal);
}

void HttpTransport::State::handle(const HttpServerRequest& request,
                                  const HttpResponder& responder) {
  const std::string principal = principal_of(request.headers, options_.bearer_tokens).value();
  if (request.method != "DELETE") return post(request, responder, principal);
  if (end_session(request.headers.get(session_header).value_or(""), principal)) {
    return responder.respond(204, {}, "");
  }
  refuse(responder, {404, "There is no such session."});
}

void HttpTransport::State::post(const HttpServerRequest& request, const HttpResponder& responder,
                                const std::string& principal) {
  std::variant<Message, BadMessage> read =
      read_message(request.body, {.max_bytes = options_.max_body});
  if (const auto* bad = std::get_if<BadMessage>(&read)) {
    return respond_error(responder, 400, bad->id, bad->error);
  }
  Message& message = std::get<Message>(read);
  if (const auto unsupported = check_version(request.headers, message)) {
    const bool is_request = message.kind == Message::Kind::request;
    return respond_error(responder, 400, is_request ? message.id : nullptr, *unsupported);
  }
  if (is_modern(request.headers, message)) {
    return take_modern(std::move(message), request, responder, principal);
  }
  take_legacy(std::move(message), request, responder, principal);
}

/// Every request is on its own; a client that goes away cancels it.
void HttpTransport::State::take_modern(Message message, const HttpServerRequest& request,
                                       const HttpResponder& responder,
                                       const std::string& principal) {
  if (message.kind != Message::Kind::request) return responder.respond(202, {}, "");
  if (const auto wrong = check_mirrored(request.headers, message)) {
    return respond_error(responder, 400, message.id, *wrong);
  }
  const std::shared_ptr<Client> client = server_.connect(principal, principal);
  responder.on_disconnect([client] { client->close(); });
  server_.take(client, std::move(message), std::make_shared<HttpOutlet>(responder, true), true);
}

void HttpTransport::State::take_legacy(Message message, const HttpServerRequest& request,
                                       const HttpResponder& responder,
                                       const std::string& principal) {
  const std::optional<std::string_view> id = request.headers.get(session_header);
  const bool opens = message.kind == Message::Kind::request && message.method == "initialize" &&
                     message.params["protocolVersion"].is_string();
  std::shared_ptr<Client> client;
  auto outlet = std::make_shared<HttpOutlet>(responder, false);
  if (id && !opens) {
    client = find_session(*id, principal);
    if (client == nullptr)
      return refuse(responder, {404, "There is no such session: initialize again."});
  } else {
    client = server_.connect(principal, principal);
  }
  if (opens) {
    const std::string session = open_session(principal, client);
    if (session.empty()) return refuse(responder, {503, "There are too many sessions."});
    outlet->add_header(session_header, session);
  }
  const bool is_request = message.kind == Message::Kind::request;
  server_.take(client, std::move(message), outlet);
  if (!is_request) responder.respond(202, {}, "");
}

std::shared_ptr<Client> HttpTransport::State::find_session(std::string_view id,
                                                           const std::string& principal) {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  if (found == sessions_.end() || found->second.principal != principal) return nullptr;
  found->second.used = std::chrono::steady_clock::now();
  return found->second.client;
}

std::string HttpTransport::State::open_session(const std::string& principal,
                                               const std::shared_ptr<Client>& client) {
  const auto now = std::chrono::steady_clock::now();
  std::shared_ptr<Client> evicted;  // goes without the lock
  const std::lock_guard lock(mutex_);
  std::erase_if(sessions_, [&](const auto& one) {
    return one.second.client->is_idle() && now - one.second.used > options_.session_idle;
  });
  if (sessions_.size() >= options_.max_sessions) {
    auto oldest = sessions_.end();
    for (auto one = sessions_.begin(); one != sessions_.end(); ++one) {
      if (!one->second.client->is_idle()) continue;
      if (oldest == sessions_.end() || one->second.used < oldest->second.used) oldest = one;
    }
    if (oldest == sessions_.end()) return "";
    evicted = oldest->second.client;
    sessions_.erase(oldest);
  }
  std::string id = random_id(RandomSource::system());
  sessions_.emplace(id, KeptSession{client, principal, now});
  return id;
}

bool HttpTransport::State::end_session(std::string_view id, const std::string& principal) {
  std::shared_ptr<Client> client;
  {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end() || found->second.principal != principal) return false;
    client = found->second.client;
    sessions_.erase(found);
  }
  client->close();
  return true;
}

void HttpTransport::State::close_sessions() {
  std::map<std::string, KeptSession, std::less<>> sessions;
  {
    const std::lock_guard lock(mutex_);
    sessions.swap(sessions_);
  }
  for (const auto& [id, session] : sessions) session.client->close();
}

HttpTransport::HttpTransport(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpTransport::~HttpTransport() { close(); }

Result<std::unique_ptr<HttpTransport>> HttpTransport::serve(Server& server, HttpOptions options) {
  net::HttpServerOptions listening;
  listening.address = options.address;
  listening.port = options.port;
  listening.max_body_bytes = options.max_body;
  auto state = std::make_unique<State>(server, std::move(options));
  Result<std::unique_ptr<net::HttpServer>> http = net::HttpServer::listen(
      listening,
      [state = state.get()](const HttpServerRequest& request, const HttpResponder& responder) {
        state->handle(request, responder);
      },
      [state = state.get()](const HttpServerRequest& head) { return state->judge(head); });
  if (!http) return std::move(http).error();
  state->http = *std::move(http);
  return std::unique_ptr<HttpTransport>(new HttpTransport(std::move(state)));
}

std::uint16_t HttpTransport::port() const { return state_->http->port(); }

void HttpTransport::close() {
  state_->http->close();
  state_->close_sessions();
}

}  // namespace modebox::mcp
