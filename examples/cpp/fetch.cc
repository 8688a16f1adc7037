// fetch for scripts: a host that they may reach, a method that needs consent, and what is refused.
#include "modebox/fetch.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#include "modebox/engine.h"

namespace {

/// Stands for a service: answers every request with a price, until it is destroyed.
class Service {
 public:
  Service() : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, any, size) != 0 || listen(listener_, 8) != 0 ||
        getsockname(listener_, any, &size) != 0) {
      std::abort();
    }
    host_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::jthread([this] { serve(); });
  }
  ~Service() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  const std::string& host() const { return host_; }

 private:
  void serve() const {
    static constexpr std::string_view answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n"
        "Connection: close\r\n\r\n{\"price\": 7}";
    for (int peer = accept(listener_, nullptr, nullptr); peer >= 0;
         peer = accept(listener_, nullptr, nullptr)) {
      char request[4096];
      if (read(peer, request, sizeof request) > 0) (void)!write(peer, answer.data(), answer.size());
      shutdown(peer, SHUT_WR);
      while (read(peer, request, sizeof request) > 0) {
      }
      close(peer);
    }
  }

  int listener_;
  std::string host_;
  std::jthread thread_;
};

constexpr auto script = R"(
  const { price } = await (await fetch(`http://${host}/price`)).json();
  const refused = await fetch("https://evil.example/").catch((error) => error.code);
  const order = await fetch(`http://${host}/order`, { method: "POST", body: JSON.stringify({ price }) });
  [price, refused, order.status]
)";

}  // namespace

int main() {
  const Service service;

  // begin tool
  modebox::FetchOptions options;
  options.hosts = {service.host(), "*.example.com"};
  options.methods = {"GET", "POST"};
  modebox::Tool fetch = modebox::fetch_tool(options).value();
  fetch.source();
  fetch.approval(modebox::Approval::when([](const modebox::HostCall& call) {
    return call.argument(0)["method"] != modebox::Value("GET");
  }));
  modebox::Toolbox tools;
  tools.add(fetch).value();
  // end tool

  modebox::EngineOptions with_secret;
  with_secret.secrets = {"0123456789abcdef0123456789abcdef"};  // yours comes from a safe place
  const modebox::Engine engine = modebox::Engine::create(with_secret).value();
  const std::string source = "const host = '" + service.host() + "';" + script;
  const modebox::RunResult asked = engine.run(source, tools);
  const modebox::Interruption& one = asked.interrupted()->interruptions.at(0);
  std::cout << one.arguments.at(0)["method"] << ' ' << one.arguments.at(0)["body"] << '\n';
  const modebox::RunResult result =
      engine.resume(asked.interrupted()->continuation, {modebox::approve(one.id)}, tools);
  std::cout << *result.value() << '\n';
}
