#include "src/net/testing/test_server.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <list>
#include <mutex>
#include <thread>

namespace modebox::net::testing {
namespace {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using boost::system::error_code;

template <typename Stream>
class StreamPeer : public Peer {
 public:
  StreamPeer(Stream& stream, Tcp::socket& socket) : stream_(stream), socket_(socket) {}

  bool send(std::string_view bytes) override {
    error_code code;
    asio::write(stream_, asio::buffer(bytes), code);
    return !code;
  }
  void close() override {
    if constexpr (!std::is_same_v<Stream, Tcp::socket>) {
      error_code ignored;
      stream_.shutdown(ignored);  // says goodbye, waits until the other goes
    }
    cut();
  }
  void cut() override { ::shutdown(socket_.native_handle(), SHUT_RDWR); }

 protected:
  std::string read_some() override {
    std::array<char, 16384> piece;
    error_code code;
    const std::size_t size = stream_.read_some(asio::buffer(piece), code);
    return {piece.data(), size};
  }

 private:
  Stream& stream_;
  Tcp::socket& socket_;
};

}  // namespace

std::string Peer::read_head() {
  std::size_t end = std::string::npos;
  while ((end = read_ahead_.find("\r\n\r\n")) == std::string::npos) {
    const std::string piece = read_some();
    if (piece.empty()) return std::exchange(read_ahead_, {});
    read_ahead_ += piece;
  }
  std::string head = read_ahead_.substr(0, end + 4);
  read_ahead_.erase(0, end + 4);
  return head;
}

std::string Peer::read(std::size_t size) {
  while (read_ahead_.size() < size) {
    const std::string piece = read_some();
    if (piece.empty()) return std::exchange(read_ahead_, {});
    read_ahead_ += piece;
  }
  std::string out = read_ahead_.substr(0, size);
  read_ahead_.erase(0, size);
  return out;
}

std::string Peer::read_chunked() {
  std::string body;
  for (;;) {
    std::string line;
    while (!line.ends_with("\r\n")) {
      const std::string one = read(1);
      if (one.empty()) return body;
      line += one;
    }
    const std::size_t size = std::stoul(line, nullptr, 16);
    body += read(size);
    read(2);
    if (size == 0) return body;
  }
}

std::string Peer::read_all() {
  for (;;) {
    const std::string piece = read_some();
    if (piece.empty()) return std::exchange(read_ahead_, {});
    read_ahead_ += piece;
  }
}

std::string Peer::read_piece() {
  return read_ahead_.empty() ? read_some() : std::exchange(read_ahead_, {});
}

std::string request_line(const std::string& head) { return head.substr(0, head.find("\r\n")); }

std::string header_of(const std::string& head, const std::string& name) {
  std::string lower = head;
  std::transform(lower.begin(), lower.end(), lower.begin(), ::tolower);
  const std::size_t at = lower.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

std::string ok(std::string_view body, const std::string& more_headers) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         more_headers + "\r\n" + std::string(body);
}

struct TestServer::Parts {
  Serve serve;
  asio::io_context io;
  Tcp::acceptor acceptor{io, Tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::uint16_t port = acceptor.local_endpoint().port();
  std::optional<asio::ssl::context> tls;
  std::atomic<int> connections{0};
  std::atomic<bool> closing{false};
  std::mutex mutex;
  std::list<Tcp::socket> sockets;
  std::list<std::thread> threads;
  std::thread accepting;

  void accept_all() {
    for (;;) {
      Tcp::socket socket(io);
      error_code code;
      acceptor.accept(socket, code);
      if (closing) return;
      if (code) continue;
      ++connections;
      const std::lock_guard lock(mutex);
      sockets.push_back(std::move(socket));
      threads.emplace_back([this, at = std::prev(sockets.end())] { handle(*at); });
    }
  }
  void handle(Tcp::socket& socket) {
    if (!tls) {
      StreamPeer<Tcp::socket> peer(socket, socket);
      serve(peer);
      peer.close();
      return;
    }
    asio::ssl::stream<Tcp::socket&> stream(socket, *tls);
    error_code code;
    stream.handshake(asio::ssl::stream_base::server, code);
    StreamPeer<asio::ssl::stream<Tcp::socket&>> peer(stream, socket);
    if (!code) {
      serve(peer);
      peer.close();
    } else {
      peer.cut();
    }
  }
};

TestServer::TestServer(Serve serve, std::optional<Identity> identity)
    : parts_(std::make_unique<Parts>()) {
  parts_->serve = std::move(serve);
  if (identity) {
    parts_->tls.emplace(asio::ssl::context::tls_server);
    parts_->tls->use_certificate_chain(asio::buffer(identity->certificate));
    parts_->tls->use_private_key(asio::buffer(identity->key), asio::ssl::context::pem);
  }
  parts_->accepting = std::thread([parts = parts_.get()] { parts->accept_all(); });
}

TestServer::~TestServer() {
  parts_->closing = true;
  ::shutdown(parts_->acceptor.native_handle(), SHUT_RDWR);
  parts_->accepting.join();
  {
    const std::lock_guard lock(parts_->mutex);
    for (auto& socket : parts_->sockets) ::shutdown(socket.native_handle(), SHUT_RDWR);
  }
  for (auto& thread : parts_->threads) thread.join();
}

std::uint16_t TestServer::port() const { return parts_->port; }
std::string TestServer::authority() const { return "127.0.0.1:" + std::to_string(port()); }
std::string TestServer::url(const std::string& target) const {
  return (parts_->tls ? "https://" : "http://") + authority() + target;
}
int TestServer::connections() const { return parts_->connections; }

}  // namespace modebox::net::testing
