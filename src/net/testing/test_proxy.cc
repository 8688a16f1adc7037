#include "src/net/testing/test_proxy.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace modebox::net::testing {

TestProxy::TestProxy(std::string refusal)
    : refusal_(std::move(refusal)), server_([this](Peer& peer) { serve(peer); }) {}

std::vector<std::string> TestProxy::heads() const {
  const std::lock_guard lock(mutex_);
  return heads_;
}

void TestProxy::serve(Peer& peer) {
  const std::string head = peer.read_head();
  {
    const std::lock_guard lock(mutex_);
    heads_.push_back(head);
  }
  if (!refusal_.empty()) {
    peer.send(refusal_);
    return;
  }
  const std::string line = request_line(head);
  const std::string target = line.substr(0, line.rfind(' '));
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(target.substr(target.rfind(':') + 1))));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int behind = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(behind, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    peer.send("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    ::close(behind);
    return;
  }
  peer.send("HTTP/1.1 200 Connection established\r\n\r\n");
  std::thread back([&] {
    std::array<char, 16384> piece;
    for (ssize_t size = 0; (size = ::recv(behind, piece.data(), piece.size(), 0)) > 0;) {
      if (!peer.send({piece.data(), static_cast<std::size_t>(size)})) break;
    }
    peer.cut();
  });
  for (std::string piece; !(piece = peer.read_piece()).empty();) {
    if (::send(behind, piece.data(), piece.size(), MSG_NOSIGNAL) < 0) break;
  }
  ::shutdown(behind, SHUT_RDWR);
  back.join();
  ::close(behind);
}

}  // namespace modebox::net::testing
