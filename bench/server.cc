// The HTTP server on the loopback: what an open event stream takes while nothing happens, and how
// long a small request takes on a connection that is kept.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bench/measures.h"
#include "bench/memory.h"
#include "bench/scripts.h"
#include "bench/timing.h"
#include "src/net/http_server.h"

namespace modebox::bench {
namespace {

/// A client's socket and nothing else, so that what this process gains is the server's.
class Client {
 public:
  explicit Client(std::uint16_t port)
      : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(descriptor_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
      give_up("can not connect to the server");
    const int on = 1;
    ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  Client(Client&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Client& operator=(Client&&) = delete;
  ~Client() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  void send(const std::string& bytes) const {
    if (::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(bytes.size()))
      give_up("can not send to the server");
  }
  /// Until what has come ends with `end`.
  void read_until(const std::string& end) const {
    char piece[4096];
    std::string read;
    while (!read.ends_with(end)) {
      const ssize_t size = ::recv(descriptor_, piece, sizeof piece, 0);
      if (size <= 0) give_up("the server has closed the connection");
      read.append(piece, static_cast<std::size_t>(size));
    }
  }

 private:
  int descriptor_;
};

std::unique_ptr<net::HttpServer> serve(net::HttpRequestHandler handler) {
  auto server = net::HttpServer::listen({}, std::move(handler));
  if (!server) give_up(server.error().message);
  return std::move(*server);
}

double idle_stream_kib() {
  constexpr std::size_t count = 2'000;
  rlimit descriptors{};
  ::getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &descriptors);
  std::mutex mutex;
  std::vector<net::HttpResponder> responders;
  responders.reserve(count + 1);
  const auto server =
      serve([&](const net::HttpServerRequest&, const net::HttpResponder& responder) {
        responder.on_disconnect([] {});
        responder.start_stream(200, {{"Content-Type", "text/event-stream"}},
                               net::HttpKeepAlive{": \n\n"});
        responder.write("event: message\ndata: {\"jsonrpc\":\"2.0\"}\n\n");
        const std::lock_guard lock(mutex);
        responders.push_back(responder);
      });
  std::vector<Client> clients;
  clients.reserve(count + 1);
  const std::string body(1'000, ' ');
  const auto open = [&] {
    clients.emplace_back(server->port());
    clients.back().send(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: "
        "application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n" +
        body);
    clients.back().read_until("\n\n\r\n");
  };
  open();
  const double before = resident_kib();
  for (std::size_t i = 0; i < count; ++i) open();
  return (resident_kib() - before) / static_cast<double>(count);
}

double request_us() {
  constexpr int count = 20'000;
  const auto server =
      serve([](const net::HttpServerRequest& request, const net::HttpResponder& responder) {
        responder.respond(200, {{"Content-Type", "application/json"}}, request.body);
      });
  const Client client(server->port());
  const std::string body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
  const std::string request =
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: "
      "application/json, text/event-stream\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body;
  std::vector<double> samples;
  for (int i = 0; i < count; ++i) {
    const auto began = Clock::now();
    client.send(request);
    client.read_until(body);
    samples.push_back(microseconds(Clock::now() - began));
  }
  return median(std::move(samples));
}

}  // namespace

void measure_server(Report& report) {
  report.add("net_idle_stream_kib", idle_stream_kib(), "per event stream of 2,000 that are idle",
             Report::Goal::at_most, 20);
  report.add("net_request_us_p50", request_us(), "us", Report::Goal::at_most, 60);
}

}  // namespace modebox::bench
