#include "src/net/testing/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

namespace modebox::net::testing {

RawClient::RawClient(std::uint16_t port, const std::string& address) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  const bool is_v4 = inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1;
  if (!is_v4 && inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) != 1) return;
  const int descriptor = ::socket(is_v4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const auto* to = is_v4 ? reinterpret_cast<sockaddr*>(&v4) : reinterpret_cast<sockaddr*>(&v6);
  if (::connect(descriptor, to, is_v4 ? sizeof v4 : sizeof v6) != 0) {
    ::close(descriptor);
    return;
  }
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  descriptor_ = descriptor;
}

RawClient::~RawClient() { close(); }

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

void RawClient::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void RawClient::cut() {
  const linger now{1, 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close();
}

void RawClient::finish_sending() { ::shutdown(descriptor_, SHUT_WR); }

std::string RawClient::read_some() {
  pollfd state{descriptor_, POLLIN, 0};
  if (::poll(&state, 1, 10'000) <= 0) return "";
  std::array<char, 16384> piece;
  const ssize_t size = ::recv(descriptor_, piece.data(), piece.size(), 0);
  return size <= 0 ? "" : std::string(piece.data(), static_cast<std::size_t>(size));
}

RawClient::Answer RawClient::read_answer(bool bodiless) {
  Answer answer{.head = read_head()};
  if (!answer.head.ends_with("\r\n\r\n") || answer.head.size() < 12) return answer;
  answer.status = std::atoi(answer.head.c_str() + 9);
  const std::string length = header_of(answer.head, "content-length");
  if (bodiless || answer.status < 200 || answer.status == 204 || answer.status == 304) {
    return answer;
  }
  answer.body = header_of(answer.head, "transfer-encoding") == "chunked" ? read_chunked()
                : length.empty()                                         ? read_all()
                                                                         : read(std::stoul(length));
  return answer;
}

RawClient::Answer RawClient::ask(std::string_view bytes) {
  send(bytes);
  return read_answer();
}

std::string RawClient::read_chunk() {
  std::string line;
  while (!line.ends_with("\r\n")) {
    const std::string one = read(1);
    if (one.empty()) return "";
    line += one;
  }
  std::string piece = read(std::stoul(line, nullptr, 16));
  read(2);
  return piece;
}

bool RawClient::sees_end(std::chrono::milliseconds within) {
  pollfd state{descriptor_, POLLIN, 0};
  if (::poll(&state, 1, static_cast<int>(within.count())) <= 0) return false;
  char byte = 0;
  return ::recv(descriptor_, &byte, 1, 0) <= 0;
}

bool RawClient::sees_silence(std::chrono::milliseconds time) {
  pollfd state{descriptor_, POLLIN, 0};
  return ::poll(&state, 1, static_cast<int>(time.count())) == 0;
}

}  // namespace modebox::net::testing
