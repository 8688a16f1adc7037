#include "src/net/http_client.h"

#include <atomic>
#include <boost/asio/post.hpp>
#include <condition_variable>
#include <future>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "src/net/exchange.h"
#include "src/net/fork.h"
#include "src/net/io_thread.h"
#include "src/net/tls.h"

namespace modebox::net {
namespace {

/// The requests of one client in one process.
class Live {
 public:
  explicit Live(const HttpClientOptions& options, const std::optional<Proxy>& proxy)
      : thread_(IoThread::shared()) {
    auto surroundings = std::make_shared<Exchange::Surroundings>();
    surroundings->options = options;
    surroundings->proxy = proxy;
    surroundings->tls = [thread = thread_.get(), pem = options.extra_ca_pem,
                         system = options.system_ca] { return thread->tls(pem, system); };
    surroundings_ = std::move(surroundings);
  }

  const std::uint64_t generation = fork_generation();

  std::shared_ptr<Exchange> add(HttpRequest request, HttpHandlers handlers) {
    auto exchange = std::make_shared<Exchange>(thread_->io(), surroundings_, std::move(request),
                                               std::move(handlers));
    const std::lock_guard lock(mutex_);
    exchanges_.insert(exchange);
    return exchange;
  }
  void remove(const std::shared_ptr<Exchange>& exchange) {
    const std::lock_guard lock(mutex_);
    exchanges_.erase(exchange);
    if (exchanges_.empty()) empty_.notify_all();
  }
  bool has_thread() const { return thread_ != nullptr; }

  /// Ends all requests. When it returns their on_done have, unless it is called by one.
  void end_all() {
    if (!has_thread()) return;
    std::unique_lock lock(mutex_);
    const std::vector<std::shared_ptr<Exchange>> all(exchanges_.begin(), exchanges_.end());
    lock.unlock();
    if (thread_->is_current()) {
      for (const auto& exchange : all) exchange->cancel();
      return;
    }
    for (const auto& exchange : all) exchange->cancel_soon();
    lock.lock();
    empty_.wait(lock, [this] { return exchanges_.empty(); });
    lock.unlock();
    // The last one may be on its way out of its function; what holds the thread is gone once it
    // does something else, so that the thread does not end up to be dropped by itself.
    std::promise<void> idle;
    boost::asio::post(*thread_->io(), [&idle] { idle.set_value(); });
    idle.get_future().wait();
  }

 private:
  const std::shared_ptr<IoThread> thread_;
  std::shared_ptr<const Exchange::Surroundings> surroundings_;
  std::mutex mutex_;
  std::condition_variable empty_;
  std::set<std::shared_ptr<Exchange>> exchanges_;
};

}  // namespace

/// Holds the requests of this process. Those that were inherited from a parent are left as they
/// are: their thread is not here, and their locks may be held.
class HttpClient::State {
 public:
  State(HttpClientOptions options, std::optional<Proxy> proxy)
      : options_(std::move(options)), proxy_(std::move(proxy)) {}
  ~State() {
    const auto* live = live_.load();
    if (live == nullptr || (*live)->generation != fork_generation()) return;
    (*live)->end_all();
    delete live;
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::shared_ptr<Live> live() {
    auto* now = live_.load();
    if (now == nullptr || (*now)->generation != fork_generation()) {
      auto* fresh = new std::shared_ptr<Live>(std::make_shared<Live>(options_, proxy_));
      if (!(*fresh)->has_thread()) {  // the next request tries again
        auto without = *fresh;
        delete fresh;
        return without;
      }
      if (live_.compare_exchange_strong(now, fresh)) return *fresh;
      delete fresh;
    }
    return *now;
  }

 private:
  const HttpClientOptions options_;
  const std::optional<Proxy> proxy_;
  std::atomic<std::shared_ptr<Live>*> live_{nullptr};
};

Result<HttpClient> HttpClient::create(HttpClientOptions options) {
  if (auto checked = check_ca(options.extra_ca_pem); !checked) return std::move(checked).error();
  std::optional<Proxy> proxy;
  if (!options.proxy.empty()) {
    auto parsed = parse_proxy(options.proxy, options.proxy_authorization);
    if (!parsed) return std::move(parsed).error();
    proxy = std::move(*parsed);
  }
  for (const char c : options.user_agent) {
    if (c < 0x20 || c > 0x7e)
      return Error{"The user agent has characters that a header can not hold."};
  }
  if (options.resolver == nullptr) options.resolver = Resolver::system();
  return HttpClient(std::make_shared<State>(std::move(options), std::move(proxy)));
}

HttpClient::HttpClient(std::shared_ptr<State> state) : state_(std::move(state)) {}
HttpClient::HttpClient(HttpClient&& other) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&& other) noexcept = default;
HttpClient::~HttpClient() = default;

HttpExchange HttpClient::stream(HttpRequest request, HttpHandlers handlers) const {
  HttpExchange handle;
  const auto live = state_->live();
  if (!live->has_thread()) {
    if (handlers.on_done) {
      handlers.on_done(http_error(HttpErrorKind::connect, "The system has no thread to give."));
    }
    return handle;
  }
  const auto exchange = live->add(std::move(request), std::move(handlers));
  exchange->start([live, weak = std::weak_ptr(exchange)] {
    if (const auto ended = weak.lock()) live->remove(ended);
  });
  handle.exchange_ = exchange;
  return handle;
}

HttpExchange HttpClient::start(HttpRequest request,
                               std::function<void(Result<HttpResponse>)> on_done) const {
  const auto response = std::make_shared<HttpResponse>();
  HttpHandlers handlers;
  handlers.on_head = [response](const HttpResponseHead& head) {
    static_cast<HttpResponseHead&>(*response) = head;
  };
  handlers.on_body = [response](std::string_view piece) {
    response->body += piece;
    return BodyFlow::go_on;
  };
  handlers.on_done = [response, on_done = std::move(on_done)](Status status) {
    if (!status) return on_done(std::move(status).error());
    on_done(std::move(*response));
  };
  return stream(std::move(request), std::move(handlers));
}

Result<HttpResponse> HttpClient::run(HttpRequest request) const {
  std::promise<Result<HttpResponse>> promise;
  start(std::move(request), [&promise](auto result) { promise.set_value(std::move(result)); });
  return promise.get_future().get();
}

void HttpExchange::cancel() const {
  if (const auto exchange = exchange_.lock()) exchange->cancel_soon();
}

void HttpExchange::resume() const {
  if (const auto exchange = exchange_.lock()) exchange->resume_soon();
}

}  // namespace modebox::net
