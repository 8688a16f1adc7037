#include "src/net/dialer.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

#include "src/net/http_error.h"
#include "src/net/lookup_threads.h"
#include "src/net/special_purpose.h"

namespace modebox::net {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Tcp = asio::ip::tcp;

constexpr std::chrono::milliseconds stagger{250};
constexpr std::size_t max_addresses = 8;

Tcp::endpoint endpoint_of(const Address& address, std::uint16_t port) {
  const auto bytes = address.bytes();
  if (address.is_v4()) return {asio::ip::address_v4(address.v4_number()), port};
  asio::ip::address_v6::bytes_type copy;
  std::copy(bytes.begin(), bytes.end(), copy.begin());
  return {asio::ip::address_v6(copy), port};
}

/// Asio's own would be inherited by programs that the process starts.
error_code open(Tcp::socket& socket, bool v4) {
  const int descriptor = ::socket(v4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return {errno, boost::system::system_category()};
  error_code code;
  socket.assign(v4 ? Tcp::v4() : Tcp::v6(), descriptor, code);
  if (code) {
    ::close(descriptor);
  } else {
    error_code ignored;
    socket.set_option(Tcp::no_delay(true), ignored);
  }
  return code;
}

/// Families in turn, so that a broken one costs one stagger only.
std::vector<Address> interleaved(const std::vector<Address>& addresses) {
  std::vector<Address> first, second, out;
  for (const Address& address : addresses) {
    (address.is_v4() == addresses.front().is_v4() ? first : second).push_back(address);
  }
  for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (i < first.size()) out.push_back(first[i]);
    if (i < second.size()) out.push_back(second[i]);
  }
  out.resize(std::min(out.size(), max_addresses), Address::v4(0));
  return out;
}

}  // namespace

std::shared_ptr<Dialer> Dialer::start(std::shared_ptr<asio::io_context> io, Plan plan,
                                      std::function<void(Result<Socket>)> done) {
  std::shared_ptr<Dialer> dialer(new Dialer(std::move(io), std::move(plan), std::move(done)));
  dialer->look_up();
  return dialer;
}

Dialer::Dialer(std::shared_ptr<asio::io_context> io, Plan plan,
               std::function<void(Result<Socket>)> done)
    : io_(std::move(io)), plan_(std::move(plan)), done_(std::move(done)), next_timer_(*io_) {}

void Dialer::stop() {
  done_ = nullptr;
  next_timer_.cancel();
  for (const auto& socket : sockets_) {
    error_code ignored;
    if (socket) socket->close(ignored);
  }
}

void Dialer::look_up() {
  using Answer = Result<std::vector<Address>>;
  const auto answer_later = [this](Answer answer) {
    asio::post(*io_, [self = shared_from_this(), answer = std::move(answer)] {
      self->take_answer(answer);
    });
  };
  if (plan_.host.address) return answer_later(std::vector{*plan_.host.address});
  if (plan_.host.name == "localhost") {
    return answer_later(std::vector{Address::loopback_v6(), Address::loopback_v4()});
  }
  // The lookup may outlive the request, the client and the network's thread.
  const bool begun =
      net::look_up(plan_.resolver, plan_.host.name,
                   [self = weak_from_this(), io = std::weak_ptr(io_)](Answer answer) {
                     const auto queue = io.lock();
                     if (queue == nullptr) return;
                     asio::post(*queue, [self, answer = std::move(answer)] {
                       if (const auto dialer = self.lock()) dialer->take_answer(answer);
                     });
                   });
  if (!begun) answer_later(http_error(HttpErrorKind::dns, "no thread for the lookup"));
}

void Dialer::take_answer(const Result<std::vector<Address>>& answer) {
  if (!done_) return;
  if (!answer || answer->empty()) {
    const std::string why = answer ? "it has none" : answer.error().message;
    plan_.log("The address of " + plan_.host.name + " was not found: " + why);
    return finish(
        http_error(HttpErrorKind::dns, "The address of " + plan_.host.name + " was not found."));
  }
  std::vector<Address> fine;
  for (const Address& address : *answer) {
    if (plan_.judge(address)) {
      fine.push_back(address);
    } else {
      plan_.log("The address " + address.text() + " of " + plan_.host.text() +
                " is refused: it is " + std::string(special_purpose(address).value_or("public")) +
                " and not listed");
    }
  }
  if (fine.empty()) {
    return finish(http_error(HttpErrorKind::refused_address,
                             "The address of " + plan_.host.text() +
                                 " is not public; only hosts with public addresses can be "
                                 "reached, unless the address itself is listed."));
  }
  addresses_ = interleaved(fine);
  connect_next();
}

void Dialer::connect_next() {
  const std::size_t index = sockets_.size();
  sockets_.push_back(std::make_unique<Socket>(*io_));
  ++pending_;
  Socket& socket = *sockets_.back();
  if (const error_code code = open(socket, addresses_[index].is_v4())) {
    return asio::post(*io_,
                      [self = shared_from_this(), index, code] { self->settle(index, code); });
  }
  socket.async_connect(
      endpoint_of(addresses_[index], plan_.port),
      [self = shared_from_this(), index](const error_code& code) { self->settle(index, code); });
  if (index + 1 == addresses_.size()) return;
  next_timer_.expires_after(stagger);
  next_timer_.async_wait([self = shared_from_this(), index](const error_code& code) {
    if (!code && self->done_ && self->sockets_.size() == index + 1) self->connect_next();
  });
}

void Dialer::settle(std::size_t index, const error_code& code) {
  --pending_;
  if (!done_) return;
  if (!code) {
    Socket socket = std::move(*sockets_[index]);
    return finish(std::move(socket));
  }
  plan_.log("No connection to " + plan_.host.text() + " at " + addresses_[index].text() +
            ", port " + std::to_string(plan_.port) + ": " + code.message());
  error_code ignored;
  sockets_[index]->close(ignored);
  if (sockets_.size() < addresses_.size()) {
    next_timer_.cancel();
    return connect_next();
  }
  if (pending_ != 0) return;
  finish(http_error(HttpErrorKind::connect, "Could not connect to " + plan_.host.text() +
                                                ", port " + std::to_string(plan_.port) + '.'));
}

void Dialer::finish(Result<Socket> result) {
  const auto done = std::move(done_);
  stop();
  done(std::move(result));
}

}  // namespace modebox::net
