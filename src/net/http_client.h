// The one HTTP client: HTTP/1.1 over TCP and TLS, asynchronous on one thread that all
// clients share. It reaches only hosts that its rules allow, at addresses that were judged
// after the lookup, and follows redirects by the same rules. It keeps nothing between
// requests: no cookies, no cache, no connections (each request makes its own).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "modebox/result.h"
#include "src/net/host_rules.h"
#include "src/net/http_error.h"
#include "src/net/http_message.h"
#include "src/net/resolver.h"

namespace modebox::net {

class Exchange;

struct HttpClientOptions {
  HostRules rules;
  /// `http://host:port` of a proxy that all requests are sent through, with CONNECT. It is the
  /// operator's: no rule need name it. Names are then looked up by the proxy, so that only the
  /// rules, and addresses that stand in URLs, are judged.
  std::string proxy;
  /// The value of Proxy-Authorization for it.
  std::string proxy_authorization;
  /// Take the proxy from http_proxy, https_proxy and no_proxy where `proxy` is empty, read at each
  /// request.
  bool proxy_from_environment = false;
  /// PEM text of certificates to trust besides the system's.
  std::string extra_ca_pem;
  /// Trust the system's certificates (SSL_CERT_FILE and SSL_CERT_DIR, or where distributions keep
  /// them).
  bool system_ca = true;
  std::string user_agent = "modebox";
  /// Nothing: the system's.
  std::shared_ptr<Resolver> resolver;
  /// Told why requests were refused or failed, for the operator: with addresses. Called on the
  /// network's thread; must not block.
  std::function<void(std::string_view)> log;
};

/// A request under way. Copies refer to the same one; dropping it changes nothing. Thread-safe.
class HttpExchange {
 public:
  HttpExchange() = default;
  /// Ends it with `cancelled`, within milliseconds; nothing if it has ended.
  void cancel() const;
  /// Goes on after HttpHandlers::on_body said `pause`.
  void resume() const;

 private:
  friend class HttpClient;
  std::weak_ptr<Exchange> exchange_;
};

enum class BodyFlow { go_on, pause };

/// What becomes of a request. All are called on the network's thread, in order, and must
/// not block it; on_done comes exactly once and last. What they throw is dropped.
struct HttpHandlers {
  /// The final answer has begun. May be empty.
  std::function<void(const HttpResponseHead& head)> on_head;
  /// A piece of the body, never empty, valid during the call. `pause`: nothing more is read until
  /// HttpExchange::resume (the request's time goes on); what has been read is still handed over: 16
  /// KiB, or what they decode to.
  std::function<BodyFlow(std::string_view piece)> on_body;
  std::function<void(Status status)> on_done;
};

/// Thread-safe. Requests that are under way when it is destroyed end as `cancelled`; the destructor
/// returns when their on_done have (unless called by one). A child of fork() may use it, and does
/// not see the parent's requests.
class HttpClient {
 public:
  /// Fails if an option is none: a bad proxy URL, certificates that can not be read.
  static Result<HttpClient> create(HttpClientOptions options);
  HttpClient(HttpClient&& other) noexcept;
  HttpClient& operator=(HttpClient&& other) noexcept;
  ~HttpClient();

  /// Sends a request; the body is collected. `on_done` is called once, on the network's thread
  /// (maybe before start has returned on this one), and must not block it. If the system has no
  /// thread to give, it is called by start.
  HttpExchange start(HttpRequest request, std::function<void(Result<HttpResponse>)> on_done) const;
  /// The same, with the body in pieces as it comes.
  HttpExchange stream(HttpRequest request, HttpHandlers handlers) const;
  /// Waits for it. Not on the network's thread.
  Result<HttpResponse> run(HttpRequest request) const;

 private:
  class State;
  explicit HttpClient(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace modebox::net
