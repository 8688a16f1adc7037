#include "src/net/listener.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include "src/net/field_names.h"
#include "src/net/http_error.h"

namespace modebox::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// At one go, before others get their turn.
constexpr int accepted_at_once = 64;
/// When there is no descriptor, or memory, for another connection.
constexpr std::chrono::milliseconds rest_time{100};
constexpr int tries_for_both = 16;

/// An address as the system wants it, and back.
class SocketAddress {
 public:
  SocketAddress() = default;
  SocketAddress(const Address& address, std::uint16_t port) {
    if (address.is_v4()) {
      auto& v4 = as<sockaddr_in>();
      v4.sin_family = AF_INET;
      v4.sin_port = htons(port);
      v4.sin_addr.s_addr = htonl(address.v4_number());
      size = sizeof(sockaddr_in);
    } else {
      auto& v6 = as<sockaddr_in6>();
      v6.sin6_family = AF_INET6;
      v6.sin6_port = htons(port);
      std::copy_n(address.bytes().begin(), 16, v6.sin6_addr.s6_addr);
      size = sizeof(sockaddr_in6);
    }
  }

  bool is_v4() const { return storage_.ss_family == AF_INET; }
  std::uint16_t port() {
    return ntohs(is_v4() ? as<sockaddr_in>().sin_port : as<sockaddr_in6>().sin6_port);
  }
  Address address() {
    if (is_v4()) return Address::v4(ntohl(as<sockaddr_in>().sin_addr.s_addr));
    return Address::v6(std::span<const std::uint8_t, 16>(as<sockaddr_in6>().sin6_addr.s6_addr, 16));
  }
  sockaddr* raw() { return &as<sockaddr>(); }

  socklen_t size = sizeof(sockaddr_storage);

 private:
  template <typename T>
  T& as() {
    return reinterpret_cast<T&>(storage_);
  }
  sockaddr_storage storage_{};
};

void set(int descriptor, int level, int option) {
  const int on = 1;
  ::setsockopt(descriptor, level, option, &on, sizeof on);
}

[[maybe_unused]] void close_on_exec(int descriptor) {
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

int make_socket(int family) {
#ifdef SOCK_CLOEXEC
  return ::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
#else
  const int descriptor = ::socket(family, SOCK_STREAM, 0);
  if (descriptor >= 0) close_on_exec(descriptor);
  return descriptor;
#endif
}

int accept_socket(int listening, SocketAddress& peer) {
#ifdef SOCK_CLOEXEC
  return ::accept4(listening, peer.raw(), &peer.size, SOCK_CLOEXEC | SOCK_NONBLOCK);
#else
  const int descriptor = ::accept(listening, peer.raw(), &peer.size);
  if (descriptor >= 0) {
    close_on_exec(descriptor);
    set(descriptor, SOL_SOCKET, SO_NOSIGPIPE);
  }
  return descriptor;
#endif
}

}  // namespace

Result<std::shared_ptr<Listener>> Listener::open(const std::shared_ptr<asio::io_context>& io,
                                                 const std::string& address, std::uint16_t port) {
  const std::shared_ptr<Listener> listener(new Listener(*io));
  int failure = 0;
  if (same_name(address, "localhost")) {
    failure = listener->add_localhost(port);
  } else {
    std::string_view text = address;
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    const auto parsed = Address::parse(text);
    if (!parsed) {
      return http_error(
          HttpErrorKind::invalid_request,
          "A server listens on an IP address or on localhost, not on \"" + address + "\".");
    }
    failure = listener->add(*parsed, port);
  }
  if (failure == 0) return listener;
  std::string message = "Can not listen on port " + std::to_string(port) + " of " + address + ": " +
                        std::generic_category().message(failure) + ".";
  if (failure == EADDRINUSE) message += " Choose another port, or 0 for any that is free.";
  return http_error(HttpErrorKind::connect, std::move(message));
}

/// Clients take either address for `localhost`, and some try no other.
int Listener::add_localhost(std::uint16_t port) {
  for (int tries = 1;; ++tries) {
    if (const int failure = add(Address::loopback_v4(), port); failure != 0) return failure;
    if (add(Address::loopback_v6(), port_) != EADDRINUSE) return 0;  // there may be no IPv6
    // The port that is free for the one is not for the other.
    if (port != 0 || tries == tries_for_both) return EADDRINUSE;
    doors_.clear();
  }
}

int Listener::add(const Address& address, std::uint16_t port) {
  SocketAddress at(address, port);
  const int descriptor = make_socket(address.is_v4() ? AF_INET : AF_INET6);
  if (descriptor < 0) return errno;
  set(descriptor, SOL_SOCKET, SO_REUSEADDR);  // what waits on a port does not keep it
  if (!address.is_v4()) set(descriptor, IPPROTO_IPV6, IPV6_V6ONLY);
  error_code code;
  tcp::acceptor acceptor(io_);
  int failure = 0;
  if (::bind(descriptor, at.raw(), at.size) != 0 || ::listen(descriptor, SOMAXCONN) != 0 ||
      ::getsockname(descriptor, at.raw(), &at.size) != 0) {
    failure = errno;
  } else {
    acceptor.assign(address.is_v4() ? tcp::v4() : tcp::v6(), descriptor, code);
    failure = code.value();
  }
  if (failure != 0) {
    ::close(descriptor);
    return failure;
  }
  port_ = at.port();
  doors_.push_back(std::make_unique<Door>(io_, std::move(acceptor)));
  return 0;
}

void Listener::start(Accept accept) {
  accept_ = std::move(accept);
  for (const auto& door : doors_) wait(*door);
}

void Listener::close() {
  for (const auto& door : doors_) {
    if (!door->acceptor.is_open()) continue;
    // A child of fork() may hold it, too.
    ::shutdown(door->acceptor.native_handle(), SHUT_RDWR);
    error_code ignored;
    door->acceptor.close(ignored);
    door->pause.cancel();
  }
  accept_ = nullptr;
}

void Listener::wait(Door& door) {
  door.acceptor.async_wait(tcp::acceptor::wait_read,
                           [self = shared_from_this(), &door](const error_code& code) {
                             if (!door.acceptor.is_open()) return;
                             if (code) return self->rest(door);
                             self->accept_some(door);
                           });
}

void Listener::rest(Door& door) {
  door.pause.expires_after(rest_time);
  door.pause.async_wait([self = shared_from_this(), &door](const error_code&) {
    if (door.acceptor.is_open()) self->wait(door);
  });
}

void Listener::accept_some(Door& door) {
  for (int i = 0; i < accepted_at_once; ++i) {
    SocketAddress peer;
    const int descriptor = accept_socket(door.acceptor.native_handle(), peer);
    if (descriptor >= 0) {
      take(descriptor, peer.address(), peer.port());
      if (!door.acceptor.is_open()) return;
      continue;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) break;
    // A connection that ended before it was taken is no reason to stop; anything else is one to
    // wait: for a descriptor, or memory.
    if (errno != EINTR && errno != ECONNABORTED && errno != EPROTO) return rest(door);
  }
  wait(door);
}

void Listener::take(int descriptor, const Address& peer, std::uint16_t peer_port) {
  Socket socket(io_);
  error_code code;
  socket.assign(peer.is_v4() ? tcp::v4() : tcp::v6(), descriptor, code);
  if (code) {
    ::close(descriptor);
    return;
  }
  socket.non_blocking(true, code);
  socket.set_option(tcp::no_delay(true), code);
  // A client that vanishes without a word is told from one that is silent.
  socket.set_option(asio::socket_base::keep_alive(true), code);
  accept_(std::move(socket), peer, peer_port);
}

}  // namespace modebox::net
