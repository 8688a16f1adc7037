#include "src/net/resolver.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

std::optional<Address> address_of(const sockaddr* from) {
  if (from->sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, from, sizeof in);
    return Address::v4(ntohl(in.sin_addr.s_addr));
  }
  if (from->sa_family == AF_INET6) {
    sockaddr_in6 in{};
    std::memcpy(&in, from, sizeof in);
    return Address::v6(std::span<const std::uint8_t, 16>(in.sin6_addr.s6_addr, 16));
  }
  return {};
}

class SystemResolver : public Resolver {
 public:
  Result<std::vector<Address>> resolve(const std::string& name) override {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int result = getaddrinfo(name.c_str(), nullptr, &hints, &found);
    if (result != 0) return http_error(HttpErrorKind::dns, gai_strerror(result));
    std::vector<Address> addresses;
    for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
      const auto address = address_of(each->ai_addr);
      if (address && std::find(addresses.begin(), addresses.end(), *address) == addresses.end()) {
        addresses.push_back(*address);
      }
    }
    freeaddrinfo(found);
    return addresses;
  }
};

}  // namespace

std::shared_ptr<Resolver> Resolver::system() { return std::make_shared<SystemResolver>(); }

void ScriptedResolver::add(const std::string& name, std::vector<Address> answer) {
  const std::lock_guard lock(mutex_);
  answers_[name].push_back(std::move(answer));
}

Result<std::vector<Address>> ScriptedResolver::resolve(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const int earlier = lookups_[name]++;
  const auto found = answers_.find(name);
  if (found == answers_.end()) return http_error(HttpErrorKind::dns, "No such name.");
  const auto& lists = found->second;
  return lists[std::min<std::size_t>(earlier, lists.size() - 1)];
}

int ScriptedResolver::lookups(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = lookups_.find(name);
  return found == lookups_.end() ? 0 : found->second;
}

}  // namespace modebox::net
